// The bank's own truth about what it paid and what it received, for tests that compare it with the gateway's.
import { toReais } from '#kernel/money.ts'
import { promisedOf } from '../devolucao/store.ts'
import { type Payout, returnsOf } from '../payout/store.ts'
import type { Pix } from '../pix/store.ts'
import type { Bank } from '../resources.ts'

export function paymentWire(bank: Bank, payout: Payout) {
  const back = returnsOf(bank, payout.endToEndId).reduce((sum, { amount }) => sum + amount, 0n)
  return {
    endToEndId: payout.endToEndId,
    idEnvio: payout.idEnvio,
    amount: toReais(payout.amount),
    returned: toReais(back as Payout['amount']),
    status: payout.status,
    pixKey: payout.favorecidoChave,
    requestedAt: new Date(payout.requestedAt).toISOString(),
    settledAt: payout.settledAt === null ? null : new Date(payout.settledAt).toISOString(),
  }
}

export function receiptWire(bank: Bank, pix: Pix) {
  return {
    endToEndId: pix.endToEndId,
    txid: pix.txid,
    amount: toReais(pix.amount),
    /** Returned or about to be. */
    returned: toReais(promisedOf(bank, pix.endToEndId)),
    receivedAt: new Date(pix.receivedAt).toISOString(),
    payer: pix.payer,
  }
}
