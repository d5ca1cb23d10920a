// A PSP may list the Pix by which a boleto was paid a second time, among what was received, under a txid of its own. The charge says that money
// has come, and by neither the Pix nor the boleto can it be told that they are one. Where exactly one payment of a boleto and exactly one such
// Pix have the same amount at the same time, they are: the Pix is booked out, and the payment takes its end-to-end id. What fits nothing
// within a day, or fits twice, is left to a person, who decides about no such Pix before the boletos of that day have been read.
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import { later, MINUTE_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { SaleDeps } from '../deps.ts'
import { isDisputed } from '../dispute/store.ts'
import {
  type FoundPair,
  findPairs,
  findStrangers,
  isGoneWithoutKey,
  takeEndToEndId,
  WAIT_MS,
} from './boleto-pix-store.ts'
import type { IncomingPayment } from './incoming-payment.ts'
import { bookMove } from './postings.ts'
import { lockIncomingPayments, lockPix, updateIncomingPayments } from './store.ts'

/** The two are reported apart by so much at most. */
const APART_MS = 15 * MINUTE_MS

/** Not before then can it be told that a Pix is no boleto's. `since`: it has waited so long already. */
export const mayBeOfBoletoUntil = ({ txid }: Pick<IncomingPayment, 'txid'>, since: Date | null): Date | null =>
  since === null || (txid !== null && accountOfPspId(txid) !== null) ? null : later(since, WAIT_MS)

/** `upTo`: everything that was paid before has been reported. */
export async function matchBoletoPix(deps: SaleDeps, pspAccountId: number, upTo: Date): Promise<void> {
  const until = new Date(upTo.getTime() - APART_MS)
  for (const pair of await findPairs(deps.db, { pspAccountId, until, apartMs: APART_MS }))
    await deps.db.transaction(tx => makeOne(tx, deps, pair))
  const before = new Date(upTo.getTime() - WAIT_MS)
  for (const { accountId, id, saleId, reason } of await findStrangers(deps.db, pspAccountId, before))
    deps.alerts.raiseOnce(
      'PAYMENT_UNMATCHED',
      { accountId, receipt: id, reason, saleId },
      about('receipt', { accountId, id }),
      `${accountId}/${id} of no boleto`,
    )
}

async function makeOne(tx: Transaction, { clock }: SaleDeps, { pix, boleto }: FoundPair): Promise<void> {
  const now = clock()
  await lockPix(tx, [pix.endToEndId, boleto.endToEndId])
  const books = await openBooks(tx, [pix.accountId, boleto.accountId], now)
  const locked = await lockIncomingPayments(tx, [pix, boleto])
  const stranger = locked.find(({ accountId, id }) => accountId === pix.accountId && id === pix.id)
  const payment = locked.find(({ accountId, id }) => accountId === boleto.accountId && id === boleto.id)
  if (stranger?.status !== 'UNACCEPTED' || payment === undefined) return
  if (payment.endToEndId !== payment.chargePaymentId) return
  if (payment.status === 'MOVED' || (await isGoneWithoutKey(tx, payment))) return
  if (await isDisputed(tx, pix.endToEndId)) return
  bookMove(books, stranger)
  await books.write()
  const { accountId, id } = stranger
  await updateIncomingPayments(tx, [{ accountId, id, status: 'MOVED', movedToAccountId: payment.accountId }])
  await takeEndToEndId(tx, payment, stranger)
}
