// What a seller must have, kept in plain numbers from requests and answers, in the order in which they happened. It knows nothing of
// transfers, and shares no code with what it is compared with. Everything in cents; days are texts of São Paulo.
import { type Claim, ClaimedBook } from './claims.ts'
import { dayAfter } from './methods/calendar.ts'
import { heldIn, isFree, owedNoMore, type Part, partsOf, putBack, takeOf } from './methods/parts.ts'
import { feeOf, type Method, priceOf, share, type Terms } from './terms.ts'

export interface Dispute extends Claim {
  sale: Sale
  /** What it took of the sale's own: its parts and its reserve. */
  own: number
}

type Unpaid = 'EM_PROCESSAMENTO' | 'PENDENTE' | 'CANCELADO' | 'RECUSADO' | 'FALHA'
type Status = Unpaid | 'PAGO' | 'ESTORNADO' | 'MED' | 'CHARGEBACK'

/** One buyer's try at buying something. */
export interface Cart {
  state: 'OPEN' | 'ABANDONED' | 'COMPLETED' | 'RECOVERED'
}

export interface Sale {
  /** What it pays for. */
  cart: Cart | null
  method: Method
  installments: number
  amount: number
  fee: number
  status: Status
  /** What was agreed, what is still held of it, and until which day. */
  agreedReserve: number
  reserve: number
  /** What of it was released by its day. */
  reserveFreed: number
  freeOn: string
  /** What is to be settled of it. */
  parts: Part[]
  /** On its way back. */
  going: number
  /** Back at its buyer; of that by refunds that give their share of the fee back; and that share. */
  gone: number
  withFee: number
  feeBack: number
}

export interface Refund {
  sale: Sale
  amount: number
  own: number
}

export interface Cashout {
  amount: number
  fee: number
  day: string
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
}

export class Account extends ClaimedBook {
  terms: Terms
  fee = 0
  /** What the operator lost for it, out of the fees. */
  borne = 0
  sales: Sale[] = []
  cashouts: Cashout[] = []

  constructor(terms: Terms) {
    super()
    this.terms = terms
  }

  sell(amount: number, cart: Cart | null, { method = 'PIX' as Method, installments = 1 } = {}): Sale {
    const sale: Sale = {
      cart,
      method,
      installments,
      amount,
      fee: feeOf(amount, priceOf(this.terms, method, installments)),
      status: method.endsWith('CARD') ? 'EM_PROCESSAMENTO' : 'PENDENTE',
      agreedReserve: 0,
      reserve: 0,
      reserveFreed: 0,
      freeOn: '',
      parts: [],
      going: 0,
      gone: 0,
      withFee: 0,
      feeBack: 0,
    }
    this.sales.push(sale)
    return sale
  }

  /** `charges`: fine and interest, on top of the amount. */
  pay(sale: Sale, day: string, charges = 0): void {
    const { amount, fee } = sale
    sale.status = 'PAGO'
    if (sale.cart !== null) sale.cart.state = sale.cart.state === 'ABANDONED' ? 'RECOVERED' : 'COMPLETED'
    sale.agreedReserve = Math.min(share(amount, this.terms.reserve.basisPoints), amount - fee)
    sale.reserve = sale.agreedReserve
    const { methods } = this.terms
    const net = amount - fee - sale.reserve
    sale.parts = methods === null ? [] : partsOf({ ...sale, net }, methods.settlement, day)
    const ownDay = dayAfter(day, this.terms.reserve.days)
    sale.freeOn = sale.parts.reduce((latest, { releaseOn }) => (releaseOn > latest ? releaseOn : latest), ownDay)
    this.fee += fee
    this.change('SALE', amount)
    this.change('SALE_CHARGES', charges)
    this.change('SALE_FEE', -fee)
    this.hold('RESERVE', sale.reserve)
    for (const part of sale.parts) {
      if (isFree(part, day)) continue
      part.held = part.amount
      this.hold('SETTLEMENT', part.held)
    }
    this.settled()
  }

  /** Without a sale. */
  credit(type: 'RECEIPT_CREDITED' | 'CASHOUT_RETURNED', amount: number): void {
    this.change(type, amount)
    this.settled()
  }

  /** Reserves and parts whose day has come. Answers how many reserves. */
  freeOwn(day: string): number {
    const free = this.sales.filter(({ reserve, freeOn }) => reserve > 0 && freeOn <= day)
    for (const sale of free) sale.reserveFreed += this.takeReserve(sale, sale.reserve)
    for (const { parts } of this.sales) this.freeParts(parts, day)
    this.settled()
    return free.length
  }

  private freeParts(parts: Part[], day: string): void {
    for (const part of parts) {
      if (part.held === 0 || !isFree(part, day)) continue
      this.release('SETTLEMENT', part.held)
      part.held = 0
    }
  }

  /** The acquirer has paid all that it owed of it. */
  settle({ parts }: Sale, day: string): void {
    for (const part of parts) Object.assign(part, { settled: true, owed: 0 })
    this.freeParts(parts, day)
    this.settled()
  }

  /** By acquirers. */
  get owed(): number {
    return this.sales.reduce((sum, { parts }) => parts.reduce((all, { owed }) => all + owed, sum), 0)
  }

  private takeReserve(sale: Sale, max: number): number {
    const taken = Math.min(sale.reserve, max)
    sale.reserve -= taken
    this.release('RESERVE', taken)
    return taken
  }

