// The reference: what a seller must have and read after each thing that happens, kept by simple counting. It knows nothing of
// transfers, batches or databases, computes every fee by itself, and shares no code with what it is compared with.

export interface Terms {
  pix: { fixedCents: number; basisPoints: number }
  cashout: { fixedCents: number; basisPoints: number }
  reserveBasisPoints: number
  least: number
  most: number
  acceptsLate: boolean
  unexpected: 'RETURN' | 'KEEP' | 'CREDIT'
  apiCashouts: boolean
  transfers: boolean
  windowSeconds: number
}

/** Everything in cents. */
export interface Sale {
  amount: number
  fee: number
  reserve: number
  status: 'PENDENTE' | 'PAGO' | 'CANCELADO'
  reference: string | null
  told: string[]
}

export interface Cashout {
  amount: number
  fixed: number
  variable: number
  destination: string
  reference: string | null
  /** Equal ones are refused for a while, where the account had it so by then. */
  isGuarded: boolean
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED'
  returned: number
  told: string[]
}

export interface Receipt {
  sale: Sale
  amount: number
  status: 'ACCEPTED' | 'UNACCEPTED' | 'RETURNED' | 'CREDITED'
  reason: 'ALREADY_PAID' | 'TOO_LATE' | null
}

export interface Anomaly {
  cashout: Cashout
  decision: string | null
}

/** What a caller is told: the status, the code of a refusal, and whether it stays under a key. */
export interface Told {
  status: number
  code?: string
  stays: boolean
  made?: Sale | Cashout
}

const share = (cents: number, basisPoints: number) => Math.floor((cents * basisPoints + 5_000) / 10_000)
const refused = (status: number, code: string, stays = true): Told => ({ status, code, stays })

export const UNDER_REVIEW = ['analise']
const FAILING = ['recusada', 'negada', 'semchave', 'contradiz']
/** What comes back of each net, in time. */
const RETURNING: Record<string, (net: number) => number> = {
  devolvida: net => net,
  parcial: net => Math.floor(net / 2),
}

export class Reference {
  terms: Terms
  available = 0
  blocked = 0
  fee = 0
  received = 0
  /** What lies at the bank for the seller. */
  held = 0
  sales: Sale[] = []
  cashouts: Cashout[] = []
  receipts: Receipt[] = []
  anomalies: Anomaly[] = []
  kept = new Map<string, { ask: string; told: Told }>()

  constructor(terms: Terms) {
    this.terms = terms
  }

  /** The same ask under the same key is the same, whatever has happened since; another one is refused. */
  under(key: string | null, ask: string, decide: () => Told): Told & { replayed: boolean } {
    const known = key === null ? undefined : this.kept.get(key)
    if (known !== undefined && known.ask !== ask)
      return { ...refused(422, 'IDEMPOTENCY_KEY_REUSED', false), replayed: false }
    if (known !== undefined) return { ...known.told, replayed: true }
    const told = decide()
    if (key !== null && told.stays) this.kept.set(key, { ask, told })
    return { ...told, replayed: false }
  }

  sell(amount: number, reference: string | null): Told {
    const { pix, reserveBasisPoints } = this.terms
    const fee = pix.fixedCents + share(amount, pix.basisPoints)
    if (fee >= amount) return refused(422, 'GENERAL_ERROR')
    const reserve = Math.min(share(amount, reserveBasisPoints), amount - fee)
    const sale: Sale = { amount, fee, reserve, status: 'PENDENTE', reference, told: ['sale.pending'] }
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
    const reason = sale.status === 'PAGO' ? 'ALREADY_PAID' : 'TOO_LATE'
    const receipt: Receipt = { sale, amount: sale.amount, status: 'UNACCEPTED', reason }
    this.receipts.push(receipt)
    this.received += sale.amount
    if (unexpected === 'RETURN') this.sendBack(receipt)
    if (unexpected === 'CREDIT') this.credit(receipt)
  }

  private accept(sale: Sale): void {
    sale.status = 'PAGO'
    sale.told.push('sale.paid')
    this.available += sale.amount - sale.fee - sale.reserve
    this.blocked += sale.reserve
    this.fee += sale.fee
  }

  private sendBack(receipt: Receipt): void {
    receipt.status = 'RETURNED'
    this.received -= receipt.amount
    this.held -= receipt.amount
  }

