// Who approves and agrees: members of an account with a role that approves, and operators, each a day after they were given that
// role. Without the day, the holder of one stolen session alone would make the second person and approve as both.
import type { Role } from '#http/route.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'

export const APPROVING_ROLES = ['OWNER', 'FINANCE'] as const satisfies Role[]

export const approves = (role: Role): boolean => (APPROVING_ROLES as readonly Role[]).includes(role)

export const APPROVES_AFTER_MS = DAY_MS

/** For a person who is given the right at this moment. */
export const approvesFrom = (now: Date): Date => new Date(now.getTime() + APPROVES_AFTER_MS)

export interface Approver {
  userId: string
  /** From then on their word counts; null: it always has. */
  approvesAt: Date | null
}

/** Why a person does not approve now, as the panel reads it; null where they do. */
export type ApproverObstacle = 'NO_RIGHT' | 'TOO_NEW' | null

export function obstacleOf(approver: Approver | undefined, now: Date): ApproverObstacle {
  if (approver === undefined) return 'NO_RIGHT'
  return approver.approvesAt !== null && approver.approvesAt > now ? 'TOO_NEW' : null
}

/** As a refusal, which names the moment from which they may. */
export function refusedApprover(approver: Approver | undefined, now: Date): Failure | null {
  const obstacle = obstacleOf(approver, now)
  if (obstacle === null) return null
  if (obstacle === 'NO_RIGHT') return new Failure('FORBIDDEN', 'You have no right to approve here any more')
  const from = approver?.approvesAt as Date
  const retryAfterSeconds = Math.ceil((from.getTime() - now.getTime()) / 1_000)
  return new Failure('APPROVER_TOO_NEW', `You may approve and agree from ${from.toISOString()} on`, {
    retryAfterSeconds,
  })
}

/** Of a word that was given at `at`: whether it still counts. Who has left, or has come back since, has not given it. */
export const stillCounts = (approver: Approver | undefined, at: Date): boolean =>
  approver !== undefined && (approver.approvesAt === null || approver.approvesAt <= at)
