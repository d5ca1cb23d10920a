// The attempt to pay a cashout, committed before the PSP is called: PROCESSING, and the id at the PSP, under the lock of the
// cashout. From that commit on it cannot be cancelled. After a crash the attempt is looked up and never sent without a lookup;
// the same holds for one that an older copy of this database may have sent already.
import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import { payoutIdOf } from '#kernel/ids.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import { type Cashout, type CashoutKey, keyText, moved } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { publish } from '../events.ts'
import { lockCashouts, putOff, updateCashouts } from '../store.ts'
import { findTerms } from '../terms-store.ts'
import { type KeyRefusal, refusedKeys } from '../unknown-key/store.ts'
import { type Attempt, findPayOutAccounts, insertAttempts, type PayOutAccount } from './attempt-store.ts'

export interface CommittedAttempt {
  attempt: Attempt
  cashout: Cashout
  /** It was requested before recovery last began: it may have been sent before. */
  maybeSentBefore: boolean
}

/** It is not sent at all: its PIX key does not exist, or its account has requested too many such keys. */
export interface RefusedKey {
  refused: KeyRefusal
}

/** One answer for each cashout: null where it is not to be submitted now, or another process has taken it. */
export async function commitAttempts(
  deps: CashoutDeps,
  keys: CashoutKey[],
): Promise<(CommittedAttempt | RefusedKey | null)[]> {
  const circuitOpen = await openCircuitPsps(deps)
  const { ready, refused } = await readyKeys(deps, circuitOpen, keys)
  const committed = await beginAll(deps, circuitOpen, ready)
  return keys.map(key => {
    const refusal = refused.get(keyText(key))
    return refusal === undefined ? (committed.get(keyText(key)) ?? null) : { refused: refusal }
  })
}

/** What a cashout needs to be submitted in the commit of its release. */
export interface Readiness {
  /** PSP accounts that are not called at the moment. */
  circuitOpen: Set<number>
}

/** Before any lock; null where it could not be submitted now. */
export async function readinessOf(deps: CashoutDeps, cashout: Cashout): Promise<Readiness | null> {
  if (normalisePixKey(cashout.pixKeyType, cashout.pixKey) === null) return null
  const circuitOpen = await openCircuitPsps(deps)
  const { ready } = await readyKeys(deps, circuitOpen, [cashout])
  return ready.length === 0 ? null : { circuitOpen }
}

/**
 * Begins the submission of a locked cashout in the caller's transaction; null where it cannot. The attempt has certainly not
 * left the gateway: the process that takes it first sends it (resend.ts), and it is due at once.
 */
export async function beginNow(
  tx: Transaction,
  outbox: Outbox,
  { circuitOpen }: Readiness,
  cashout: Cashout,
  now: Date,
): Promise<{ cashout: Cashout; pendingDeliveries: PendingDeliveries } | null> {
  const account = (await findPayOutAccounts(tx, [cashout.accountId])).get(cashout.accountId)
  if (!isOpen(account, circuitOpen)) return null
  const { attempt, cashout: committed } = attemptTo(account, cashout, now)
  await insertAttempts(tx, [attempt], 'asked', now, 'it was released for submission and has not been sent yet')
  await updateCashouts(tx, [committed], now)
  return { cashout: committed, pendingDeliveries: (await publish(tx, outbox, [committed], now)).flat() }
}

async function beginAll(
  deps: CashoutDeps,
  circuitOpen: Set<number>,
  ready: CashoutKey[],
): Promise<Map<string, CommittedAttempt>> {
  if (ready.length === 0) return new Map()
  const { committed, pendingDeliveries } = await deps.db.transaction(tx => begin(tx, deps, circuitOpen, ready))
  deps.outbox.send(pendingDeliveries)
  return new Map(committed.map(one => [keyText(one.cashout), one]))
}

/** The others wait as they are, can be cancelled, and are found when they are due. Nothing is locked for them. */
async function readyKeys(
  { db, clock }: Pick<CashoutDeps, 'db' | 'clock'>,
  circuitOpen: Set<number>,
  keys: CashoutKey[],
) {
  const accounts = await findPayOutAccounts(db, accountIdsOf(keys))
  const open = keys.filter(({ accountId }) => isOpen(accounts.get(accountId), circuitOpen))
  const doubtful = open.filter(({ accountId }) => accounts.get(accountId)?.hasMissed)
  const refused = await refusedKeys(db, doubtful, clock())
  return { ready: open.filter(key => !refused.has(keyText(key))), refused }
}

const accountIdsOf = (keys: CashoutKey[]) => [...new Set(keys.map(({ accountId }) => accountId))]

const isOpen = (account: PayOutAccount | undefined, circuitOpen: Set<number>): account is PayOutAccount =>
  account !== undefined && !account.payoutsBlocked && !circuitOpen.has(account.pspAccountId)

async function begin(tx: Transaction, deps: CashoutDeps, circuitOpen: Set<number>, keys: CashoutKey[]) {
  const now = deps.clock()
  const accountIds = accountIdsOf(keys)
  const [locked, accounts, terms] = await Promise.all([
    lockCashouts(tx, keys),
    findPayOutAccounts(tx, accountIds),
    findTerms(tx, accountIds),
  ])
  const waiting = locked.filter(({ state, waiting }) => state === 'requested' && !waiting)
  const committed = waiting.flatMap(cashout => {
    const account = accounts.get(cashout.accountId)
    return isOpen(account, circuitOpen) ? attemptTo(account, cashout, now) : []
  })
  const begun = new Set(committed.map(one => one.attempt.id))
  const left = waiting.filter(({ id }) => !begun.has(id))
  const cashouts = committed.map(one => one.cashout)
  const attempts = committed.map(one => one.attempt)
  const { deliveries } = await pipelined({
    left: putOff(tx, left, new Date(now.getTime() + PUT_OFF_MS)),
    attempts: insertAttempts(tx, attempts, 'asked', now),
    // Should this process die now, the cashout is looked up, at the earliest when its call must have ended.
    cashouts: updateCashouts(tx, cashouts, new Date(now.getTime() + deps.pspTimeoutMs + FIRST_LOOKUP_MS)),
    deliveries: publish(tx, deps.outbox, cashouts, now, terms),
  })
  return { committed, pendingDeliveries: deliveries.flat() }
}

const FIRST_LOOKUP_MS = 1_000
/** The PSPs to which nothing can be sent at this moment. */
const PUT_OFF_MS = 3_000

/** The PSP accounts whose circuit is open. */
async function openCircuitPsps({ psps }: Pick<CashoutDeps, 'psps'>): Promise<Set<number>> {
  const troubled = psps.states().filter(({ circuitOpen }) => circuitOpen)
  const ids = troubled.map(async ({ pspAccountId }) => ((await psps.isCircuitOpen(pspAccountId)) ? [pspAccountId] : []))
  return new Set((await Promise.all(ids)).flat())
}

function attemptTo({ pspAccountId, recoveringAt }: PayOutAccount, cashout: Cashout, now: Date): CommittedAttempt {
  const payoutId = payoutIdOf(cashout.accountId, cashout.uuid)
  return {
    attempt: { accountId: cashout.accountId, id: cashout.id, payoutId, pspAccountId },
    cashout: moved(cashout, 'submitted', now, { payoutId }),
    maybeSentBefore: recoveringAt !== null && cashout.createdAt <= recoveringAt,
  }
}
