// The reference: what a seller must have and read after each thing that happens, kept by simple counting. It knows nothing of
// transfers, batches or databases, computes every fee by itself, and shares no code with what it is compared with.

import { freeIn, topUp } from './returns.ts'
import type { Anomaly, Cashout, Dispute, ExpectedAnswer, Price, Receipt, Refund, Sale, Terms } from './things.ts'

const share = (cents: number, basisPoints: number) => Math.floor((cents * basisPoints + 5_000) / 10_000)

/** Floor and cap change the part that varies. */
function feeOf(cents: number, { fixedCents, basisPoints, minimumCents, maximumCents }: Price) {
  const agreed = fixedCents + share(cents, basisPoints)
  const total = Math.min(Math.max(agreed, minimumCents ?? 0), maximumCents ?? Number.POSITIVE_INFINITY)
  return { fixed: fixedCents, variable: total - fixedCents, total }
}

const refused = (status: number, code: string, stays = true): ExpectedAnswer => ({ status, code, stays })

const UNDER_REVIEW = ['analise']
const FAILING = ['recusada', 'negada', 'semchave', 'contradiz']
/** What comes back of each net, in time. */
const RETURNING: Record<string, (net: number) => number> = {
  devolvida: net => net,
  parcial: net => Math.floor(net / 2),
}

/** So many half hours and a minute are more than a day. */
const PASSES_OF_A_DAY = 47

export class Reference {
  terms: Terms
  /** The most that a cashout may be, in force. */
  max: number
  passesToRaise = 0
  /** For so long the bank is not asked again for the key that does not exist. */
  passesToLookUp = 0
  available = 0
  blocked = 0
  fee = 0
  received = 0
  /** What the seller has at the bank. */
  held = 0
  sales: Sale[] = []
  cashouts: Cashout[] = []
  receipts: Receipt[] = []
  anomalies: Anomaly[] = []
  refunds: Refund[] = []
  disputes: Dispute[] = []
  kept = new Map<string, { request: string; answer: ExpectedAnswer }>()

  constructor(terms: Terms) {
    this.terms = terms
    this.max = terms.max
  }

  /** Less at once, more a day later. */
  set(given: Partial<Terms>): void {
    if (given.max !== undefined && given.max !== this.terms.max) this.passesToRaise = PASSES_OF_A_DAY
    this.terms = { ...this.terms, ...given }
    this.max = Math.min(this.max, this.terms.max)
  }

  /** The same request under the same key is the same, whatever has happened since; another one is refused. */
  under(key: string | null, request: string, decide: () => ExpectedAnswer): ExpectedAnswer & { replayed: boolean } {
    const known = key === null ? undefined : this.kept.get(key)
    if (known !== undefined && known.request !== request)
      return { ...refused(422, 'IDEMPOTENCY_KEY_REUSED', false), replayed: false }
    if (known !== undefined) return { ...known.answer, replayed: true }
    const expected = decide()
    if (key !== null && expected.stays) this.kept.set(key, { request, answer: expected })
    return { ...expected, replayed: false }
  }

  sell(amount: number, reference: string | null): ExpectedAnswer {
    const { pix, reserveBasisPoints } = this.terms
    const fee = feeOf(amount, pix).total
    if (fee >= amount) return refused(422, 'GENERAL_ERROR')
    const reserve = Math.min(share(amount, reserveBasisPoints), amount - fee)
    const sale: Sale = {
      amount,
      fee,
      reserve,
      status: 'PENDENTE' as const,
      reference,
      events: ['sale.pending'],
      paid: false,
      reserved: 0,
      gone: 0,
      withFee: 0,
      feeBack: 0,
    }
    this.sales.push(sale)
    return { status: 201, stays: true, made: sale }
  }

  pay(sale: Sale): void {
    const { acceptsLate } = this.terms
    this.held += sale.amount
    if (sale.status === 'PENDENTE' || (sale.status === 'CANCELADO' && acceptsLate)) {
      this.receipts.push({ sale, amount: sale.amount, status: 'ACCEPTED', reason: null })
      this.accept(sale)
    } else this.payInVain(sale)
  }

