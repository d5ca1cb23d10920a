// Some cashouts need the approval of the account's own server before they are submitted: the gateway sends a signed POST, which
// must be answered with 200 and {"decision": "APPROVED"} within five seconds. REFUSED ends the cashout. Any other answer, or none
// in time, leaves the decision to a person. The request may be sent twice where a process dies in between.
import { lockApprovers, lockOperators } from '#access/approvers/store.ts'
import { record, THE_GATEWAY } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { type Egress, openEgress } from '#http/egress/egress.ts'
import { signWebhook } from '#kernel/crypto/signature.ts'
import { Failure } from '#kernel/failure.ts'
import { NO_REASON } from '#kernel/payment-failure.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { type Courier, openCourier } from '#notification/delivery/headers.ts'
import { bodyBytes } from '#notification/events/event.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { type Cashout, type CashoutKey, keyText } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import {
  detailOf,
  endBeforeSubmission,
  type NotSubmittedProof,
  proveNotSubmitted,
  stillNotSubmitted,
} from '../end-before-submission.ts'
import { findCashouts, lockCashouts } from '../store.ts'
import { type Readiness, readinessOf } from '../submission/attempt.ts'
import { arePayoutsBlocked } from '../submission/payouts-blocked-store.ts'
import { APPROVAL_EVENT, questionOf } from './callback-wire.ts'
import { isAgreed, releaseForSubmission } from './release.ts'
import {
  type CheckState,
  type DueCheck,
  dueChecks,
  findApprovals,
  findOperatorVoters,
  leaseChecks,
  recordCheck,
  type StoredApproval,
} from './store.ts'

/** The client of the account's own server. */
export interface ApprovalClient {
  egress: Pick<Egress, 'post'>
  courier: Pick<Courier, 'names' | 'userAgent' | 'keyOf'>
}

/** The cashout may be submitted now. */
type Released = { released: (cashout: Cashout) => void }

const LANES = { everyMs: SECOND_MS, batch: 50, max: 4, maxHeld: 100 }
/** Longer than the call and the handling of its answer may take. */
const LEASE_MS = 30 * SECOND_MS

/** The time limit of the account's server for its answer. */
const ANSWER_MS = 5 * SECOND_MS

/** An account with a slow server delays no other account. */
export function openChecks(deps: CashoutDeps & Released): Pick<DueLanes<DueCheck>, 'wake' | 'stop'> {
  const { db, clock, log } = deps
  const { publicOnly, proxy, brand, openSecret } = deps.approvalCalls
  const egress = openEgress({ publicOnly, timeoutMs: ANSWER_MS, proxy })
  const courier = openCourier({ brand, open: openSecret, fallbackPostbackSecret: null })
  const lanes = startDueLanes<DueCheck>({
    name: 'payout checks',
    ...LANES,
    log,
    owed: { db, rows: () => dueChecks(clock()) },
    lease(limit, except) {
      const now = clock()
      return leaseChecks(db, { now, until: new Date(now.getTime() + LEASE_MS), limit, except })
    },
    keyOf: keyText,
    laneOf: ({ accountId }) => accountId,
    work: due => check({ ...deps, egress, courier }, due),
    failed: (error, { accountId, id }) => log.error({ err: error, accountId, id }, 'a payout could not be checked'),
  })
  return {
    wake: lanes.wake,
    async stop() {
      await lanes.stop()
      await egress.close()
    },
  }
}

interface CheckAnswer {
  state: Exclude<CheckState, 'OWED'>
  /** For the log, and for the account where it refuses. */
  message: string
}

/** Sends one request, and acts on the answer. */
export async function check(deps: CashoutDeps & ApprovalClient & Released, due: DueCheck): Promise<void> {
  const [cashout] = await findCashouts(deps.db, [due])
  if (cashout?.waiting !== true) return
  const answer = await requestApproval(deps, due, cashout)
  const proof = answer.state === 'REFUSED' ? await proveNotSubmitted(deps, cashout) : { enteredAt: null }
  // It is sent again when its lease has expired.
  if (proof instanceof Failure) return
  const readiness = answer.state === 'REFUSED' ? null : await readinessOf(deps, cashout)
  const outcome = await deps.db.transaction(tx => follow(tx, deps, due, { ...answer, proof, readiness }))
  deps.outbox.send(outcome.pendingDeliveries)
  if (outcome.released !== null) deps.released(outcome.released)
}

