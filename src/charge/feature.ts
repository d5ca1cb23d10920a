// Charges as the rest of the gateway sees them: boletos and cards that are sold. It ends with what it has begun.
import type { BoletoOffer, CardOffer } from '#checkout/checkout.ts'
import type { DialectName } from '#http/failures.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { openInTime } from '#kernel/concurrency/in-time.ts'
import type { Failure } from '#kernel/failure.ts'
import type { CollectCharge } from '#psp/collect/port.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { BoletosOfSales } from '#sale/collect/boletos-of-sales.ts'
import type { ChargesOfSales } from '#sale/collect/charges-of-sales.ts'
import type { SaleKey } from '#sale/sale.ts'
import type { CardCharge } from './card/card.ts'
import { createCard } from './card/create.ts'
import { startDueParts } from './card/due-parts.ts'
import { doDueCard } from './card/due-work.ts'
import { compareListedCards, lookAtContestedCards } from './card/listed.ts'
import { findCardOffer } from './card/offer.ts'
import { leavePage } from './card/page.ts'
import type { CardRequest } from './card/request.ts'
import { findCard, leaseDueCards, makeCardDue } from './card/store.ts'
import type { Boleto } from './charge.ts'
import type { Created } from './conclude.ts'
import { createBoleto } from './create.ts'
import type { ChargeDeps } from './deps.ts'
import { doDueWork } from './due-work.ts'
import { startOldTokens } from './guard/old-tokens.ts'
import { startChargeLanes } from './lanes.ts'
import { concludeBoletos } from './report/apply-store.ts'
import { boletosOfSales } from './report/boletos-of-sales.ts'
import { lookAtContestedBoletos } from './report/look.ts'
import { applyNotice, compareListed } from './report/notice.ts'
import type { BoletoRequest } from './request.ts'
import { findBoleto, leaseDue } from './store.ts'
import { findBoletoOffer } from './terms.ts'

/** What the booking of a sale does with its charge. */
export const chargesOfSales: ChargesOfSales = { conclude: concludeBoletos }

export interface Charges extends AsyncDisposable {
  /** What sales have done with their boletos at the PSP. */
  readonly ofSales: BoletosOfSales
  /** Sells by boleto. Under a key the answer is kept, a refusal in the shape of the dialect. */
  create(request: BoletoRequest, key: KeyRequest | null, dialect?: DialectName): Promise<Created | Replayed | Failure>
  /** Sells by card, only under a key. */
  createByCard(request: CardRequest, key: KeyRequest | null): Promise<Created | Replayed | Failure>
  /** The caller has its answer: the events of the sale may go out. */
  publish(created: Created): void
  /** A callback has named this token of charges: what the PSP says of them is applied. */
  applyNotice(pspAccountId: number, token: string): Promise<Applied>
  /** A page of the PSP's own list of paid charges. Answers how many of ours are unknown here. */
  compareListed(pspAccountId: number, page: CollectCharge[]): Promise<{ orphans: number }>
  /** The same of cards. */
  compareListedCards(pspAccountId: number, page: CollectCharge[]): Promise<{ orphans: number }>
  /** What has become of payments that cardholders contest. */
  lookAtContestedCards(pspAccountId: number): Promise<void>
  /** What has become of boletos whose money is contested. */
  lookAtContestedBoletos(pspAccountId: number): Promise<void>
  /** As it is kept beside its sale; null: the sale is not by boleto. */
  find(sale: SaleKey): Promise<Boleto | null>
  /** The same of a sale by card. */
  findCard(sale: SaleKey): Promise<CardCharge | null>
  /** The PSP is asked at once what became of the card of this sale. */
  lookSoon(sale: SaleKey): Promise<void>
  /** Its buyer will not pay on the PSP's page; false: it may have been paid there, and is looked up. */
  leavePage(sale: SaleKey): Promise<boolean>
  /** null: the account may not sell by boleto now. */
  offer(accountId: number): Promise<BoletoOffer | null>
  /** null: the account may not sell by card at the checkout now. */
  cardOffer(accountId: number): Promise<CardOffer | null>
  /** A row has become due. */
  wake(): void
}

/** For sales, which are opened before them. */
export const boletosForSales = (feature: () => Charges): BoletosOfSales => ({
  close: (sale, by) => feature().ofSales.close(sale, by),
  lookUp: sale => feature().ofSales.lookUp(sale),
})

export function openCharges(deps: ChargeDeps): Charges {
  const work = startChargeLanes(deps, { name: 'boletos', lease: leaseDue, work: doDueWork })
  const cardWork = startChargeLanes(deps, { name: 'cards', lease: leaseDueCards, work: doDueCard })
  const dueParts = startDueParts(deps)
  const oldTokens = startOldTokens(deps)
  const inTime = openInTime()
  return {
    ofSales: boletosOfSales(deps),
    create: (request, key, dialect) => createBoleto(deps, request, key, dialect),
    createByCard: (request, key) => createCard({ ...deps, inTime }, request, key),
    publish: ({ pendingDeliveries }) => deps.outbox.send(pendingDeliveries),
    applyNotice: (pspAccountId, token) => applyNotice(deps, pspAccountId, token),
    compareListed: (pspAccountId, page) => compareListed(deps, pspAccountId, page),
    compareListedCards: (pspAccountId, page) => compareListedCards(deps, pspAccountId, page),
    lookAtContestedCards: pspAccountId => lookAtContestedCards(deps, pspAccountId),
    lookAtContestedBoletos: pspAccountId => lookAtContestedBoletos(deps, pspAccountId),
    find: ({ accountId, id }) => findBoleto(deps.db, { accountId, id }),
    findCard: ({ accountId, id }) => findCard(deps.db, { accountId, id }),
    async lookSoon(sale) {
      await makeCardDue(deps.db, sale, deps.clock())
      cardWork.wake()
    },
    async leavePage(sale) {
      const isLeft = await leavePage(deps, sale)
      cardWork.wake()
      return isLeft
    },
    offer: accountId => findBoletoOffer(deps, accountId),
    cardOffer: accountId => findCardOffer(deps, accountId),
    wake() {
      work.wake()
      cardWork.wake()
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([work.stop(), cardWork.stop(), dueParts.stop(), oldTokens.stop(), inTime.idle()])
    },
  }
}
