// The two sides of a seller's money, as its statement tells them: each movement is a line with its type. Nothing here knows why money moves.

export type Reason = 'WITHDRAWAL' | 'RESERVE' | 'SETTLEMENT' | 'REFUND' | 'MED' | 'CAUTELAR' | 'JUDICIAL' | 'MANUAL'

/** What the statement calls a hold for this reason. */
const LINES: Record<Reason, string> = {
  WITHDRAWAL: 'CASHOUT',
  RESERVE: 'RESERVE',
  SETTLEMENT: 'SETTLEMENT',
  REFUND: 'REFUND',
  MED: 'DISPUTE',
  CAUTELAR: 'ORDER',
  JUDICIAL: 'ORDER',
  MANUAL: 'ORDER',
}
const REASONS = Object.keys(LINES) as Reason[]

/** What all lines of a type have moved. */
export interface Moved {
  available: number
  blocked: number
}

export class Book {
  available = 0
  blocked = Object.fromEntries(REASONS.map(reason => [reason, 0])) as Record<Reason, number>
  /** Of the day, by type. */
  lines = new Map<string, Moved>()

  get balance() {
    const blocked = REASONS.reduce((sum, reason) => sum + this.blocked[reason], 0)
    return { available: this.available, blocked, total: this.available + blocked }
  }

  /** Comes for the seller, or goes where it is below zero. */
  change(type: string, amount: number): void {
    this.available += amount
    this.line(type, amount, 0)
  }

  hold(reason: Reason, amount: number): void {
    this.available -= amount
    this.blocked[reason] += amount
    this.line(`${LINES[reason]}_HELD`, -amount, amount)
  }

  release(reason: Reason, amount: number): void {
    this.available += amount
    this.blocked[reason] -= amount
    this.line(`${LINES[reason]}_RELEASED`, amount, -amount)
  }

  /** Out of what is held. */
  leave(reason: Reason, type: string, amount: number): void {
    this.blocked[reason] -= amount
    this.line(type, 0, -amount)
  }

  private line(type: string, available: number, blocked: number): void {
    if (available === 0 && blocked === 0) return
    const before = this.lines.get(type) ?? { available: 0, blocked: 0 }
    this.lines.set(type, { available: before.available + available, blocked: before.blocked + blocked })
  }
}