  private credit(receipt: Receipt): void {
    receipt.status = 'CREDITED'
    this.received -= receipt.amount
    this.available += receipt.amount
  }

  decideReceipt(receipt: Receipt, what: 'return' | 'credit'): Told {
    if (receipt.status !== 'UNACCEPTED') return refused(409, 'CONFLICT')
    if (what === 'return') this.sendBack(receipt)
    else if (receipt.sale.status !== 'CANCELADO') this.credit(receipt)
    else {
      // Meant for a sale that was cancelled: it pays that.
      receipt.status = 'ACCEPTED'
      this.received -= receipt.amount
      this.accept(receipt.sale)
    }
    return { status: 202, stays: true }
  }

  cancel(sale: Sale): Told {
    if (sale.status === 'PAGO') return refused(409, 'CONFLICT')
    if (sale.status === 'PENDENTE') sale.told.push('sale.canceled')
    sale.status = 'CANCELADO'
    return { status: 202, stays: true }
  }

  /** `cents` is null where the amount is no amount. */
  cashOut(cents: number | null, destination: string, reference: string | null): Told {
    const { terms } = this
    if (cents === null) return refused(400, 'INVALID_DATA', false)
    if (this.isTaken(cents, destination, reference)) return refused(409, 'CONFLICT')
    if (!terms.apiCashouts) return refused(403, 'API_WITHDRAWAL_DISABLED_GLOBALLY')
    if (!terms.transfers) return refused(403, 'TRANSFER_NOT_ALLOWED')
    if (cents < terms.least) return refused(422, 'MINIMUM_VALUE')
    if (cents > terms.most) return refused(422, 'MAXIMUM_VALUE')
    if (cents > this.available) return refused(422, 'INSUFFICIENT_BALANCE')
    const { fixedCents: fixed, basisPoints } = terms.cashout
    const variable = share(cents, basisPoints)
    if (fixed + variable >= cents) return refused(422, 'GENERAL_ERROR')
    const told = ['withdrawal.pending', 'withdrawal.processing']
    const cashout: Cashout = {
      ...{ amount: cents, fixed, variable, destination, reference },
      ...{ status: 'PROCESSING', returned: 0, told, isGuarded: terms.windowSeconds > 0 && reference === null },
    }
    this.cashouts.push(cashout)
    this.available -= cents
    this.blocked += cents
    if (!UNDER_REVIEW.includes(destination)) this.end(cashout)
    return { status: 201, stays: true, made: cashout }
  }

  private isTaken(cents: number, destination: string, reference: string | null): boolean {
    if (reference !== null) return this.cashouts.some(one => one.reference === reference && one.status !== 'FAILED')
    const equal = (one: Cashout) => one.reference === null && one.amount === cents && one.destination === destination
    return (
      this.terms.windowSeconds > 0 && this.cashouts.some(one => equal(one) && one.isGuarded && one.status !== 'FAILED')
    )
  }

  private end(cashout: Cashout): void {
    const { amount, fixed, variable } = cashout
    this.blocked -= amount
    const fails = FAILING.includes(cashout.destination)
    cashout.status = fails ? 'FAILED' : 'COMPLETED'
    cashout.told.push(fails ? 'withdrawal.rejected' : 'withdrawal.completed')
    if (fails) this.available += amount
    else {
      this.fee += fixed + variable
      this.held -= amount - fixed - variable
    }
  }

  /** Half an hour: reviews end, what was sent comes back, and what had failed turns out to be paid. */
  pass(): void {
    for (const cashout of this.cashouts) {
      if (cashout.status === 'PROCESSING') this.end(cashout)
      const net = netOf(cashout)
      const back = RETURNING[cashout.destination]?.(net) ?? 0
      if (back > 0 && cashout.returned === 0) {
        cashout.returned = back
        cashout.told.push('withdrawal.returned')
        this.available += back
        this.held += back
      }
      const isNew = !this.anomalies.some(one => one.cashout === cashout)
      if (cashout.destination === 'contradiz' && isNew) this.anomalies.push({ cashout, decision: null })
    }
  }

  decideAnomaly(anomaly: Anomaly, decision: 'CHARGE_SELLER' | 'BEAR_LOSS' | 'DISMISS'): Told {
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
