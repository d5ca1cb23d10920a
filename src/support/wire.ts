// A view for support as the operator reads it, and as the people of the account do.
import { type Static, Type } from 'typebox'
import type { SupportView } from './support-view.ts'

export const VIEW_STATUSES = ['OPEN', 'ENDED'] as const

const Moment = Type.String({ format: 'date-time' })
const Null = Type.Null()
const Person = Type.Object({ id: Type.String(), name: Type.Union([Type.String(), Null]) })

export const SupportViewSchema = Type.Object({
  id: Type.String(),
  accountId: Type.Integer({ description: 'For X-Account-Id' }),
  accountName: Type.String(),
  openedBy: Person,
  reason: Type.String({ description: 'The account holder reads it in the activity of the account' }),
  openedAt: Moment,
  expiresAt: Moment,
  status: Type.Enum(VIEW_STATUSES, { description: 'ENDED also where its time is over, or its session' }),
  endedAt: Type.Union([Moment, Null], { description: 'null: nobody has ended it' }),
  endedBy: Type.Union([Person, Null], { description: 'null: nobody has; its time was over, or its session' }),
})

/** The account does not learn which operator it is. */
export const OwnSupportViewSchema = Type.Object({
  id: Type.String(),
  reason: Type.String(),
  openedAt: Moment,
  expiresAt: Moment,
})

export const supportViewForm = (view: SupportView): Static<typeof SupportViewSchema> => ({
  id: view.id.toString(),
  accountId: view.accountId,
  accountName: view.accountName,
  openedBy: { id: view.openedBy, name: view.openedByName },
  reason: view.reason,
  openedAt: view.openedAt.toISOString(),
  expiresAt: view.expiresAt.toISOString(),
  status: view.isOpen ? ('OPEN' as const) : ('ENDED' as const),
  endedAt: view.endedAt?.toISOString() ?? null,
  endedBy: view.endedBy === null ? null : { id: view.endedBy, name: view.endedByName },
})

export const ownViewForm = ({ id, reason, openedAt, expiresAt }: SupportView): Static<typeof OwnSupportViewSchema> => ({
  id: id.toString(),
  reason,
  openedAt: openedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
