// Who works for an account, and as what. What a member may do is read at each request, so that a change is in force with its
// commit. An account always keeps an owner: without one nobody could let anybody in any more.
import { approvesFrom } from '#access/approvers/approver.ts'
import type { Role } from '#http/route.ts'
import { Failure } from '#kernel/failure.ts'

export const ROLES = ['OWNER', 'FINANCE', 'DEVELOPER', 'READER'] as const satisfies Role[]

export interface Member {
  userId: string
  name: string
  email: string
  role: Role
  createdAt: Date
  /** With a role that approves: from when on. */
  approvesAt: Date
}

/** What a role decides about, the least first: an OWNER sets the rules by which a FINANCE approves. */
const DECIDES: Record<Role, number> = { READER: 0, DEVELOPER: 0, FINANCE: 1, OWNER: 2 }

/**
 * With another role. A person who decides about more by it waits like a new one; a person with a lower role waits no longer than
 * before.
 */
export function withRole(member: Member, role: Role, now: Date): Member {
  const isRaised = DECIDES[role] > DECIDES[member.role]
  return { ...member, role, ...(isRaised && { approvesAt: approvesFrom(now) }) }
}

/** They are read as one page. */
export const MAX_MEMBERS = 100

/** Whether the account may do without this member as an owner; `others` are those who stay what they are. */
export function refusedLoss(member: Member, others: Member[]): Failure | null {
  const keepsOne = member.role !== 'OWNER' || others.some(({ role }) => role === 'OWNER')
  return keepsOne ? null : new Failure('CONFLICT', 'An account keeps at least one OWNER: make somebody else one first')
}