  private payInVain(sale: Sale): void {
    const { unexpected } = this.terms
    const reason = sale.paid ? 'ALREADY_PAID' : 'TOO_LATE'
    const incomingPayment: Receipt = { sale, amount: sale.amount, status: 'UNACCEPTED', reason }
    this.receipts.push(incomingPayment)
    this.received += sale.amount
    if (unexpected === 'RETURN') this.sendBack(incomingPayment)
    if (unexpected === 'CREDIT') this.credit(incomingPayment)
  }

  private accept(sale: Sale): void {
    sale.status = 'PAGO'
    sale.events.push('sale.paid')
    this.available += sale.amount - sale.fee - sale.reserve
    this.blocked += sale.reserve
    this.fee += sale.fee
    sale.paid = true
    sale.reserved = sale.reserve
    topUp(this)
  }

  private sendBack(incomingPayment: Receipt): void {
    incomingPayment.status = 'RETURNED'
    this.received -= incomingPayment.amount
    this.held -= incomingPayment.amount
  }

  private credit(incomingPayment: Receipt): void {
    incomingPayment.status = 'CREDITED'
    this.received -= incomingPayment.amount
    this.available += incomingPayment.amount
    topUp(this)
  }

  decideReceipt(incomingPayment: Receipt, what: 'return' | 'credit'): ExpectedAnswer {
    if (incomingPayment.status !== 'UNACCEPTED') return refused(409, 'CONFLICT')
    if (what === 'return') this.sendBack(incomingPayment)
    else if (incomingPayment.sale.status !== 'CANCELADO') this.credit(incomingPayment)
    else {
      // Meant for a sale that was cancelled: it pays that.
      incomingPayment.status = 'ACCEPTED'
      this.received -= incomingPayment.amount
      this.accept(incomingPayment.sale)
    }
    return { status: 202, stays: true }
  }

  cancel(sale: Sale): ExpectedAnswer {
    if (sale.paid) return refused(409, 'CONFLICT')
    if (sale.status === 'PENDENTE') sale.events.push('sale.canceled')
    sale.status = 'CANCELADO'
    return { status: 202, stays: true }
  }

  /** `cents` is null where the amount is no amount. */
  cashOut(cents: number | null, destination: string, reference: string | null): ExpectedAnswer {
    const { terms } = this
    if (cents === null) return refused(400, 'INVALID_DATA', false)
    if (this.isTaken(cents, destination, reference)) return refused(409, 'CONFLICT')
    if (!terms.apiCashouts) return refused(403, 'API_WITHDRAWAL_DISABLED_GLOBALLY')
    if (!terms.transfers) return refused(403, 'TRANSFER_NOT_ALLOWED')
    if (cents < terms.min) return refused(422, 'MINIMUM_VALUE')
    if (cents > this.max) return refused(422, 'MAXIMUM_VALUE')
    if (cents > freeIn(this)) return refused(422, 'INSUFFICIENT_BALANCE')
    const { fixed, variable } = feeOf(cents, terms.cashout)
    if (fixed + variable >= cents) return refused(422, 'GENERAL_ERROR')
    const expected = ['withdrawal.pending']
    const cashout: Cashout = {
      amount: cents,
      fixed,
      variable,
      destination,
      reference,
      vote: null,
      passesToWait: PASSES_OF_A_DAY,
      status: 'PENDING',
      returned: 0,
      events: expected,
      isGuarded: terms.windowSeconds > 0 && reference === null,
    }
    this.cashouts.push(cashout)
    this.available -= cents
    this.blocked += cents
    if (terms.approvalAbove === null || cents <= terms.approvalAbove) this.go(cashout)
    return { status: 201, stays: true, made: cashout }
  }

  private isTaken(cents: number, destination: string, reference: string | null): boolean {
    const isLive = ({ status }: Cashout) => status !== 'FAILED' && status !== 'CANCELLED'
    if (reference !== null) return this.cashouts.some(one => one.reference === reference && isLive(one))
    const equal = (one: Cashout) => one.reference === null && one.amount === cents && one.destination === destination
    return this.terms.windowSeconds > 0 && this.cashouts.some(one => equal(one) && one.isGuarded && isLive(one))
  }

