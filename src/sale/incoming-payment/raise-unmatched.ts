// The alert about money that waits for a person.
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import type { SaleDeps } from '../deps.ts'
import { type IncomingPayment, type IncomingPix, isOfLostSale } from './incoming-payment.ts'

/** Whose it is may show within a day: then the alert is raised (boleto-pix.ts). */
const mayBeOfBoleto = ({ unsure, received: { txid } }: IncomingPix) => unsure === true && txid !== null

export async function raiseUnmatched(
  tx: Transaction,
  { alerts }: Pick<SaleDeps, 'alerts'>,
  payment: IncomingPayment,
  incoming: IncomingPix,
): Promise<void> {
  await raiseContradicted(tx, alerts, payment, incoming)
  if (payment.status === 'RETURNING' && incoming.boleto?.isByCard) {
    const { accountId, id: receipt, reason, saleId } = payment
    await alerts.raiseInTx(tx, 'CARD_GOES_BACK', { accountId, receipt, reason, saleId }, about('receipt', payment))
  }
  if (payment.status !== 'UNACCEPTED' || mayBeOfBoleto(incoming)) return
  const { accountId, id, reason, saleId, txid } = payment
  const params = { accountId, receipt: id, reason, saleId }
  const subject = about('receipt', payment)
  if (isOfLostSale(reason, txid)) await alerts.raiseInTx(tx, 'PAYMENT_OF_LOST_SALE', { ...params, txid }, subject)
  else if (reason === 'UNCERTAIN_TRANSFER')
    await alerts.raiseInTx(
      tx,
      'TRANSFER_UNCERTAIN',
      { accountId, receipt: id, pspAccountId: payment.pspAccountId },
      subject,
    )
  else await alerts.raiseInTx(tx, 'PAYMENT_UNMATCHED', params, subject)
}

/** The reference named one sale; amount and payer spoke for others. */
async function raiseContradicted(
  tx: Transaction,
  alerts: SaleDeps['alerts'],
  payment: IncomingPayment,
  { transfer }: IncomingPix,
): Promise<void> {
  const { others = [] } = transfer ?? {}
  const { accountId, id, saleId } = payment
  const params = { accountId, receipt: id, saleId, others }
  if (others.length > 0) await alerts.raiseInTx(tx, 'TRANSFER_CONTRADICTED', params, about('receipt', payment))
}
