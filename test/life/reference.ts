// What a seller must have, kept in plain numbers from requests and answers, in the order in which they happened. It knows nothing of
// transfers, and shares no code with what it is compared with. Everything in cents; days are texts of São Paulo.

export interface Price {
  fixedCents: number
  basisPoints: number
  minimumCents: number | null
  maximumCents: number | null
}

export interface Terms {
  pix: Price
  cashout: Price
  reserve: { basisPoints: number; days: number }
  dayCents: number | null
  acceptsLatePayment: boolean
  returnsFeeOnRefund: boolean
  unexpectedReceipts: 'RETURN' | 'KEEP' | 'CREDIT'
  approvalAboveCents: number | null
}

export type Reason = 'WITHDRAWAL' | 'RESERVE' | 'REFUND' | 'MED' | 'CAUTELAR' | 'JUDICIAL' | 'MANUAL'
const REASONS: Reason[] = ['WITHDRAWAL', 'RESERVE', 'REFUND', 'MED', 'CAUTELAR', 'JUDICIAL', 'MANUAL']

/** Held as far as there is money; a shortfall is held as money comes. */
export interface Claim {
  reason: Reason
  wanted: number
  held: number
}

export interface Dispute extends Claim {
  sale: Sale
  /** What it took of the sale's reserve. */
  reserve: number
}

/** One buyer's try at buying something. */
export interface Cart {
  state: 'OPEN' | 'ABANDONED' | 'COMPLETED' | 'RECOVERED'
}

export interface Sale {
  /** What it pays for. */
  cart: Cart | null
  amount: number
  fee: number
  status: 'PENDENTE' | 'PAGO' | 'CANCELADO' | 'ESTORNADO' | 'MED' | 'CHARGEBACK'
  /** What is still held of its reserve, and until which day. */
  reserve: number
  freeOn: string
  /** Back at its buyer; of that by refunds that give their share of the fee back; and that share. */
  gone: number
  withFee: number
  feeBack: number
}

export interface Refund {
  sale: Sale
  amount: number
  reserve: number
}

export interface Cashout {
  amount: number
  fee: number
  day: string
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
}

const share = (cents: number, basisPoints: number) => Math.floor((cents * basisPoints + 5_000) / 10_000)

