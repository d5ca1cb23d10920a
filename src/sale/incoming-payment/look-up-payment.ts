// Looks up at its PSP whether a sale has been paid, and books what came: for decisions that must not rest on our books alone,
// because a callback may have been lost.
import { chargeOf } from '../charge.ts'
import type { SaleDeps } from '../deps.ts'
import type { Sale } from '../sale.ts'
import { bookIncomingPayments } from './book.ts'

/** False where the PSP gives no answer. */
export async function lookUpPayment(deps: SaleDeps, sale: Sale): Promise<boolean> {
  if (sale.chargeKind === 'collect') return deps.boletos.lookUp(sale)
  const { accountId, pspAccountId } = sale
  const charge = await chargeOf(deps.psps, sale)
  const found = await charge.find()
  if (found.kind !== 'done') return false
  const payments = found.value?.payments ?? []
  await bookIncomingPayments(
    deps,
    payments.map(received => ({ accountId, pspAccountId, received })),
  )
  return true
}