  private go(cashout: Cashout): void {
    const isKnownMissing = cashout.destination === 'semchave' && this.passesToLookUp > 0
    cashout.status = 'PROCESSING'
    if (!isKnownMissing) cashout.events.push('withdrawal.processing')
    if (cashout.destination === 'semchave' && !isKnownMissing) this.passesToLookUp = PASSES_OF_A_DAY
    if (!UNDER_REVIEW.includes(cashout.destination)) this.end(cashout)
  }

  private giveUp(cashout: Cashout): void {
    cashout.status = 'CANCELLED'
    cashout.events.push('withdrawal.canceled')
    this.blocked -= cashout.amount
    this.available += cashout.amount
    topUp(this)
  }

  takeBack(cashout: Cashout): ExpectedAnswer {
    if (cashout.status === 'PENDING') this.giveUp(cashout)
    return cashout.status === 'CANCELLED' ? { status: 202, stays: true } : refused(409, 'CONFLICT')
  }

  /** Always the same person. */
  vote(cashout: Cashout, vote: 'approve' | 'reject'): ExpectedAnswer {
    if (cashout.vote === vote) return { status: 202, stays: true }
    if (cashout.status !== 'PENDING') return refused(409, 'CONFLICT')
    if (vote === 'approve' && !this.terms.transfers) return refused(409, 'CONFLICT')
    cashout.vote = vote
    if (vote === 'approve') this.go(cashout)
    else this.giveUp(cashout)
    return { status: 202, stays: true }
  }

  private end(cashout: Cashout): void {
    const { amount, fixed, variable } = cashout
    this.blocked -= amount
    const fails = FAILING.includes(cashout.destination)
    cashout.status = fails ? 'FAILED' : 'COMPLETED'
    cashout.events.push(fails ? 'withdrawal.rejected' : 'withdrawal.completed')
    if (fails) {
      this.available += amount
      topUp(this)
    } else {
      this.fee += fixed + variable
      this.held -= amount - fixed - variable
    }
  }

  /** Half an hour: reviews end, what was sent comes back, and what had failed turns out to be paid. */
  pass(): void {
    this.passesToRaise--
    if (this.passesToRaise <= 0) this.max = this.terms.max
    this.passesToLookUp--
    for (const cashout of this.cashouts) {
      cashout.passesToWait--
      if (cashout.status === 'PENDING' && cashout.passesToWait === 0) this.giveUp(cashout)
      if (cashout.status === 'PROCESSING') this.end(cashout)
      this.comeBack(cashout)
      const isNew = !this.anomalies.some(one => one.cashout === cashout)
      if (cashout.destination === 'contradiz' && cashout.status === 'FAILED' && isNew)
        this.anomalies.push({ cashout, decision: null })
    }
  }

  private comeBack(cashout: Cashout): void {
    const net = netOf(cashout)
    const back = cashout.status === 'COMPLETED' ? (RETURNING[cashout.destination]?.(net) ?? 0) : 0
    if (back > 0 && cashout.returned === 0) {
      cashout.returned = back
      cashout.events.push('withdrawal.returned')
      this.available += back
      topUp(this)
      this.held += back
    }
  }

  decideAnomaly(anomaly: Anomaly, decision: 'CHARGE_SELLER' | 'BEAR_LOSS' | 'DISMISS'): ExpectedAnswer {
    if (anomaly.decision !== null) return refused(409, 'CONFLICT')
    anomaly.decision = decision
    const net = netOf(anomaly.cashout)
    if (decision === 'CHARGE_SELLER') this.available -= net
    if (decision === 'BEAR_LOSS') this.fee -= net
    if (decision !== 'DISMISS') this.held -= net
    return { status: 202, stays: true }
  }
}

export const netOf = ({ amount, fixed, variable }: Cashout) => amount - fixed - variable
