// The first payment of a recurrence that is not authorised. Payment and authorisation are one act of the payer in journey 3, but the bank
// may settle the one and fail at the other: then the sale is paid, and its seller is told that the recurrence is not authorised. In
// journey 4 both lead their own lives. Pure.
import { DAY_MS, later, MINUTE_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import type { Recurrence } from '../recurrence.ts'

/** After a payment the authorisation is waited for so long, before the seller is alerted; and so long, before it is given up. */
const ALERTED_AFTER_MS = 60 * MINUTE_MS
const GIVEN_UP_AFTER_MS = DAY_MS

export type Unauthorized =
  | { kind: 'wait' }
  /** Its seller has to know. */
  | { kind: 'alert' }
  | { kind: 'cancel'; reason: string }

/** What becomes of one that is CRIADA, as the PSP has just said. `sale`: of its first payment. */
export function judgeUnauthorized(recurrence: Recurrence, sale: Sale | null, now: Date): Unauthorized {
  if (recurrence.cancelRequestedAt !== null) return { kind: 'wait' }
  if (recurrence.journey === 3 && sale !== null) return judgePaid(recurrence, sale, now)
  return isPast(recurrence.authorizeUntil, now) ? { kind: 'cancel', reason: NOT_AUTHORIZED } : { kind: 'wait' }
}

function judgePaid({ authorizeUntil, alert }: Recurrence, sale: Sale, now: Date): Unauthorized {
  const { completedAt, status } = sale
  if (completedAt === null)
    return status === 'PENDENTE' || status === 'EM_PROCESSAMENTO'
      ? { kind: 'wait' }
      : { kind: 'cancel', reason: NOT_PAID }
  if (isPast(authorizeUntil, now) && isPast(later(completedAt, GIVEN_UP_AFTER_MS), now))
    return { kind: 'cancel', reason: NOT_AUTHORIZED }
  const isDue = alert !== 'PAGO_SEM_AUTORIZACAO' && isPast(later(completedAt, ALERTED_AFTER_MS), now)
  return isDue ? { kind: 'alert' } : { kind: 'wait' }
}

const isPast = (time: Date | null, now: Date): boolean => time !== null && now >= time

const NOT_AUTHORIZED = 'Não autorizada no prazo'
const NOT_PAID = 'O primeiro pagamento não foi feito'
