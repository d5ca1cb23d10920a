// A sale that will not be paid: expired, cancelled by the seller, or left behind by a creation that was never finished. The PSP
// removes the charge first and the sale ends after that, so that no code stays payable for a sale that has ended. A charge that
// turns out to have been paid is booked instead.
import { type Actor, record } from '#audit/audit.ts'
import type { PathId } from '#http/request/path-id.ts'
import { about } from '#kernel/alert-subject.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Charge } from '#psp/port.ts'
import { chargeOf } from './charge.ts'
import type { Closing } from './collect/boletos-of-sales.ts'
import type { SaleDeps } from './deps.ts'
import { bookIncomingPayments } from './incoming-payment/book.ts'
import { cancelledBy } from './panel/audit.ts'
import { moved, type Sale } from './sale.ts'
import { findSale, lockSales, putOff, recordGivenUp, updateSales } from './store.ts'
import { isRecovering } from './transfer/store.ts'
import { eventsOf } from './wire.ts'

/** Who closes it; null: its time is over. */
type Closer = Actor | null

/** So long after its time a charge cannot be paid any more, also where the PSP does not remove it. */
const SURELY_EXPIRED_MS = HOUR_MS

/** Has the charge removed and ends the sale. Where the PSP gives no answer a creation has been given up nevertheless. */
export async function closeSale(deps: SaleDeps, sale: Sale, closer: Closer = null): Promise<Closing> {
  if (sale.chargeKind === 'collect') return deps.boletos.close(sale, closer)
  if (sale.status === 'EM_PROCESSAMENTO' && !(await recordGivenUp(deps.db, sale))) return COME_FURTHER
  const charge = await chargeOf(deps.psps, sale)
  const removed = await charge.remove()
  if (removed.kind === 'unknown')
    return { kind: 'unknown', reason: removed.reason, ...(removed.unsent && { unsent: true }) }
  // Refused: paid, gone already, or never there.
  const found = removed.kind === 'done' ? removed : await charge.find()
  if (found.kind !== 'done') return { kind: 'unknown', reason: found.reason }
  if (found.value === null) return end(deps, sale, closer)
  const { state, payments } = found.value
  const { accountId, pspAccountId } = sale
  await bookIncomingPayments(
    deps,
    payments.map(received => ({ accountId, pspAccountId, received })),
  )
  return state === 'removed' || isPaid(found.value) || (state === 'open' && surelyExpired(deps, sale))
    ? end(deps, sale, closer)
    : { kind: 'unknown', reason: `the charge is ${state} at the PSP, which does not take it away` }
}

const COME_FURTHER: Closing = { kind: 'unknown', reason: 'it has come further meanwhile' }

/** What was paid with money that the sale did not accept cannot be paid any more, and ends all the same. */
const isPaid = ({ state, payments }: Charge) =>
  state === 'paid' ? payments.length > 0 : payments.some(({ amount }) => amount > 0n)

const surelyExpired = ({ clock }: SaleDeps, { expiresAt }: Sale) =>
  clock().getTime() > expiresAt.getTime() + SURELY_EXPIRED_MS

/** PENDENTE becomes CANCELADO. A creation that was never finished becomes FALHA without an event: it was never published. */
async function end(deps: SaleDeps, { accountId, txid }: Sale, closer: Closer): Promise<Closing> {
  const { pendingDeliveries, kind } = await deps.db.transaction(async tx => {
    const now = deps.clock()
    const [sale] = await lockSales(tx, [{ accountId, txid }])
    if (sale?.status !== 'PENDENTE' && sale?.status !== 'EM_PROCESSAMENTO')
      return { pendingDeliveries: [], kind: sale?.completedAt ? ('paid' as const) : ('closed' as const) }
    const ended = moved(sale, sale.status === 'PENDENTE' ? 'CANCELADO' : 'FALHA', now)
    await updateSales(tx, [{ sale: ended, dueAt: null }])
    await deps.carts.giveBack(tx, ended)
    if (closer !== null) await record(tx, [cancelledBy(closer, ended)], now)
    const events = ended.status === 'CANCELADO' ? eventsOf(ended) : []
    return { pendingDeliveries: (await deps.outbox.write(tx, events, now)).flat(), kind: 'closed' as const }
  })
  deps.outbox.send(pendingDeliveries)
  return { kind }
}

export interface CancelSaleRequest {
  accountId: number
  id: PathId
  actor: Actor
}

/** The seller's cancellation of a sale that waits to be paid. One that is cancelled already is answered as it is. */
export async function cancelSale(deps: SaleDeps, { accountId, id, actor }: CancelSaleRequest): Promise<Sale | Failure> {
  const sale = await findSale(deps.db, accountId, id)
  if (sale === null) return notFound('Sale')
  if (sale.status === 'CANCELADO') return sale
  if (sale.status !== 'PENDENTE') return inState(sale)
  const closing = await closeSale(deps, sale, actor)
  if (closing.kind === 'unknown')
    return new Failure(
      'PSP_UNAVAILABLE',
      'The payment provider did not answer. The sale is unchanged; please try again.',
      {
        retryAfterSeconds: 10,
      },
    )
  const after = (await findSale(deps.db, accountId, { number: sale.id })) ?? sale
  return closing.kind === 'paid' ? inState(after) : after
}

const inState = ({ status }: Sale) =>
  new Failure(
    'CONFLICT',
    status === 'PENDENTE'
      ? 'The boleto has been paid at a bank, and waits to be credited'
      : `A sale that is ${status} cannot be cancelled`,
  )

/** An expired sale, or a creation left behind. Where the PSP gives no answer, it is asked again. */
export async function closeOverdue(deps: SaleDeps, sale: Sale): Promise<void> {
  // No PSP is asked about a transfer, and in recovery the database may have forgotten what has paid it.
  if (sale.chargeKind === 'transfer' && (await isRecovering(deps.db))) {
    await putOff(deps.db, sale, new Date(deps.clock().getTime() + MINUTE_MS))
    return
  }
  const closing = await closeSale(deps, sale)
  if (closing.kind !== 'unknown') return
  const now = deps.clock()
  if (closing.unsent !== true && now.getTime() >= overSince(sale).getTime() + OVERDUE_MS) {
    const { accountId, id, uuid, txid, pspAccountId } = sale
    const params = { accountId, sale: id, saleUuid: uuid, txid, pspAccountId, reason: closing.reason }
    deps.alerts.raiseOnce('SALE_NOT_CLOSED', params, about('sale', sale), uuid)
  }
  await putOff(deps.db, sale, new Date(now.getTime() + MINUTE_MS))
}

/** For this long the PSP is asked once a minute, before an alert is raised. */
const OVERDUE_MS = HOUR_MS

const overSince = ({ status, expiresAt, createdAt }: Sale): Date => (status === 'PENDENTE' ? expiresAt : createdAt)