export function feeOf(cents: number, { fixedCents, basisPoints, minimumCents, maximumCents }: Price): number {
  const agreed = fixedCents + share(cents, basisPoints)
  return Math.min(Math.max(agreed, minimumCents ?? 0), maximumCents ?? agreed + (minimumCents ?? 0))
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export class Account {
  terms: Terms
  available = 0
  fee = 0
  /** What the operator lost for it, out of the fees. */
  borne = 0
  blocked = Object.fromEntries(REASONS.map(reason => [reason, 0])) as Record<Reason, number>
  sales: Sale[] = []
  cashouts: Cashout[] = []
  claims: Claim[] = []

  constructor(terms: Terms) {
    this.terms = terms
  }

  get balance() {
    const blocked = REASONS.reduce((sum, reason) => sum + this.blocked[reason], 0)
    return { available: this.available, blocked, total: this.available + blocked }
  }

  private shortfall = () => this.claims.reduce((sum, { wanted, held }) => sum + wanted - held, 0)

  private block(reason: Reason, amount: number): void {
    this.available -= amount
    this.blocked[reason] += amount
  }

  private fill(claim: Claim): void {
    const held = Math.max(0, Math.min(claim.wanted - claim.held, this.available))
    claim.held += held
    this.block(claim.reason, held)
  }

  /** What has come is the oldest claim's first. */
  private settled(): void {
    for (const claim of this.claims) this.fill(claim)
  }

  sell(amount: number, cart: Cart | null): Sale {
    const sale: Sale = {
      cart,
      amount,
      fee: feeOf(amount, this.terms.pix),
      status: 'PENDENTE' as const,
      reserve: 0,
      freeOn: '',
      gone: 0,
      withFee: 0,
      feeBack: 0,
    }
    this.sales.push(sale)
    return sale
  }

  pay(sale: Sale, day: string): void {
    sale.status = 'PAGO'
    if (sale.cart !== null) sale.cart.state = sale.cart.state === 'ABANDONED' ? 'RECOVERED' : 'COMPLETED'
    sale.reserve = Math.min(share(sale.amount, this.terms.reserve.basisPoints), sale.amount - sale.fee)
    sale.freeOn = dayAfter(day, this.terms.reserve.days)
    this.fee += sale.fee
    this.available += sale.amount - sale.fee
    this.block('RESERVE', sale.reserve)
    this.settled()
  }

  /** Without a sale. */
  credit(amount: number): void {
    this.available += amount
    this.settled()
  }

  /** Answers how many. */
  freeReserves(day: string): number {
    const free = this.sales.filter(({ reserve, freeOn }) => reserve > 0 && freeOn <= day)
    for (const sale of free) this.takeReserve(sale, sale.reserve)
    this.settled()
    return free.length
  }

  private takeReserve(sale: Sale, max: number): number {
    const taken = Math.min(sale.reserve, max)
    sale.reserve -= taken
    this.block('RESERVE', -taken)
    return taken
  }

  private putReserveBack(sale: Sale, amount: number, day: string): void {
    if (sale.freeOn <= day) return
    sale.reserve += amount
    this.block('RESERVE', amount)
  }

  /** The refund, held; or the code of the refusal. */
  refund(sale: Sale, amount: number): Refund | string {
    if (sale.status !== 'PAGO') return 'CONFLICT'
    if (amount > sale.amount - sale.gone) return 'GENERAL_ERROR'
    const inReserve = Math.min(sale.reserve, amount)
    if (this.available - this.shortfall() + inReserve < amount) return 'INSUFFICIENT_BALANCE'
    const reserve = this.takeReserve(sale, amount)
    this.block('REFUND', amount)
    return { sale, amount, reserve }
  }

  endRefund({ sale, amount, reserve }: Refund, done: boolean, day: string): void {
    this.block('REFUND', -amount)
    if (done) {
      this.available -= amount
      this.goneBack(sale, amount)
    } else this.putReserveBack(sale, reserve, day)
    this.settled()
  }

  /** By the bank, without a request. */
  takeBack(sale: Sale, amount: number): void {
    this.takeReserve(sale, amount)
    this.available -= amount
    this.goneBack(sale, amount)
    this.settled()
  }

  private goneBack(sale: Sale, amount: number): void {
    sale.gone += amount
    if (sale.gone === sale.amount) sale.status = 'ESTORNADO'
    if (!this.terms.returnsFeeOnRefund) return
    sale.withFee += amount
    const back = Math.floor((sale.fee * sale.withFee) / sale.amount) - sale.feeBack
    sale.feeBack += back
    this.fee -= back
    this.available += back
  }

  dispute(sale: Sale, amount: number, kind: 'MED' | 'CHARGEBACK'): Dispute {
    const wanted = Math.min(amount, sale.amount - sale.gone)
    const reserve = this.takeReserve(sale, wanted)
    sale.status = kind
    // Its own reserve is its own, whatever else the shop owes.
    const dispute: Dispute = { sale, reason: 'MED', wanted, held: reserve, reserve }
    this.block('MED', reserve)
    this.fill(dispute)
    this.claims.push(dispute)
    this.settled()
    return dispute
  }

  /** What is lost beyond what is held is owed. */
  endDispute(dispute: Dispute, lost: number, day: string): void {
    const { sale, held, reserve } = dispute
    this.claims = this.claims.filter(claim => claim !== dispute)
    this.block('MED', -held)
    this.available -= lost
    sale.gone += lost
    sale.status = sale.gone === sale.amount ? 'ESTORNADO' : 'PAGO'
    this.putReserveBack(sale, Math.min(Math.max(0, reserve - lost), held - Math.min(lost, held)), day)
    this.settled()
  }

  order(reason: Reason, amount: number): Claim {
    const claim = { reason, wanted: amount, held: 0 }
    this.fill(claim)
    this.claims.push(claim)
    return claim
  }

  /** Its shortfall counts first. */
  lift(claim: Claim, amount: number): void {
    claim.wanted -= amount
    const beyond = Math.max(0, claim.held - claim.wanted)
    claim.held -= beyond
    this.block(claim.reason, -beyond)
    this.settled()
  }

  take(claim: Claim, amount: number): void {
    claim.wanted -= amount
    claim.held -= amount
    this.blocked[claim.reason] -= amount
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
    this.block('WITHDRAWAL', amount)
    return cashout
  }

  endCashout(cashout: Cashout, status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): void {
    cashout.status = status
    this.block('WITHDRAWAL', -cashout.amount)
    if (status === 'COMPLETED') {
      this.available -= cashout.amount
      this.fee += cashout.fee
    }
    this.settled()
  }

  /** What had failed was paid after all. */
  conflict(net: number, isCharged: boolean): void {
    if (isCharged) this.available -= net
    else {
      this.fee -= net
      this.borne += net
    }
  }
}