async function requestApproval(
  deps: Pick<CashoutDeps, 'clock'> & ApprovalClient,
  { url, secretSealed }: DueCheck,
  cashout: Cashout,
): Promise<CheckAnswer> {
  if (url === null || secretSealed === null)
    return { state: 'SILENT', message: 'the account wants to be asked no more' }
  const { names, userAgent, keyOf } = deps.courier
  const body = bodyBytes(questionOf(cashout))
  const timestamp = Math.floor(deps.clock().getTime() / SECOND_MS)
  const posted = await deps.egress.post(
    url,
    {
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
      [names.eventId]: cashout.uuid,
      [names.type]: APPROVAL_EVENT,
      [names.timestamp]: String(timestamp),
      [names.signature]: signWebhook(keyOf(secretSealed), timestamp, body),
    },
    body,
  )
  if (posted.status !== OK) return { state: 'SILENT', message: posted.error ?? `it answered ${posted.status}` }
  return answerIn(posted.head ?? '')
}

const OK = 200

const MAX_REASON = 200
const CONTROL = /\p{Cc}/gu

function answerIn(head: string): CheckAnswer {
  const answer = parsed(head)
  if (answer?.decision === 'APPROVED') return { state: 'APPROVED', message: 'APPROVED' }
  if (answer?.decision !== 'REFUSED') return { state: 'SILENT', message: 'it answered neither APPROVED nor REFUSED' }
  const reason = typeof answer.reason === 'string' ? answer.reason.replaceAll(CONTROL, ' ').toWellFormed().trim() : ''
  return {
    state: 'REFUSED',
    message: reason === '' ? NO_REASON.CHECK_REFUSED : reason.slice(0, MAX_REASON).toWellFormed(),
  }
}

function parsed(text: string): { decision?: unknown; reason?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

interface Followed {
  pendingDeliveries: PendingDeliveries
  released: Cashout | null
}

const NOTHING: Followed = { pendingDeliveries: [], released: null }

/** The answer, with what was read before the locks. */
interface CheckOutcome extends CheckAnswer {
  proof: NotSubmittedProof
  readiness: Readiness | null
}

async function follow(
  tx: Transaction,
  deps: Pick<CashoutDeps, 'clock' | 'outbox'>,
  key: CashoutKey,
  answer: CheckOutcome,
): Promise<Followed> {
  const now = deps.clock()
  const books = await openBooks(tx, [key.accountId], now)
  const [cashout] = await lockCashouts(tx, [key])
  // The approvers stay locked, so their rights do not change before the decision.
  await lockApprovers(tx, key.accountId)
  await lockOperators(tx, await findOperatorVoters(tx, key))
  const approval = (await findApprovals(tx, [key])).get(keyText(key))
  if (cashout?.waiting !== true || approval?.checkState !== 'OWED') return NOTHING
  const isOff =
    answer.state === 'REFUSED'
      ? (await stillNotSubmitted(tx, answer.proof)) !== null
      : await arePayoutsBlocked(tx, key.accountId)
  if (isOff) return NOTHING
  await recordCheck(tx, key, answer.state)
  if (answer.state === 'REFUSED') {
    const failure = { code: 'CHECK_REFUSED' as const, message: answer.message }
    const entry = { actor: THE_GATEWAY, action: 'cashout.check-refused', detail: { said: answer.message } }
    const ended = await endBeforeSubmission(
      tx,
      deps.outbox,
      books,
      cashout,
      { outcome: 'REJECTED', failure, entry },
      now,
    )
    return { pendingDeliveries: ended.pendingDeliveries, released: null }
  }
  const action = answer.state === 'APPROVED' ? 'cashout.check-approved' : 'cashout.check-unanswered'
  const detail = { ...detailOf(cashout), said: answer.message }
  const { accountId, uuid: subjectId } = cashout
  await record(tx, [{ accountId, actor: THE_GATEWAY, action, subject: 'cashout', subjectId, detail }], now)
  const after = answered(approval, answer)
  if (!isAgreed(after)) return NOTHING
  const submitted = await releaseForSubmission(tx, deps.outbox, answer.readiness, { cashout, approval: after }, now)
  return { pendingDeliveries: submitted.pendingDeliveries, released: submitted.cashout }
}

/** Without an answer a person has to decide. */
const answered = (approval: StoredApproval, { state }: CheckAnswer): StoredApproval => ({
  ...approval,
  checkState: state,
  approvalsNeeded: state === 'SILENT' ? Math.max(approval.approvalsNeeded, 1) : approval.approvalsNeeded,
})
