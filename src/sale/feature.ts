// Sales as the rest of the gateway sees them: their verbs, the work that sales and refunds owe, and the batches of both. It
// ends with what it has begun.
import type { Actor } from '#audit/audit.ts'
import { batched } from '#db/batched.ts'
import type { RecordAction } from '#http/audited-action.ts'
import type { DialectName } from '#http/failures.ts'
import type { PathId } from '#http/request/path-id.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Commands } from '#proposal/proposal.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { Payout, Received } from '#psp/port.ts'
import type { SaleRequest } from './begin.ts'
import { type ChargePage, hasChargePage, openChargePage } from './charge-page/charge-page.ts'
import { makeChargeLinks } from './charge-page/link.ts'
import { type CancelSaleRequest, cancelSale } from './close.ts'
import { type SalesOfCharges, salesOfCharges } from './collect/collect-sale.ts'
import { type Created, createSale } from './create.ts'
import { refuseCycle, type SalesOfCycles } from './cycle/cycle-sale.ts'
import type { SaleDeps } from './deps.ts'
import { SALES_UNDER_DISPUTE, type SalesUnderDispute } from './dispute/disputed-sale.ts'
import {
  chargeFirst,
  type FirstPayments,
  insertFirst,
  lockFirst,
  openFirstSale,
} from './first-payment/first-payment.ts'
import { closeFirstSoon, giveUpFirst } from './first-payment/store.ts'
import { matchBoletoPix } from './incoming-payment/boleto-pix.ts'
import { bookIncomingPayments } from './incoming-payment/book.ts'
import { compareReceived } from './incoming-payment/compare.ts'
import { creditIncomingPayment } from './incoming-payment/decision/credit.ts'
import type { Deciding } from './incoming-payment/decision/decision.ts'
import { type Returning, returnIncomingPayment } from './incoming-payment/decision/return.ts'
import { handleIncoming, settleReceived } from './incoming-payment/handle.ts'
import type { IncomingPaymentKey, IncomingPix } from './incoming-payment/incoming-payment.ts'
import type { ShownIncomingPayment } from './incoming-payment/list-store.ts'
import { lookUpPayment } from './incoming-payment/look-up-payment.ts'
import { listSales } from './list/store.ts'
import { decideAboutMovement, type MovementDecision } from './movement/decide.ts'
import { importStatement, type StatementImported } from './movement/statement.ts'
import type { StoredMovement } from './movement/store.ts'
import { startStatementWork } from './movement/worker.ts'
import { deliveriesOfSale } from './panel/timeline.ts'
import { decideOutcome, type OutcomeDecision } from './refund/card/decide.ts'
import type { SaleRefund } from './refund/refund.ts'
import { type Refundable, type RefundRequest, refundableOf, requestRefund } from './refund/request.ts'
import { startRefundWork } from './refund/sending/worker.ts'
import { refundsAmong } from './refund/store.ts'
import type { Sale } from './sale.ts'
import { type Settled, settleSale } from './settlement/settle.ts'
import { canSimulatePayment, type PaidCode, payCode, simulatePayment } from './simulation/simulate-payment.ts'
import { findSale, findSales, rebindSale, type SaleQuestion } from './store.ts'
import { ASSIGN, assignByTwo, assignTransfer } from './transfer/assign.ts'
import { findSellsByTransfer } from './transfer/store.ts'
import { undoAssignment } from './transfer/undo.ts'
import { saleForm } from './wire.ts'
import { startSaleWork } from './worker.ts'

