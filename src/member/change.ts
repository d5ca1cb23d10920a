// Another role for a member, and the end of a membership. Both are in force from their commit, since every request reads them.
// What the person has promised to others as an owner goes with it.
import { approves } from '#access/approvers/approver.ts'
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import type { PayoutRules } from '#payout-rule/feature.ts'
import type { MembersDeps } from './feature.ts'
import { closeThoseOf, nameOfPerson } from './invitation/store.ts'
import { type Member, refusedLoss, withRole } from './member.ts'
import { deleteMember, listMembers, lockPeople, setRole } from './store.ts'
import { mailOwners } from './team-change.ts'

export interface Change {
  accountId: number
  userId: string
  actor: Actor & { id: string }
  /** Of the mails to the owners. */
  language: Language
  /** The owner knows that too few people may be left to approve. */
  acceptsLockOut: boolean
}

export function changeRole(
  deps: Pick<MembersDeps, 'db' | 'clock' | 'mail'> & Pick<PayoutRules, 'refusedFew'>,
  action: Change,
  role: Role,
): Promise<Member | Failure> {
  return under(deps, action, async (tx, member, others, now) => {
    if (member.role === role) return member
    const loses = approves(member.role) && !approves(role)
    const refused = refusedLoss(member, others) ?? (loses ? await refusedFewer(tx, deps, action, others) : null)
    if (refused !== null) return refused
    const after = withRole(member, role, now)
    await setRole(tx, action.accountId, after)
    await recordChange(tx, action, member, 'member.role-changed', { before: member.role, after: role }, now)
    await mailChange(tx, deps, action, { members: [member, after, ...others], about: after, what: 'ROLE', now })
    return after
  })
}

export function removeMember(
  deps: Pick<MembersDeps, 'db' | 'clock' | 'mail'> & Pick<PayoutRules, 'refusedFew'>,
  action: Change,
): Promise<Member | Failure> {
  return under(deps, action, async (tx, member, others, now) => {
    const loses = approves(member.role)
    const refused = refusedLoss(member, others) ?? (loses ? await refusedFewer(tx, deps, action, others) : null)
    if (refused !== null) return refused
    await deleteMember(tx, action.accountId, member.userId)
    await recordChange(tx, action, member, 'member.removed', { role: member.role }, now)
    await mailChange(tx, deps, action, { members: [member, ...others], about: member, what: 'REMOVED', now })
    return member
  })
}

async function refusedFewer(tx: Transaction, deps: Pick<PayoutRules, 'refusedFew'>, change: Change, others: Member[]) {
  if (change.acceptsLockOut) return null
  const after = others.filter(({ role }) => approves(role)).length
  return deps.refusedFew(tx, change.accountId, { before: after + 1, after })
}

interface ChangeMail {
  /** Owners among them hear of it; the person whom it is about may be among them twice, before and after. */
  members: Member[]
  about: Member
  what: 'ROLE' | 'REMOVED'
  now: Date
}

async function mailChange(
  tx: Transaction,
  { mail }: Pick<MembersDeps, 'mail'>,
  change: Change,
  { members, about, what, now }: ChangeMail,
) {
  const { accountId, language } = change
  const owners = members.filter(({ role }) => role === 'OWNER')
  const once = owners.filter(({ userId }, n) => owners.findIndex(other => other.userId === userId) === n)
  const { email, role } = about
  const approvesFrom = what === 'ROLE' && approves(role) ? about.approvesAt : null
  const by = await nameOfPerson(tx, change.actor.id)
  await mailOwners(tx, { mail, language }, { accountId, members: once, now }, { what, email, role, approvesFrom, by })
}

async function under(
  { db, clock, mail }: Pick<MembersDeps, 'db' | 'clock' | 'mail'>,
  { accountId, userId }: Change,
  work: (tx: Transaction, member: Member, others: Member[], now: Date) => Promise<Member | Failure>,
): Promise<Member | Failure> {
  const outcome = await db.transaction(async tx => {
    await lockPeople(tx, accountId)
    const members = await listMembers(tx, accountId)
    const member = members.find(one => one.userId === userId)
    if (member === undefined) return notFound('member')
    const others = members.filter(one => one !== member)
    return work(tx, member, others, clock())
  })
  if (!(outcome instanceof Failure)) mail.wake()
  return outcome
}

/** Only owners invite: the invitations of a former owner end. */
async function recordChange(
  tx: Transaction,
  { accountId, actor }: Change,
  { userId, email, role }: Member,
  action: string,
  detail: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const revoked = role === 'OWNER' ? await closeThoseOf(tx, accountId, userId, now) : []
  const message = { email, ...detail, ...(revoked.length > 0 && { revokedInvitations: revoked }) }
  await record(tx, [{ accountId, actor, action, subject: 'member', subjectId: userId, detail: message }], now)
}