  private takeOwn(sale: Sale, max: number): number {
    const taken = takeOf(this, sale.parts, max)
    return taken + this.takeReserve(sale, max - taken)
  }

  /** The reserve is filled first, then the parts in their order. */
  private putOwnBack(sale: Sale, amount: number, day: string): void {
    const isHeld = sale.freeOn > day
    const missing = sale.agreedReserve - sale.reserve - sale.reserveFreed
    const ofReserve = sale.parts.length === 0 ? amount : Math.min(amount, missing)
    if (isHeld || sale.parts.length > 0) {
      sale.reserve += ofReserve
      this.hold('RESERVE', ofReserve)
    }
    // Its day has come: it is held for a moment only.
    if (!isHeld) sale.reserveFreed += this.takeReserve(sale, sale.reserve)
    putBack(this, sale.parts, amount - ofReserve, day)
  }

  /** The refund, held; or the code of the refusal. */
  refund(sale: Sale, amount: number): Refund | string {
    if (sale.status !== 'PAGO') return 'CONFLICT'
    if (amount > sale.amount - sale.gone - sale.going) return 'GENERAL_ERROR'
    const inOwn = Math.min(heldIn(sale.parts) + sale.reserve, amount)
    if (this.available - this.shortfall() + inOwn < amount) return 'INSUFFICIENT_BALANCE'
    const own = this.takeOwn(sale, amount)
    sale.going += amount
    this.hold('REFUND', amount)
    return { sale, amount, own }
  }

  endRefund({ sale, amount, own }: Refund, done: boolean, day: string): void {
    sale.going -= amount
    if (done) {
      this.leave('REFUND', 'REFUND_PAID', amount)
      this.returned(sale, amount)
    } else {
      this.release('REFUND', amount)
      this.putOwnBack(sale, own, day)
    }
    this.settled()
  }

  /** By the bank, without a request. */
  takeBack(sale: Sale, amount: number): void {
    this.takeOwn(sale, amount)
    this.change('REFUND_FORCED', -amount)
    this.returned(sale, amount)
    this.settled()
  }

  private returned(sale: Sale, amount: number): void {
    sale.gone += amount
    owedNoMore(sale.parts, amount)
    if (sale.gone === sale.amount) sale.status = 'ESTORNADO'
    if (!this.terms.returnsFeeOnRefund) return
    sale.withFee += amount
    const back = Math.floor((sale.fee * sale.withFee) / sale.amount) - sale.feeBack
    sale.feeBack += back
    this.fee -= back
    this.change('SALE_FEE_RETURNED', back)
  }

  dispute(sale: Sale, amount: number, kind: 'MED' | 'CHARGEBACK'): Dispute {
    const wanted = Math.min(amount, sale.amount - sale.gone)
    const own = this.takeOwn(sale, wanted)
    sale.status = kind
    // Its own money is its own, whatever else the shop owes.
    const dispute: Dispute = { sale, reason: 'MED', wanted, held: own, own }
    this.hold('MED', own)
    this.fill(dispute)
    this.claims.push(dispute)
    this.settled()
    return dispute
  }

  /** What is lost beyond what is held is owed. */
  endDispute(dispute: Dispute, lost: number, day: string): void {
    const { sale, held, own } = dispute
    this.claims = this.claims.filter(claim => claim !== dispute)
    const taken = Math.min(lost, held)
    this.leave('MED', 'DISPUTE_TAKEN', taken)
    this.release('MED', held - taken)
    this.change('DISPUTE_CHARGED', taken - lost)
    sale.gone += lost
    owedNoMore(sale.parts, lost)
    sale.status = sale.gone === sale.amount ? 'ESTORNADO' : 'PAGO'
    this.putOwnBack(sale, Math.min(Math.max(0, own - lost), held - taken), day)
    this.settled()
  }

  /** The cashout, held; or the code of the refusal. */
  cashOut(amount: number, day: string): Cashout | string {
    const { dayCents, approvalAboveCents, cashout: price } = this.terms
    const counted = this.cashouts.filter(one => one.day === day && !['FAILED', 'CANCELLED'].includes(one.status))
    const spent = counted.reduce((sum, one) => sum + one.amount, 0)
    if (amount < 100_00) return 'MINIMUM_VALUE'
    if (dayCents !== null && spent + amount > dayCents) return 'MAXIMUM_VALUE'
    if (this.available - this.shortfall() < amount) return 'INSUFFICIENT_BALANCE'
    const waits = approvalAboveCents !== null && amount > approvalAboveCents
    const status = waits ? ('PENDING' as const) : ('PROCESSING' as const)
    const cashout: Cashout = { amount, fee: feeOf(amount, price), day, status }
    this.cashouts.push(cashout)
    this.hold('WITHDRAWAL', amount)
    return cashout
  }

  endCashout(cashout: Cashout, status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): void {
    cashout.status = status
    if (status === 'COMPLETED') {
      this.leave('WITHDRAWAL', 'CASHOUT_PAID', cashout.amount - cashout.fee)
      this.leave('WITHDRAWAL', 'CASHOUT_FEE', cashout.fee)
      this.fee += cashout.fee
    } else this.release('WITHDRAWAL', cashout.amount)
    this.settled()
  }

  /** What had failed was paid after all. */
  conflict(net: number, isCharged: boolean): void {
    if (isCharged) this.change('CASHOUT_CHARGED', -net)
    else {
      this.fee -= net
      this.borne += net
    }
  }
}
