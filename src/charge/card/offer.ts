// For those who offer cards before one is paid: of which kinds, in how many parts, and where the buyer types the number. That is a frame of the
// PSP's own origin; the checkout itself never sees it.
import type { CardFrame, CardOffer } from '#checkout/checkout.ts'
import { isPartEnough, maxInstallmentsOf } from '#kernel/card/installments.ts'
import type { Centavos } from '#kernel/money.ts'
import type { CardMethod } from '#kernel/terms/checkout-methods.ts'
import { type Fees, feeOf } from '#kernel/terms/terms.ts'
import type { ChargeDeps } from '../deps.ts'
import { fundingOf } from './card.ts'
import { type CardTerms, findCardTerms } from './store.ts'
import { type CardTaker, isSold, takerOf } from './terms.ts'

const KINDS: readonly CardMethod[] = ['CREDIT_CARD', 'DEBIT_CARD']

/** null: no price is agreed, no PSP account takes its cards, or there is no frame in which one could be typed. */
export async function findCardOffer(
  { db, psps, clock }: Pick<ChargeDeps, 'db' | 'psps' | 'clock'>,
  accountId: number,
): Promise<CardOffer | null> {
  const terms = await findCardTerms(db, accountId)
  if (terms?.pspAccountId == null || isOff(terms, clock())) return null
  const taker = await takerOf(psps, terms.pspAccountId)
  const capabilities = taker?.capabilities.card ?? null
  const frame = taker === null ? null : frameOf(taker, terms)
  if (taker === null || capabilities === null || frame === null) return null
  const methods = KINDS.filter(method => isSold(fundingOf(method), terms, capabilities))
  if (methods.length === 0) return null
  const { minimum } = taker.capabilities
  const { fees } = terms
  return {
    methods,
    needs: capabilities.needs,
    maxInstallments: (method, amount) => (amount < minimum ? 0 : partsOf(method, amount, fees)),
    frame,
  }
}

/** Too many were declined. */
const isOff = ({ offUntil }: CardTerms, now: Date): boolean => offUntil !== null && offUntil > now

function partsOf(method: CardMethod, amount: Centavos, fees: Fees): number {
  if (method === 'CREDIT_CARD') return maxInstallmentsOf(amount, fees)
  const { debitCard } = fees
  return debitCard !== undefined && isPartEnough(amount, 1) && feeOf(amount, debitCard).total < amount ? 1 : 0
}

function frameOf({ cards }: CardTaker, { entry, entryOrigin }: CardTerms): CardFrame | null {
  const { framePath } = cards
  if (entry !== 'frame' || entryOrigin === null || framePath === undefined) return null
  return {
    origin: entryOrigin,
    address: ({ origin, language, method }) =>
      entryOrigin + framePath({ origin, language, funding: fundingOf(method) }),
  }
}
