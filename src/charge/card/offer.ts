// For those who offer cards before one is paid: of which kinds, in how many parts, and where the buyer types the number. That is a frame of the
// PSP's own origin, or its own page; the checkout itself never sees it.
import type { CardOffer } from '#checkout/checkout.ts'
import { isPartEnough, maxInstallmentsOf, onePrice } from '#kernel/card/installments.ts'
import type { Centavos } from '#kernel/money.ts'
import type { CardMethod } from '#kernel/terms/checkout-methods.ts'
import { type Fees, feeOf } from '#kernel/terms/terms.ts'
import type { ChargeDeps } from '../deps.ts'
import { fundingOf } from './card.ts'
import { type CardTerms, findCardTerms } from './store.ts'
import { type CardTaker, isSold, takerOf } from './terms.ts'

const KINDS: readonly CardMethod[] = ['CREDIT_CARD', 'DEBIT_CARD']

/** null: no price is agreed, no PSP account takes its cards, or there is no place of its provider where one could be typed. */
export async function findCardOffer(
  { db, psps, clock }: Pick<ChargeDeps, 'db' | 'psps' | 'clock'>,
  accountId: number,
): Promise<CardOffer | null> {
  const terms = await findCardTerms(db, accountId)
  if (terms?.pspAccountId == null || isOff(terms, clock())) return null
  const taker = await takerOf(psps, terms.pspAccountId)
  const capabilities = taker?.capabilities.card ?? null
  const entry = taker === null ? null : entryOf(taker, terms)
  if (taker === null || capabilities === null || entry === null) return null
  const sold = KINDS.filter(method => isSold(fundingOf(method), terms, capabilities))
  const isPage = entry.kind === 'page'
  const methods = isPage ? sold.filter(method => method === 'CREDIT_CARD') : sold
  if (methods.length === 0) return null
  const { minimum } = taker.capabilities
  const { fees } = terms
  const parts = isPage ? partsOnPage : partsOf
  return {
    methods,
    // The provider's page asks for them itself.
    requiredFields: isPage ? [] : capabilities.requiredFields,
    maxInstallments: (method, amount) => (amount < minimum ? 0 : parts(method, amount, fees)),
    entry,
  }
}

/** The provider offers all that are possible. */
const partsOnPage = (_method: CardMethod, amount: Centavos, fees: Fees): number =>
  onePrice(amount, fees) === null ? 0 : maxInstallmentsOf(amount, fees)

/** Too many were declined. */
const isOff = ({ offUntil }: CardTerms, now: Date): boolean => offUntil !== null && offUntil > now

function partsOf(method: CardMethod, amount: Centavos, fees: Fees): number {
  if (method === 'CREDIT_CARD') return maxInstallmentsOf(amount, fees)
  const { debitCard } = fees
  return debitCard !== undefined && isPartEnough(amount, 1) && feeOf(amount, debitCard).total < amount ? 1 : 0
}

function entryOf({ cards }: CardTaker, { entry, entryOrigin }: CardTerms): CardOffer['entry'] | null {
  if (entryOrigin === null) return null
  if (entry === 'redirect') return cards.openPage === undefined ? null : { kind: 'page' }
  const { framePath } = cards
  if (entry !== 'frame' || framePath === undefined) return null
  return {
    kind: 'frame',
    origin: entryOrigin,
    address: ({ origin, language, method }) =>
      entryOrigin + framePath({ origin, language, funding: fundingOf(method) }),
  }
}
