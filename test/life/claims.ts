// What is to be held of a seller's money, also of what is still to come: by disputes, and by order.
import { Book, type Reason } from './book.ts'

/** Held as far as there is money; a shortfall is held as money comes. */
export interface Claim {
  reason: Reason
  wanted: number
  held: number
}

export class ClaimedBook extends Book {
  claims: Claim[] = []

  protected shortfall = () => this.claims.reduce((sum, { wanted, held }) => sum + wanted - held, 0)

  protected fill(claim: Claim): void {
    const held = Math.max(0, Math.min(claim.wanted - claim.held, this.available))
    claim.held += held
    this.hold(claim.reason, held)
  }

  /** What has come is the oldest claim's first. */
  protected settled(): void {
    for (const claim of this.claims) this.fill(claim)
  }

  order(reason: Reason, amount: number): Claim {
    const claim = { reason, wanted: amount, held: 0 }
    this.fill(claim)
    this.claims.push(claim)
    return claim
  }

  /** Its shortfall counts first. */
  releaseClaim(claim: Claim, amount: number): void {
    claim.wanted -= amount
    const beyond = Math.max(0, claim.held - claim.wanted)
    claim.held -= beyond
    this.release(claim.reason, beyond)
    this.settled()
  }

  take(claim: Claim, amount: number): void {
    claim.wanted -= amount
    claim.held -= amount
    this.leave(claim.reason, 'ORDER_TAKEN', amount)
  }
}
