// A sale of the sandbox bank is paid with play money, as its buyer would: the bank then reports it like any other payment, so
// that nothing is booked here. Sales of other PSP accounts cannot be paid so.
import { type Actor, record } from '#audit/audit.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { isPlayedPayer } from '#kernel/sandbox/outcomes.ts'
import type { PaidHow, SandboxBuyer } from '#psp/adapters/sandbox-buyer.ts'
import type { Outcome } from '#psp/port.ts'
import { sweepSoon } from '#psp/sweep/store.ts'
import type { SaleDeps } from '../deps.ts'
import type { Sale } from '../sale.ts'
import { findSaleByCode } from './store.ts'

/** Whether there is anything to simulate. */
export async function canSimulatePayment({ psps }: Pick<SaleDeps, 'psps'>, sale: Sale): Promise<boolean> {
  return isOpen(sale) && (await psps.sandboxBuyer(sale.pspAccountId)) !== null
}

export async function simulatePayment(
  deps: SaleDeps,
  sale: Sale,
  actor: Actor,
  how: PaidHow = {},
): Promise<true | Failure> {
  const buyer = await deps.psps.sandboxBuyer(sale.pspAccountId)
  if (buyer === null) return notFound('Sandbox bank of this sale')
  if (!(how.evenIfEnded === true ? hasCode(sale) : isOpen(sale)))
    return new Failure('CONFLICT', `The sale is ${sale.status} and cannot be paid`)
  const paid = await payBy(buyer, sale, how)
  if (paid.kind === 'refused') return new Failure('CONFLICT', `The sandbox bank refused the payment: ${paid.reason}`)
  if (paid.kind === 'unknown')
    return new Failure('PSP_UNAVAILABLE', 'The sandbox bank did not answer; please look again')
  await deps.db.transaction(tx => record(tx, [simulatedBy(actor, sale, how)], deps.clock()))
  if (sale.bankTransfer !== undefined)
    await sweepSoon(deps.db, { pspAccountId: sale.pspAccountId, list: 'received' }, deps.clock())
  return true
}

export interface PaidCode extends PaidHow {
  accountId: number
  /** As the buyer copies it. */
  code: string
}

/** The same by the code of a sale of this account. */
export async function payCode(
  deps: SaleDeps,
  { accountId, code, ...how }: PaidCode,
  actor: Actor,
): Promise<Sale | Failure> {
  const sale = await findSaleByCode(deps.db, accountId, code)
  if (sale === null) return notFound('Sale with this code')
  const paid = await simulatePayment(deps, sale, actor, how)
  return paid instanceof Failure ? paid : sale
}

const hasCode = ({ brCode, charge }: Sale): boolean => brCode !== null || (charge?.line ?? null) !== null

const isOpen = (sale: Sale): boolean => sale.status === 'PENDENTE' && (hasCode(sale) || sale.bankTransfer !== undefined)

function payBy(buyer: SandboxBuyer, sale: Sale, how: PaidHow): Promise<Outcome<true>> {
  const { amount, brCode, charge, bankTransfer, customer } = sale
  const { name, document } = customer
  if (bankTransfer !== undefined) return buyer.transfer({ amount, reference: bankTransfer.reference, name, document })
  if (charge !== null) return buyer.payBoleto({ brCode, line: charge.line }, how)
  // A customer of such a name is the buyer that the test bank knows by it; any other pays as its test buyer.
  const played = isPlayedPayer(name) ? name : undefined
  return buyer.pay(brCode ?? '', { ...how, payerName: how.payerName ?? played })
}

const simulatedBy = (actor: Actor, { accountId, uuid, amount }: Sale, how: PaidHow) => ({
  accountId,
  actor,
  action: 'sale.payment-simulated',
  subject: 'sale',
  subjectId: uuid,
  detail: { amount: toCentsNumber(how.amount ?? amount) },
})
