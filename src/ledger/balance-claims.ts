// Claims: open demands on what an account has available, that outlive the moment. A claim of 100.00 on 60.00 holds 60.00 at
// once and lacks 40.00; as long as it lacks anything nothing of the account is free, and what comes is held in the commit that
// brings it (`topUp`, from `books.write`), the oldest claim first. Holding never takes `available` below zero, nor further below.
// What the reserve of a disputed sale has just released is held whole: it is the sale's own, and pays no other debt.
//
//   openClaim    one for each subject, a dispute or a hold by hand; holds min(wanted, available) at once and says how much
//   changeClaim  wants less (what is held beyond it is released) or more (held at once as far as there is money)
//   wantClaim    the one or the other
//   takeClaimed  takes some of what is held, out of the gateway, and wants so much less; the claim stays
//   closeClaim   takes some of what is held, out of the gateway, releases the rest, and ends the claim; says how much was taken.
//                What was wanted beyond the hold is for the caller: a dispute charges it, forced; an order leaves it.
//   findOpenClaim (balance-claim-store.ts) reads one.
//
// All of them within open books of the account, before `books.write()`, which also stores `wallet.lacking_centavos`. A hold
// can be taken from in a later commit than that which opened it, so that no claim is opened and closed in the same books.
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, min, ZERO } from '#kernel/money.ts'
import {
  findOpenClaim,
  findOpenHolds,
  findUncoveredClaims,
  insertClaim,
  type OpenHold,
  updateClaim,
} from './balance-claim-store.ts'
import type { Books } from './books.ts'
import type { HoldReason, Kind, Subject } from './ledger.ts'

export interface ClaimKey {
  accountId: number
  subject: Extract<Subject, 'dispute' | 'hold_order'>
  subjectId: bigint
}

export interface BalanceClaim extends ClaimKey {
  /** Of the holds that it opens. */
  reason: HoldReason
  target: Centavos
  held: Centavos
}

const KINDS_OF = {
  dispute: { held: 'DISPUTE_HELD', released: 'DISPUTE_RELEASED', taken: 'DISPUTE_TAKEN' },
  hold_order: { held: 'ORDER_HELD', released: 'ORDER_RELEASED', taken: 'ORDER_TAKEN' },
} as const satisfies Record<ClaimKey['subject'], Record<string, Kind>>

export interface NewClaim extends Omit<BalanceClaim, 'held'> {
  /** Of what is wanted, what a reserve has released for it in the same books. */
  fromReserve?: Centavos
}

/** What was free before it came is its own, also where older claims lack: they have had their turn. */
export async function openClaim(
  tx: Transaction,
  books: Books,
  { fromReserve = ZERO, ...claim }: NewClaim,
  now: Date,
): Promise<BalanceClaim> {
  const opened: BalanceClaim = { ...claim, held: ZERO }
  books.lack(claim.accountId, claim.target)
  hold(books, opened, fromReserve)
  await insertClaim(tx, opened, now)
  return opened
}

export async function changeClaim(
  tx: Transaction,
  books: Books,
  { target, fromReserve = ZERO, ...key }: ClaimKey & Pick<NewClaim, 'target' | 'fromReserve'>,
  now: Date,
): Promise<BalanceClaim> {
  const claim = await openOne(tx, key)
  books.lack(key.accountId, target - claim.target)
  const changed: BalanceClaim = { ...claim, target }
  const beyond = claim.held - target
  if (beyond > 0n) {
    changed.held = target
    books.lack(key.accountId, beyond)
    releaseHolds(books, claim, await findOpenHolds(tx, key), { released: beyond })
  } else hold(books, changed, fromReserve)
  await updateClaim(tx, changed, false, now)
  return changed
}

/** So much, whether it is open already or not; what is open stays so, also where it wants nothing any more. */
export async function setClaim(tx: Transaction, books: Books, claim: NewClaim, now: Date): Promise<void> {
  const isOpen = (await findOpenClaim(tx, claim)) !== null
  if (isOpen) await changeClaim(tx, books, claim, now)
  else if (claim.target > 0n) await openClaim(tx, books, claim, now)
}

export interface Taking {
  /** At most; more than is held is not there to be taken. */
  max: Centavos
  /** By which it goes out. */
  pspAccountId: number
}

