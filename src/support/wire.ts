// A view for support as the operator reads it.
import { type Static, Type } from 'typebox'
import type { SupportView } from './support-view.ts'

const Moment = Type.String({ format: 'date-time' })
const Null = Type.Null()

export const SupportViewSchema = Type.Object({
  id: Type.String(),
  accountId: Type.Integer({ description: 'For X-Account-Id' }),
  accountName: Type.String(),
  openedBy: Type.Object({ id: Type.String(), name: Type.Union([Type.String(), Null]) }),
  reason: Type.String({ description: 'The account holder reads it in the activity of the account' }),
  openedAt: Moment,
  expiresAt: Moment,
  endedAt: Type.Union([Moment, Null], { description: 'null: nobody has ended it' }),
})

export const supportViewForm = (view: SupportView): Static<typeof SupportViewSchema> => ({
  id: view.id.toString(),
  accountId: view.accountId,
  accountName: view.accountName,
  openedBy: { id: view.openedBy, name: view.openedByName },
  reason: view.reason,
  openedAt: view.openedAt.toISOString(),
  expiresAt: view.expiresAt.toISOString(),
  endedAt: view.endedAt?.toISOString() ?? null,
})
