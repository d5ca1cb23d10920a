// An operator is removed. Where there are two, the other one decides alone; where there are more, it takes two, and neither is
// the person it is about. The last one stays. Every operator gets a mail about it, before and after.
import { type Approver, obstacleOf, refusedApprover } from '#access/approvers/approver.ts'
import { lockOperators } from '#access/approvers/store.ts'
import { endSessions } from '#access/sessions/store.ts'
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import type { Proposals } from '#proposal/feature.ts'
import type { Command, Payload } from '#proposal/proposal.ts'
import type { ShownProposal } from '#proposal/store.ts'
import type { MembersDeps } from '../feature.ts'
import { endOperator, findRemovalsProposed, listOperators, lockOperatorList, type Operator } from './store.ts'

export const REMOVE_OPERATOR = 'operator.remove'

export type OperatorMail = Pick<MailOutbox, 'put' | 'refusal'>

/** With so many, two of them have to say it. */
const FEWEST_FOR_TWO = 3

export const takesTwoToRemove = (all: Operator[]): boolean => all.length >= FEWEST_FOR_TWO

export const REMOVAL_OBSTACLES = ['LAST', 'PROPOSED', 'NO_RIGHT', 'TOO_NEW'] as const
export type RemovalObstacle = (typeof REMOVAL_OBSTACLES)[number]

/** Why an operator cannot be removed now, or be proposed for it; null where that can be. `own` null: by the command line. */
export function obstacleToRemove(
  userId: string,
  { all, proposed, own, now }: { all: Operator[]; proposed: string[]; own: Approver | null | undefined; now: Date },
): RemovalObstacle | null {
  if (all.length === 1) return 'LAST'
  if (proposed.includes(userId)) return 'PROPOSED'
  if (own === null) return null
  const obstacle = obstacleOf(own, now)
  // The second one judges what a new operator has proposed.
  return obstacle === 'TOO_NEW' && takesTwoToRemove(all) ? null : obstacle
}

export interface Removal {
  userId: string
  reason: string
  /** null: nobody of the operators, but the command line. */
  by: { id: string; address: string } | null
  /** Of who asks for it alone. */
  actor: Actor
}

/** `proposal` null: the person is removed. */
export interface Removed {
  operator: Operator
  proposal: ShownProposal | null
}

export async function requestRemoval(
  deps: Pick<MembersDeps, 'db' | 'clock'> & Pick<Proposals, 'propose'> & { mail: OperatorMail },
  removal: Removal,
): Promise<Removed | Failure> {
  const { db, clock, mail, propose } = deps
  const { userId, reason, by, actor } = removal
  const now = clock()
  const decided = await db.transaction(async tx => {
    await lockOperatorList(tx)
    const all = await listOperators(tx)
    const operator = removable(all, userId)
    if (operator instanceof Failure) return operator
    const own = by === null ? null : (await lockOperators(tx, [by.id]))[0]
    const obstacle = obstacleToRemove(userId, {
      all,
      proposed: await findRemovalsProposed(tx, REMOVE_OPERATOR, now),
      own,
      now,
    })
    if (obstacle === 'PROPOSED') return PROPOSED_ALREADY
    if (obstacle !== null && own !== null) return refusedApprover(own, now) ?? LAST_STAYS
    if (takesTwoToRemove(all)) return { operator, takesTwo: true }
    await remove(tx, mail, { operator, all, actor, by: by && nameIn(all, by.id), reason }, now)
    return { operator, takesTwo: false }
  })
  if (decided instanceof Failure) return decided
  const { operator, takesTwo } = decided
  if (!takesTwo) return { operator, proposal: null }
  if (by === null) return TAKES_TWO
  const { name, email } = operator
  const proposal = await propose({
    kind: REMOVE_OPERATOR,
    accountId: SUSPENSE_ACCOUNT_ID,
    payload: { userId, email, name },
    reason,
    by,
  })
  if (proposal instanceof Failure) return proposal
  if (!('id' in proposal)) throw new Error('a proposal without a key is never replayed')
  return { operator, proposal }
}

const LAST_STAYS = new Failure('CONFLICT', 'The last operator stays: make another one first')
const TAKES_TWO = new Failure('CONFLICT', 'There are other operators: one of them has to propose it')
const PROPOSED_ALREADY = new Failure('CONFLICT', 'This is proposed already: another operator confirms or rejects it')

function removable(all: Operator[], userId: string): Operator | Failure {
  const operator = all.find(one => one.userId === userId)
  if (operator === undefined) return notFound('operator')
  if (all.length === 1) return LAST_STAYS
  return operator
}

export const removeOperatorCommand = (mail: OperatorMail): Command => ({
  async refusal(tx, { payload }) {
    await lockOperatorList(tx)
    const operator = removable(await listOperators(tx), userIdIn(payload))
    return operator instanceof Failure ? operator : null
  },
  async made(tx, { payload, reason, proposedBy }, now) {
    const all = await listOperators(tx)
    const operator = all.find(one => one.userId === userIdIn(payload))
    if (operator === undefined) return
    await mailOperators(tx, mail, { what: 'PROPOSED', operator, all, by: nameIn(all, proposedBy), reason }, now)
  },
  async carryOut(tx, _books, { proposal, by, now }) {
    const all = await listOperators(tx)
    const operator = removable(all, userIdIn(proposal.payload))
    if (operator instanceof Failure) throw new Error('an operator is gone whom the lock kept')
    const message = { operator, all, actor: { kind: 'operator' as const, ...by }, by: nameIn(all, by.id) }
    await remove(tx, mail, { ...message, reason: proposal.reason, proposalId: proposal.id }, now)
    return { userId: operator.userId }
  },
})

const userIdIn = ({ userId }: Payload): string => String(userId)
const nameIn = (all: Operator[], userId: string) => all.find(one => one.userId === userId)?.name ?? null

interface RemovalDetails {
  operator: Operator
  all: Operator[]
  by: string | null
  reason: string
}

/** Their login stays, for the accounts that they work for; every session of theirs ends. */
async function remove(
  tx: Transaction,
  mail: OperatorMail,
  { actor, proposalId, ...message }: RemovalDetails & { actor: Actor; proposalId?: bigint },
  now: Date,
): Promise<void> {
  const { userId, email } = message.operator
  await endOperator(tx, userId)
  const endedSessions = await endSessions(tx, userId, null)
  const detail = { email, endedSessions, ...(proposalId !== undefined && { proposal: String(proposalId) }) }
  const entry = {
    actor,
    action: 'operator.removed',
    subject: 'person',
    subjectId: userId,
    reason: message.reason,
    detail,
  }
  await record(tx, [entry], now)
  await mailOperators(tx, mail, { what: 'REMOVED', ...message }, now)
}

const MAX_A_DAY = 50
const USEFUL_FOR_MS = 7 * DAY_MS

/** The one whom it is about, too. */
async function mailOperators(
  tx: Transaction,
  mail: OperatorMail,
  { what, operator: { email, name }, all, by }: RemovalDetails & { what: 'PROPOSED' | 'REMOVED' },
  now: Date,
): Promise<void> {
  if (mail.refusal !== null) return
  const expiresAt = new Date(now.getTime() + USEFUL_FOR_MS)
  const limit = { max: MAX_A_DAY, since: new Date(now.getTime() - DAY_MS) }
  const owed = { accountId: SUSPENSE_ACCOUNT_ID, kind: 'operator-change' as const, language: LANGUAGES[0], expiresAt }
  for (const { email: recipient } of all)
    await mail.put(tx, { ...owed, recipient, detail: { what, email, name, by } }, limit)
}
