// Writes accepted cashouts: the gross amount is held in the books, and each is stored with its approval requirements, its
// event, and the audit entry of the person who requested it. Nothing is decided here.
import type { Alerts } from '#alert/alerts.ts'
import { type Entry, record } from '#audit/audit.ts'
import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import { aboutAccount } from '#kernel/alert-subject.ts'
import { Failure } from '#kernel/failure.ts'
import { subtract, toCentsNumber, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { isOfOperator } from '../approval/policy.ts'
import { addVelocity, recordAddresses } from '../approval/policy-store.ts'
import { insertApprovals } from '../approval/store.ts'
import type { Cashout } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { publish } from '../events.ts'
import { insertCashouts } from '../store.ts'
import type { Terms } from '../terms-store.ts'
import { answersOf } from '../wire.ts'
import type { AcceptedRequest } from './decide.ts'
import type { Requested } from './request.ts'

/** An accepted request whose amount is held, with its cashout and the answer to its caller. */
export interface AcceptedCashout extends AcceptedRequest, Omit<Requested, 'pendingDeliveries'> {}

export const isAccepted = (outcome: AcceptedCashout | Failure): outcome is AcceptedCashout =>
  !(outcome instanceof Failure)

/** Posts the holds, in memory: the books are written with everything else. */
export const holdAmounts = (books: Books, decisions: (AcceptedRequest | Failure)[], now: Date) =>
  decisions.map(decision => (decision instanceof Failure ? decision : holdAmount(books, decision, now)))

function holdAmount(books: Books, accepted: AcceptedRequest, now: Date): AcceptedCashout {
  const { request, requirement } = accepted
  const held = books.mustPost(request.accountId, {
    kind: 'CASHOUT_HELD',
    amount: request.amount,
    subject: 'withdrawal',
    subjectId: request.id,
    opens: { reason: 'WITHDRAWAL' },
  })
  const cashout = newCashout(accepted, held.seq, now)
  return { ...accepted, cashout, answer: answersOf(request).created(cashout, requirement) }
}

const newCashout = ({ request, fee, requirement }: AcceptedRequest, holdSeq: bigint, now: Date): Cashout => ({
  accountId: request.accountId,
  id: request.id,
  uuid: request.uuid,
  state: 'requested',
  version: 1,
  amount: request.amount,
  feeFixed: fee.fixed,
  feeVariable: fee.variable,
  net: subtract(request.amount, fee.total),
  pixKey: request.pixKey,
  pixKeyType: request.pixKeyType,
  holderDocument: request.holderDocument,
  description: request.description,
  externalReference: request.externalReference,
  postbackUrl: request.postbackUrl,
  holdSeq,
  payoutId: null,
  endToEndId: null,
  failure: null,
  restored: false,
  waiting: requirement !== null,
  returned: ZERO,
  returnedAt: null,
  createdAt: now,
  updatedAt: now,
  processedAt: null,
})

/** The process that answers the caller submits the cashout; after this time any process does, should that one have died. */
const HAND_OVER_MS = 1_000

/** The transfers, the rows and the events. Answers the deliveries of each, in their order. */
export async function writeAccepted(
  tx: Transaction,
  { outbox, alerts }: Pick<CashoutDeps, 'outbox' | 'alerts'>,
  books: Books,
  accepted: AcceptedCashout[],
  terms: Map<number, Terms>,
  now: Date,
): Promise<PendingDeliveries[]> {
  if (accepted.length === 0) return []
  const rulesOf = (accountId: number) => terms.get(accountId)?.rules
  const cashouts = accepted.map(({ cashout }) => cashout)
  const requests = accepted.map(({ request }) => request)
  const handOverAt = new Date(now.getTime() + HAND_OVER_MS)
  const askHashes = requests.map(({ askHash }) => askHash)
  const approvalExpiresAt = accepted.map(({ requirement }) => requirement?.expiresAt ?? null)
  const counted = accepted.filter(({ requirement }) => requirement?.operatorNeeded !== true)
  const { deliveries } = await pipelined({
    transfers: books.write(),
    cashouts: insertCashouts(tx, cashouts, handOverAt, askHashes, approvalExpiresAt),
    deliveries: publish(tx, outbox, cashouts, now, terms),
    approvals: insertApprovals(tx, accepted.flatMap(requirementIn), now),
    audit: record(tx, accepted.flatMap(entryIn), now),
    addresses: recordAddresses(tx, requests, rulesOf, now),
    velocity: addVelocity(
      tx,
      counted.map(({ request }) => request),
      rulesOf,
      now,
    ),
  })
  await raiseHeldBack(tx, alerts, accepted, terms)
  return deliveries
}

/** What the callers get; `deliveries` are those of the accepted ones, in their order. */
export function requestedOf(
  outcomes: (AcceptedCashout | Failure)[],
  deliveries: PendingDeliveries[],
): (Requested | Failure)[] {
  const next = deliveries.values()
  return outcomes.map(outcome => {
    if (outcome instanceof Failure) return outcome
    const { cashout, answer } = outcome
    return { cashout, answer, pendingDeliveries: next.next().value ?? [] }
  })
}

const requirementIn = ({ cashout: { accountId, id }, requirement }: AcceptedCashout) =>
  requirement === null ? [] : [{ accountId, id, ...requirement }]

/** One alert for each velocity limit that holds a cashout back, whatever its amount: it is counted until it is acknowledged. */
async function raiseHeldBack(
  tx: Transaction,
  alerts: Alerts,
  accepted: AcceptedCashout[],
  terms: Map<number, Terms>,
): Promise<void> {
  const exceeded = new Map<string, { accountId: number; reason: string }>()
  for (const { cashout, requirement } of accepted)
    for (const reason of requirement?.reasons.filter(isOfOperator) ?? []) {
      const { accountId } = cashout
      exceeded.set(`${isOfGateway(reason) ? 'house' : accountId} ${reason}`, { accountId, reason })
    }
  // In one order for everybody, so that no two transactions wait for each other's rows.
  for (const [, { accountId, reason }] of [...exceeded].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const rules = terms.get(accountId)?.rules
    if (isOfGateway(reason))
      await alerts.raiseInTx(tx, 'HOUSE_VELOCITY_LIMIT_EXCEEDED', { reason, limits: rules?.gateway ?? {} }, null)
    else {
      const limits = rules?.velocity ?? {}
      await alerts.raiseInTx(tx, 'VELOCITY_LIMIT_EXCEEDED', { accountId, reason, limits }, aboutAccount(accountId))
    }
  }
}

const isOfGateway = (reason: string) => reason.startsWith('HOUSE_')

/** The member of the account who requested it. A request by API key is no action of a person. */
function entryIn({ request, cashout }: AcceptedCashout): Entry[] {
  const { userId, address } = request.by ?? { userId: null, address: '' }
  if (userId === null) return []
  const { accountId, uuid, amount, pixKey, pixKeyType } = cashout
  const what = { accountId, action: 'cashout.requested', subject: 'cashout', subjectId: uuid }
  const detail = { amount: toCentsNumber(amount), pixKey, pixKeyType }
  return [{ ...what, actor: { kind: 'member', id: userId, address }, detail }]
}