/** Not where nothing is wanted after it: then the claim is to be closed. */
export async function takeClaimed(
  tx: Transaction,
  books: Books,
  key: ClaimKey,
  { max, pspAccountId }: Taking,
  now: Date,
): Promise<BalanceClaim> {
  const claim = await openOne(tx, key)
  const taken = min(max, claim.held)
  const [target, held] = [claim.target - taken, claim.held - taken] as [Centavos, Centavos]
  releaseHolds(books, claim, await findOpenHolds(tx, key), { taken, released: 0n, pspAccountId })
  const changed: BalanceClaim = { ...claim, target, held }
  await updateClaim(tx, changed, false, now)
  return changed
}

export interface Closed {
  taken: Centavos
  released: Centavos
}

export async function closeClaim(
  tx: Transaction,
  books: Books,
  key: ClaimKey,
  taking: Taking | null,
  now: Date,
): Promise<Closed> {
  const claim = await openOne(tx, key)
  books.lack(key.accountId, claim.held - claim.target)
  const taken = min(taking?.max ?? ZERO, claim.held)
  const released = (claim.held - taken) as Centavos
  const holds = await findOpenHolds(tx, key)
  releaseHolds(books, claim, holds, { taken, released, pspAccountId: taking?.pspAccountId })
  await updateClaim(tx, { ...claim, held: ZERO }, true, now)
  return { taken, released }
}

async function openOne(tx: Transaction, key: ClaimKey): Promise<BalanceClaim> {
  const claim = await findOpenClaim(tx, key)
  if (claim === null) throw new Error(`there is no open claim of ${key.subject} ${key.accountId}/${key.subjectId}`)
  return claim
}

/** For `books.write` alone: holds what has come into these accounts for what their claims lack. */
export async function topUp(tx: Transaction, books: Books, accountIds: number[], now: Date): Promise<void> {
  if (accountIds.length === 0) return
  for (const claim of await findUncoveredClaims(tx, accountIds)) {
    if (hold(books, claim) > 0n) await updateClaim(tx, claim, false, now)
  }
}

/** What the reserve released, and of the rest as much as there is. Forced, for it is not of the account holder's own doing. */
function hold(books: Books, claim: BalanceClaim, fromReserve = ZERO): Centavos {
  const { accountId, subject, subjectId, reason } = claim
  const shortfall = claim.target - claim.held
  const own = min(fromReserve, shortfall)
  // Without its own reserve the account may owe.
  const free = books.balance(accountId) - own
  const amount = (free > 0n ? own + min(free, shortfall - own) : own) as Centavos
  if (amount <= 0n) return ZERO
  const kind = KINDS_OF[subject].held
  books.mustPost(accountId, { kind, amount, subject, subjectId, forced: true, opens: { reason } })
  books.lack(accountId, -amount)
  claim.held = (claim.held + amount) as Centavos
  return amount
}

interface Going {
  taken?: bigint
  released: bigint
  pspAccountId?: number | undefined
}

/** Out of the holds one after another, what is taken first. */
function releaseHolds(
  books: Books,
  claim: BalanceClaim,
  holds: OpenHold[],
  { taken = 0n, released, pspAccountId }: Going,
): void {
  const kinds = KINDS_OF[claim.subject]
  const { subject, subjectId } = claim
  let [toTake, toRelease] = [taken, released]
  for (const { seq, open } of holds) {
    const took = min(toTake, open)
    const freed = min(toRelease, open - took)
    toTake -= took
    toRelease -= freed
    const of = { subject, subjectId }
    if (took > 0n) {
      const from = { seq, resolves: took === open }
      books.mustPost(claim.accountId, {
        ...of,
        kind: kinds.taken,
        amount: took as Centavos,
        hold: from,
        ...(pspAccountId !== undefined && { pspAccountId }),
      })
    }
    if (freed > 0n) {
      const from = { seq, resolves: took + freed === open }
      books.mustPost(claim.accountId, { ...of, kind: kinds.released, amount: freed as Centavos, hold: from })
    }
  }
  if (toTake + toRelease > 0n)
    throw new Error(`the holds of ${subject} ${claim.accountId}/${subjectId} hold too little`)
}
