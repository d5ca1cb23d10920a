// An entry of the audit log, as an account's own people and as operators read it.
import { Type } from 'typebox'
import type { AuditRow } from './store.ts'

export const EntrySchema = Type.Object({
  id: Type.String(),
  userId: Type.Integer({ description: 'The account' }),
  actor: Type.Object({
    kind: Type.String(),
    id: Type.Union([Type.String(), Type.Null()]),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Of a person, also when they have left' }),
    email: Type.Union([Type.String(), Type.Null()]),
  }),
  address: Type.Union([Type.String(), Type.Null()]),
  action: Type.String(),
  subject: Type.String(),
  subjectId: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
  detail: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Type.String(),
})

/** The operator reads whose each is. */
export const OperatorsEntrySchema = Type.Object({ ...EntrySchema.properties, accountName: Type.String() })

export const entryForm = ({ accountName: _, id, accountId, actor, actorId, ...row }: AuditRow) => {
  const { actorName, actorEmail, createdAt, ...entry } = row
  return {
    ...entry,
    id: id.toString(),
    userId: accountId,
    actor: { kind: actor, id: actorId, name: actorName, email: actorEmail },
    createdAt: createdAt.toISOString(),
  }
}

/** As the account's own people read it: which operator it was, and what was written for operators alone, is not shown to them. */
export const ownRow = (row: AuditRow): AuditRow =>
  row.actor === 'operator'
    ? { ...row, actorId: null, actorName: null, actorEmail: null, address: null, reason: null }
    : row

export const ownForm: typeof entryForm = row => entryForm(ownRow(row))