export interface Sales extends AsyncDisposable {
  /** What disputes do with the sales that they are about. */
  readonly underDispute: SalesUnderDispute
  /** What debits of recurring PIX do with the sales of their cycles. */
  readonly ofCycles: SalesOfCycles
  /** What recurrences do with the sales of their first payments. */
  readonly firstPayments: FirstPayments
  /** What charges do with their sales. */
  readonly ofCharges: SalesOfCharges
  /** Under a key the answer is kept, a refusal in the shape of the dialect. */
  create(request: SaleRequest, key: KeyRequest | null, dialect?: DialectName): Promise<Created | Replayed | Failure>
  /** Whether the account may sell by transfer to a bank account now. */
  sellsByTransfer(accountId: number): Promise<boolean>
  /** The caller has its answer: the events of the sale may go out. */
  publish(created: Created): void
  cancel(request: CancelSaleRequest): Promise<Sale | Failure>
  find(question: SaleQuestion): Promise<Sale | null>
  /** Whether the account has a sale that is paid. */
  anyPaid(accountId: number): Promise<boolean>
  /** Its acquirer has paid: how many of its parts, and not before. */
  settle(settled: Settled): Promise<number>
  /** Asks the PSP whether it was paid, and books what came. False where the PSP gives no answer. */
  lookUpPayment(sale: Sale): Promise<boolean>
  /** Where the buyer pays it, for its seller to send; null: of a cart, which has a page of its own, or to be paid neither by Pix nor transfer. */
  chargePageUrl(sale: Sale): string | null
  /** What that page shows; null: the address leads nowhere. */
  openChargePage(token: string): Promise<ChargePage | null>
  /** The deliveries of a sale's events, to any webhook; null where the account has no such sale. */
  deliveriesOf(accountId: number, id: PathId): Promise<bigint[] | null>
  /** Whether it is a sale of the sandbox bank that waits to be paid. */
  canSimulatePayment(sale: Sale): Promise<boolean>
  simulatePayment(sale: Sale, actor: Actor): Promise<true | Failure>
  /** The same for the sale that has this code. */
  payCode(payment: PaidCode, actor: Actor): Promise<Sale | Failure>
  requestRefund(request: RefundRequest, dialect: 'sale' | 'panel'): Promise<SaleRefund | Replayed | Failure>
  /** What may be refunded of it now, for the panel to offer. */
  refundable(sale: Sale): Promise<Refundable>
  /** The caller has its answer: the refund is sent now. */
  sendRefund(refund: SaleRefund): void
  /** What became of a refund of a card whose answer was lost. */
  decideRefund(decision: OutcomeDecision): Promise<SaleRefund | Failure>
  returnIncomingPayment(key: IncomingPaymentKey, deciding: Returning): Promise<DecidedPayment>
  /** `toAccountId`: null where it is credited to the account on which it is booked. */
  creditIncomingPayment(
    key: IncomingPaymentKey,
    toAccountId: number | null,
    deciding: Deciding,
  ): Promise<DecidedPayment>
  /** A transfer that no sale accepted by itself pays this one; the amount may take another operator. */
  assignTransfer(key: IncomingPaymentKey, saleUuid: string, deciding: Deciding): Promise<DecidedPayment>
  undoAssignment(key: IncomingPaymentKey, deciding: Deciding): Promise<DecidedPayment>
  /** A statement file of the bank of a PSP account. */
  importStatement(
    pspAccountId: number,
    file: Buffer,
    about: { name: string; recordAction: RecordAction },
  ): Promise<StatementImported | Failure>
  decideMovement(decision: MovementDecision): Promise<StoredMovement | Failure>
  /** What takes two operators. */
  readonly commands: Commands
  /** A callback has named this Pix: the PSP is asked about it. */
  handleIncoming(pspAccountId: number, endToEndId: string): Promise<Applied>
  /** A page of the PSP's own list of what it has received. Answers how much of it was new. */
  compareReceived(pspAccountId: number, page: Received[]): Promise<{ fresh: number }>
  /** Boletos that a PSP lists as Pix as well become one with them. `upTo`: what was paid before has been reported. */
  matchBoletoPix(pspAccountId: number, upTo: Date): Promise<void>
  /** Of what a PSP has paid out: what is no refund. */
  withoutRefunds(page: Payout[]): Promise<Payout[]>
}

export type DecidedPayment = ShownIncomingPayment | Replayed | Failure

