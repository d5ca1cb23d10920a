// Under which terms an account sells by card, and whether a request keeps to them and to those of its PSP.
import { cardPrice, isPartEnough, MAX_INSTALLMENTS, MIN_PART, onePrice } from '#kernel/card/installments.ts'
import { Failure } from '#kernel/failure.ts'
import { toReais } from '#kernel/money.ts'
import type { SettlementTerms } from '#kernel/terms/settlement.ts'
import { type Fees, feeOf, type Price, type Reserve } from '#kernel/terms/terms.ts'
import type { Buyer, CardCapabilities, Cards, Collect } from '#psp/collect/port.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { ChargeDeps } from '../deps.ts'
import { cardsOff } from '../guard/guard.ts'
import { NotSold } from '../terms.ts'
import { METHODS } from './card.ts'
import type { CardRequest, Funding } from './request.ts'
import { type CardTerms, findCardTerms } from './store.ts'

export interface CardOffer {
  pspAccountId: number
  price: Price
  reserve: Reserve
  settlement: SettlementTerms
  buyer: Buyer
}

/** The PSP's API of charges, where it takes cards. */
export type CardTaker = Collect & { readonly cards: Cards }

export async function takerOf(psps: PspDirectory, pspAccountId: number): Promise<CardTaker | null> {
  const { collect } = await psps.psp(pspAccountId)
  return collect?.cards === undefined ? null : { ...collect, cards: collect.cards }
}

export async function cardOfferFor(deps: ChargeDeps, request: CardRequest): Promise<CardOffer | Failure> {
  const { accountId, funding } = request
  const stored = await findCardTerms(deps.db, accountId)
  const pspAccountId = stored?.pspAccountId ?? null
  const taker = pspAccountId === null ? null : await takerOf(deps.psps, pspAccountId)
  const capabilities = taker?.capabilities.card ?? null
  if (stored === null || pspAccountId === null || !isSold(funding, stored, capabilities))
    return new NotSold('GENERAL_ERROR', `paymentMethod: ${METHODS[funding]} is not available for this account`)
  if (stored.offUntil !== null && stored.offUntil > deps.clock()) return cardsOff(stored.offUntil)
  const missing = missingIn(request, capabilities)
  if (missing !== null) return new Failure('INVALID_DATA', `${missing}: is required for a card`)
  const price = priceIn(request, stored.fees)
  if (price instanceof Failure) return price
  return { pspAccountId, price, reserve: stored.reserve, settlement: stored.settlement, buyer: buyerOf(request) }
}

/** A debit card is never charged without its holder having authenticated. */
export function isSold(
  funding: Funding,
  { fees, fundings }: Pick<CardTerms, 'fees' | 'fundings'>,
  capabilities: CardCapabilities | null,
): capabilities is CardCapabilities {
  if (capabilities === null || !fundings.includes(funding)) return false
  if (funding === 'credit') return fees.creditCard !== undefined
  return fees.debitCard !== undefined && capabilities.debit && capabilities.threeDs
}

function missingIn(request: CardRequest, { requiredFields }: CardCapabilities): string | null {
  const { card, customer, billingAddress, onPage = false } = request
  if (card.token === '' && !onPage) return 'card.token'
  if (customer.document === '') return 'customer.document'
  if (onPage) return null
  if (requiredFields.includes('email') && customer.email === '') return 'customer.email'
  if (requiredFields.includes('phone') && customer.phone === '') return 'customer.phone'
  return requiredFields.includes('address') && billingAddress === null ? 'billingAddress' : null
}

/** A fee never depends on the brand, which comes from the browser. */
function priceIn({ amount, installments, funding, onPage = false }: CardRequest, fees: Fees): Price | Failure {
  if (onPage) return onePrice(amount, fees) ?? ONE_PRICE_NEEDED
  if (funding === 'debit' && installments > 1)
    return new Failure('GENERAL_ERROR', 'installments: a debit card pays in one part')
  const price = funding === 'debit' ? (fees.debitCard ?? null) : cardPrice(fees, installments)
  if (price === null)
    return new Failure('GENERAL_ERROR', `installments: at most ${maxAgreedInstallments(fees)} for this account`)
  if (!isPartEnough(amount, installments))
    return new Failure('GENERAL_ERROR', `${installments === 1 ? 'amount' : 'installments'}: ${MIN_PART_MESSAGE}`)
  return feeOf(amount, price).total < amount
    ? price
    : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}

const ONE_PRICE_NEEDED = new Failure(
  'GENERAL_ERROR',
  'installments: are chosen at the payment provider, and have no one price for this account',
)

const MIN_PART_MESSAGE = `a part by card is of at least R$ ${toReais(MIN_PART)}`

const maxAgreedInstallments = ({ creditCardInstallments = [] }: Fees): number =>
  Math.min(creditCardInstallments.at(-1)?.to ?? 1, MAX_INSTALLMENTS)

function buyerOf({ customer: { name, document, email, phone }, billingAddress }: CardRequest): Buyer {
  return {
    name,
    document,
    ...(email !== '' && { email }),
    ...(phone !== '' && { phone }),
    ...(billingAddress !== null && { address: billingAddress }),
  }
}
