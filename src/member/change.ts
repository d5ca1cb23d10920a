// Another role for a member, and the end of a membership. Both are in force from their commit, since every request reads them.
// What the person has promised to others as an owner goes with it.
import { type Actor, record } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'
import { type Failure, notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { closeThoseOf } from './invitation-store.ts'
import { type Member, refusedLoss } from './member.ts'
import { deleteMember, listMembers, lockPeople, setRole } from './store.ts'

export interface ChangeNeeds {
  db: Database
  clock: Clock
}

interface Deed {
  accountId: number
  userId: string
  actor: Actor
}

export function changeRole(needs: ChangeNeeds, deed: Deed, role: Role): Promise<Member | Failure> {
  return under(needs, deed, async (tx, member, others, now) => {
    if (member.role === role) return member
    const refused = refusedLoss(member, others)
    if (refused !== null) return refused
    await setRole(tx, deed.accountId, member.userId, role)
    await note(tx, deed, member, 'member.role-changed', { before: member.role, after: role }, now)
    return { ...member, role }
  })
}

export function removeMember(needs: ChangeNeeds, deed: Deed): Promise<Member | Failure> {
  return under(needs, deed, async (tx, member, others, now) => {
    const refused = refusedLoss(member, others)
    if (refused !== null) return refused
    await deleteMember(tx, deed.accountId, member.userId)
    await note(tx, deed, member, 'member.removed', { role: member.role }, now)
    return member
  })
}

function under(
  { db, clock }: ChangeNeeds,
  { accountId, userId }: Deed,
  work: (tx: Transaction, member: Member, others: Member[], now: Date) => Promise<Member | Failure>,
): Promise<Member | Failure> {
  return db.transaction(async tx => {
    await lockPeople(tx, accountId)
    const members = await listMembers(tx, accountId)
    const member = members.find(one => one.userId === userId)
    if (member === undefined) return notFound('member')
    const others = members.filter(one => one !== member)
    return work(tx, member, others, clock())
  })
}

/** Only owners invite: whoever was one and is none any more has invited nobody. */
async function note(
  tx: Transaction,
  { accountId, actor }: Deed,
  { userId, email, role }: Member,
  action: string,
  detail: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const revoked = role === 'OWNER' ? await closeThoseOf(tx, accountId, userId, now) : []
  const said = { email, ...detail, ...(revoked.length > 0 && { revokedInvitations: revoked }) }
  await record(tx, [{ accountId, actor, action, subject: 'member', subjectId: userId, detail: said }], now)
}