export function openSales(deps: SaleDeps): Sales {
  const chargeLinks = makeChargeLinks(deps, deps.baseUrl)
  const resources = new AsyncDisposableStack()
  const saleWork = startSaleWork(deps)
  resources.defer(() => saleWork.stop())
  const refundWork = startRefundWork(deps)
  resources.defer(() => refundWork.stop())
  const statementWork = startStatementWork(deps)
  resources.defer(() => statementWork.stop())
  const bookIncomingPayment = batched('payment.book', (incoming: IncomingPix[]) => bookIncomingPayments(deps, incoming))
  return {
    underDispute: SALES_UNDER_DISPUTE,
    ofCycles: {
      refuse: (tx, order) => refuseCycle(tx, order, deps),
      async book(pspAccountId, payments, isConcluded) {
        const reported = payments.map(received => ({ received, isConcluded }))
        await settleReceived(deps, pspAccountId, reported)
      },
      async lookUp(pspAccountId, endToEndId) {
        await handleIncoming({ ...deps, bookIncomingPayment }, pspAccountId, endToEndId)
      },
    },
    firstPayments: {
      insert: (tx, order) => insertFirst(tx, deps, order),
      find: ({ accountId, id }) => findSale(deps.db, accountId, { number: id }),
      findAll: keys =>
        findSales(
          deps.db,
          keys.map(({ accountId, id }) => ({ accountId, id: { number: id } })),
        ),
      lock: lockFirst,
      charge: (sale, bill, how) => chargeFirst(deps, sale, bill, how),
      rebind: rebindSale,
      open: (tx, sale, code) => openFirstSale(tx, deps, sale, code),
      giveUp: (tx, key) => giveUpFirst(tx, key, deps.clock()),
      closeSoon: (tx, key) => closeFirstSoon(tx, key, deps.clock()),
      form: saleForm,
    },
    ofCharges: salesOfCharges(deps),
    create: (request, key, dialect) => createSale(deps, request, key, dialect),
    sellsByTransfer: accountId => findSellsByTransfer(deps.db, accountId),
    publish: ({ pendingDeliveries }) => deps.outbox.send(pendingDeliveries),
    cancel: request => cancelSale(deps, request),
    find: batched('sale.find', (questions: SaleQuestion[]) => findSales(deps.db, questions)),
    anyPaid: async accountId =>
      (await listSales(deps.db, accountId, { status: 'PAGO' }, { below: null, rows: 1 })).length > 0,
    settle: settled => settleSale(deps, settled),
    lookUpPayment: sale => lookUpPayment(deps, sale),
    chargePageUrl: sale => (hasChargePage(sale) ? chargeLinks.urlOf(sale) : null),
    openChargePage: token => openChargePage({ ...deps, chargeLinks }, token),
    deliveriesOf: (accountId, id) => deliveriesOfSale(deps.db, accountId, id),
    canSimulatePayment: sale => canSimulatePayment(deps, sale),
    simulatePayment: (sale, actor) => simulatePayment(deps, sale, actor),
    payCode: (payment, actor) => payCode(deps, payment, actor),
    requestRefund: (request, dialect) => requestRefund(deps, request, dialect),
    refundable: sale => refundableOf(deps, sale, deps.clock()),
    sendRefund: refundWork.prioritise,
    decideRefund: decision => decideOutcome(deps, decision),
    returnIncomingPayment: (key, deciding) => returnIncomingPayment(deps, key, deciding),
    creditIncomingPayment: (key, to, deciding) => creditIncomingPayment(deps, key, to, deciding),
    assignTransfer: (key, saleUuid, deciding) => assignTransfer(deps, key, saleUuid, deciding),
    undoAssignment: (key, deciding) => undoAssignment(deps, key, deciding),
    importStatement: (pspAccountId, file, about) => importStatement(deps, pspAccountId, file, about),
    decideMovement: decision => decideAboutMovement(deps, decision),
    commands: { [ASSIGN]: assignByTwo(deps) },
    handleIncoming: (pspAccountId, endToEndId) =>
      handleIncoming({ ...deps, bookIncomingPayment }, pspAccountId, endToEndId),
    compareReceived: (pspAccountId, page) => compareReceived(deps, pspAccountId, page),
    matchBoletoPix: (pspAccountId, upTo) => matchBoletoPix(deps, pspAccountId, upTo),
    async withoutRefunds(page) {
      const refunds = await refundsAmong(
        deps.db,
        page.map(({ payoutId }) => payoutId),
      )
      return page.filter(({ payoutId }) => !refunds.has(payoutId))
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
