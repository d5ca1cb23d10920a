// What the audit log says of a sale that a person requested or cancelled.
import type { Actor, Entry } from '#audit/audit.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { Sale } from '../sale.ts'

export const requestedBy = (actor: Actor, sale: Sale): Entry => ({ ...entryOf(sale), actor, action: 'sale.requested' })

export const cancelledBy = (actor: Actor, sale: Sale): Entry => ({ ...entryOf(sale), actor, action: 'sale.cancelled' })

const entryOf = ({ accountId, uuid, amount }: Sale) => ({
  accountId,
  subject: 'sale',
  subjectId: uuid,
  detail: { amount: toCentsNumber(amount) },
})
