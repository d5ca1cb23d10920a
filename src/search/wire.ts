// What was found, as the panel reads it.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { Found, Group } from './hit.ts'
import { KINDS, REASONS } from './match-store.ts'

export const HitSchema = Type.Object({
  kind: Type.Enum([...KINDS]),
  id: Type.Integer(),
  uuid: orNull(Type.String()),
  accountId: Type.Integer(),
  accountName: orNull(Type.String({ description: 'For the operator' })),
  by: Type.Enum([...REASONS], { description: 'Why it was found' }),
  title: Type.String({ description: 'A customer, a payer, a PIX key, a payment link, an account or a person' }),
  detail: orNull(
    Type.String({ description: 'A reference, an end-to-end id, an address, an e-mail, the kind of a dispute' }),
  ),
  amount: orNull(Type.Integer({ description: 'Cents' })),
  status: orNull(Type.String({ description: 'As its own list says it; of a person, the role' })),
  date: Type.String({ format: 'date-time' }),
  saleUuid: orNull(Type.String()),
  endToEndId: orNull(Type.String()),
})

export const FoundSchema = Type.Object({
  groups: Type.Array(
    Type.Object({
      kind: Type.Enum([...KINDS]),
      data: Type.Array(HitSchema, { description: 'What is surest first, then the newest' }),
      more: Type.Boolean({ description: 'There are others beside these' }),
      complete: Type.Boolean({ description: 'false: names and amounts were looked for among the newest only' }),
    }),
  ),
})

const hitForm = ({ kind, id, uuid, accountId, accountName, by, title, detail, ...hit }: Found) => ({
  kind,
  id: Number(id),
  uuid,
  accountId,
  accountName,
  by,
  title,
  detail,
  amount: hit.amount === null ? null : toCentsNumber(hit.amount),
  status: hit.status,
  date: hit.at.toISOString(),
  saleUuid: hit.saleUuid,
  endToEndId: hit.endToEndId,
})

export const foundForm = (groups: Group[]): Static<typeof FoundSchema> => ({
  groups: groups.map(({ kind, hits, more, complete }) => ({ kind, data: hits.map(hitForm), more, complete })),
})
