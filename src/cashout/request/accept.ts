// A cashout that has been accepted: its gross amount is held, and it is written with what it waits for, if anything, and with
// the fact that tells of it. Nothing of it is decided here.
import { type Entry, record } from '#audit/audit.ts'
import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import { subtract, toCentsNumber, ZERO } from '#kernel/money.ts'
import { type Fee, feeOf } from '#kernel/terms/terms.ts'
import type { Books } from '#ledger/books.ts'
import { type ApprovalRequirement, isOfOperator } from '../approval/policy.ts'
import { addVelocity, recordAddresses } from '../approval/policy-store.ts'
import { insertApprovals } from '../approval/store.ts'
import type { Cashout } from '../cashout.ts'
import { publish } from '../events.ts'
import { insertCashouts, type Terms } from '../store.ts'
import type { RequestAnswers } from '../wire.ts'
import { duplicateKey } from './duplicate.ts'
import { referenceKey } from './duplicate-store.ts'
import type { CashoutRequest, RequestDeps, Requested } from './request.ts'
import type { Taken } from './rules.ts'

/** Without a hash where its account does not ask for it, or a reference tells it apart. */
export type HashedRequest = CashoutRequest & { askHash: Buffer | null }

/** A cashout that is asked for, by what later ones are found equal, what it waits for, and what its caller gets. */
export interface AcceptedCashout {
  cashout: Cashout
  request: HashedRequest
  wait: ApprovalRequirement | null
  requested: Requested
}

export const isAccepted = <Other extends object>(outcome: AcceptedCashout | Other): outcome is AcceptedCashout =>
  'requested' in outcome

interface Holding {
  books: Books
  terms: Terms
  taken: Taken
  answers: RequestAnswers
  now: Date
}

type Ids = Pick<Cashout, 'id' | 'uuid'>

/** Holds the gross amount. From here on the ask's reference is taken, and its equal refused. */
export function accept(
  holding: Holding,
  request: HashedRequest,
  ids: Ids,
  requirement: ApprovalRequirement | null,
): AcceptedCashout {
  const { books, terms, taken, answers, now } = holding
  const held = books.mustPost(request.accountId, {
    kind: 'CASHOUT_HELD',
    amount: request.amount,
    subject: 'withdrawal',
    subjectId: ids.id,
    opens: { reason: 'WITHDRAWAL' },
  })
  const fee = feeOf(request.amount, terms.fees.cashout)
  const cashout = { ...newCashout(request, ids, held.seq, fee, now), waiting: requirement !== null }
  taken.references.set(referenceKey(request), cashout.uuid)
  if (request.askHash !== null) taken.equals.set(duplicateKey(request.accountId, request.askHash), cashout.uuid)
  return {
    cashout,
    request,
    wait: requirement,
    requested: { cashout, answer: answers.created(cashout, requirement), pendingDeliveries: [] },
  }
}

const newCashout = (request: CashoutRequest, ids: Ids, holdSeq: bigint, fee: Fee, now: Date): Cashout => ({
  accountId: request.accountId,
  ...ids,
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
  waiting: false,
  returned: ZERO,
  returnedAt: null,
  createdAt: now,
  updatedAt: now,
  processedAt: null,
})

/** A lost process leaves the cashout to whoever sweeps; until then it belongs to the one that answers the caller. */
const HAND_OVER_MS = 1_000

/** The money, the rows and the facts. The callers' deliveries are known when it is done. */
export async function writeAccepted(
  tx: Transaction,
  { outbox, alertInTx }: RequestDeps,
  books: Books,
  accepted: AcceptedCashout[],
  terms: Map<number, Terms>,
  now: Date,
): Promise<void> {
  if (accepted.length === 0) return
  const rulesOf = (accountId: number) => terms.get(accountId)?.rules
  const cashouts = accepted.map(({ cashout }) => cashout)
  const requests = accepted.map(({ request }) => request)
  const handOverAt = new Date(now.getTime() + HAND_OVER_MS)
  const through = accepted
    .filter(({ wait: requirement }) => requirement?.operatorNeeded !== true)
    .map(({ request }) => request)
  const { deliveries } = await pipelined({
    transfers: books.write(),
    cashouts: insertCashouts(
      tx,
      cashouts,
      handOverAt,
      requests.map(({ askHash }) => askHash),
      accepted.map(({ wait: requirement }) => requirement?.expiresAt ?? null),
    ),
    deliveries: publish(tx, outbox, cashouts, now, terms),
    approvals: insertApprovals(tx, accepted.flatMap(requirementIn), now),
    audit: record(tx, accepted.flatMap(entryIn), now),
    addresses: recordAddresses(tx, requests, rulesOf, now),
    velocity: addVelocity(tx, through, rulesOf, now),
  })
  for (const [message, context] of alertsOf(accepted, terms)) await alertInTx(tx, message, context)
  for (const [n, { requested }] of accepted.entries()) requested.pendingDeliveries = deliveries[n] ?? []
}

const requirementIn = ({ cashout: { accountId, id }, wait: requirement }: AcceptedCashout) =>
  requirement === null ? [] : [{ accountId, id, ...requirement }]

/** One for each limit that holds something back, whatever and how much that is: it rings on, counted, until it is acknowledged. */
function alertsOf(accepted: AcceptedCashout[], terms: Map<number, Terms>): [said: string, known: object][] {
  const alerts = new Map<string, [string, object]>()
  for (const { cashout, wait: requirement } of accepted)
    for (const reason of requirement?.reasons.filter(isOfOperator) ?? []) {
      const ofHouse = reason.startsWith('HOUSE_')
      const rules = terms.get(cashout.accountId)?.rules
      const limits = (ofHouse ? rules?.house : rules?.velocity) ?? {}
      const known = { ...(ofHouse ? {} : { accountId: cashout.accountId }), reason, limits }
      alerts.set(`${ofHouse ? 'house' : cashout.accountId} ${reason}`, [NEEDS_APPROVAL, known])
    }
  return [...alerts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, alert]) => alert)
}

export const NEEDS_APPROVAL = 'more leaves than usual: payouts wait for the operator'

/** Who of the account's people has asked. What a server asks for is nobody's deed. */
function entryIn({ request, cashout }: AcceptedCashout): Entry[] {
  const { userId, address } = request.by ?? { userId: null, address: '' }
  if (userId === null) return []
  const { accountId, uuid, amount, pixKey, pixKeyType } = cashout
  const what = { accountId, action: 'cashout.requested', subject: 'cashout', subjectId: uuid }
  const detail = { amount: toCentsNumber(amount), pixKey, pixKeyType }
  return [{ ...what, actor: { kind: 'member', id: userId, address }, detail }]
}
