// Under which terms an account sells by boleto, and whether a request keeps to them and to those of its PSP. A method without a price, or
// without a PSP that makes it, is not sold.
import type { BoletoOffer } from '#checkout/checkout.ts'
import { addDays, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { type Centavos, centavos, toReais } from '#kernel/money.ts'
import { feeOf, type Price, type Reserve } from '#kernel/terms/terms.ts'
import type { Buyer, CollectCapabilities } from '#psp/collect/port.ts'
import type { BoletoTerms } from './charge.ts'
import type { ChargeDeps } from './deps.ts'
import type { BoletoRequest } from './request.ts'
import { findTerms } from './terms-store.ts'

/** What a boleto is sold under. */
export interface Offer {
  pspAccountId: number
  price: Price
  reserve: Reserve
  terms: BoletoTerms
  buyer: Buyer
}

/** An account that does not sell boletos is told so whatever else is wrong; its key is as unused as before. */
export class NotSold extends Failure {}

export async function offerFor(deps: ChargeDeps, request: BoletoRequest): Promise<Offer | Failure> {
  const stored = await findTerms(deps.db, request.accountId)
  const price = stored?.fees.boleto
  const pspAccountId = stored?.pspAccountId ?? null
  const collect = pspAccountId === null ? undefined : (await deps.psps.psp(pspAccountId)).collect
  if (
    stored === null ||
    pspAccountId === null ||
    price === undefined ||
    !collect?.boletos ||
    !collect.capabilities.boleto
  )
    return new NotSold('GENERAL_ERROR', 'paymentMethod: BOLETO is not available for this account')
  const terms = termsIn(request, collect.capabilities.boleto.maxDueDays, dateAt(deps.clock()))
  const refused = terms instanceof Failure ? terms : refusal(request, collect.capabilities, price)
  if (refused !== null) return refused
  return { pspAccountId, price, reserve: stored.reserve, terms: terms as BoletoTerms, buyer: buyerOf(request) }
}

const MAX_DUE_DAYS = 1_095

function termsIn({ boleto }: BoletoRequest, maxDueDays: number, today: LocalDate): BoletoTerms | Failure {
  const lastDay = addDays(today, Math.min(MAX_DUE_DAYS, maxDueDays))
  const dueOn = boleto.dueDate ?? addDays(today, boleto.dueInDays)
  if (dueOn < today || dueOn > lastDay)
    return invalid(boleto.dueDate === null ? 'boleto.dueInDays' : 'boleto.dueDate', `a day from ${today} to ${lastDay}`)
  const { payableDaysAfterDue, fineBasisPoints, interestMonthlyBasisPoints, message } = boleto
  return { dueOn, payableDaysAfterDue, fineBasisPoints, interestMonthlyBasisPoints, message }
}

function refusal(request: BoletoRequest, capabilities: CollectCapabilities, price: Price): Failure | null {
  const { amount, customer } = request
  const required = capabilities.boleto?.requiredFields ?? []
  if (customer.document === '') return missing('customer.document')
  if (required.includes('email') && customer.email === '') return missing('customer.email')
  if (required.includes('phone') && customer.phone === '') return missing('customer.phone')
  if (required.includes('address') && request.address === null) return missing('customer.address')
  if (amount < capabilities.minimum)
    return new Failure('GENERAL_ERROR', `amount: a boleto is of at least R$ ${toReais(capabilities.minimum)}`)
  if (amount > MAX_AMOUNT)
    return new Failure('GENERAL_ERROR', `amount: a boleto is of at most R$ ${toReais(MAX_AMOUNT)}`)
  return feeOf(amount, price).total < amount
    ? null
    : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}

/** Ten digits of a bar code. */
const MAX_AMOUNT: Centavos = centavos(9_999_999_999n)

const missing = (field: string): Failure => new Failure('INVALID_DATA', `${field}: is required for a boleto`)

function buyerOf({ customer: { name, document, email, phone }, address }: BoletoRequest): Buyer {
  return {
    name,
    document,
    ...(email !== '' && { email }),
    ...(phone !== '' && { phone }),
    ...(address !== null && { address }),
  }
}

/** For those who offer boletos before one is requested. Null: no price is agreed, or no PSP account makes its boletos. */
export async function findBoletoOffer(
  { db, psps }: Pick<ChargeDeps, 'db' | 'psps'>,
  accountId: number,
): Promise<BoletoOffer | null> {
  const terms = await findTerms(db, accountId)
  if (terms === null || terms.pspAccountId === null || terms.fees.boleto === undefined) return null
  const { collect } = await psps.psp(terms.pspAccountId)
  if (collect?.boletos === undefined || collect.capabilities.boleto === null) return null
  return { minimum: collect.capabilities.minimum, requiredFields: collect.capabilities.boleto.requiredFields }
}
