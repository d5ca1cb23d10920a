// What one person may do with a waiting cashout, and why not. The vote checks it under its locks, and every list shows the same, so
// that no action is offered that would be refused. Pure.
import { type Approver, type ApproverObstacle, obstacleOf, refusedApprover } from '#access/approvers/approver.ts'
import { Failure } from '#kernel/failure.ts'
import { type Cashout, STATES } from '../cashout.ts'
import type { StoredApproval, Vote } from './store.ts'

export const APPROVAL_OBSTACLES = [
  'NOT_WAITING',
  'TIME_IS_OVER',
  'NO_RIGHT',
  'ASKED_BY_YOU',
  'APPROVED_BY_YOU',
  'APPROVED_FOR_THE_OTHER_SIDE',
  'NOT_NEEDED',
  'TOO_NEW',
  'STOPPED',
] as const
export type ApprovalObstacle = (typeof APPROVAL_OBSTACLES)[number]

export interface Voter {
  userId: string
  as: Vote['byKind']
  /** Undefined: without the right to approve. */
  approver: Approver | undefined
}

const isOf =
  ({ userId, as }: Voter) =>
  ({ byId, byKind }: Vote) =>
    byId === userId && byKind === as

/** The vote of this person that still counts. */
export const ownVote = (approval: StoredApproval, voter: Voter) =>
  approval.votes.find(vote => isOf(voter)(vote) && vote.counts)

/** For a person who may end it: null. */
export function obstacleToReject(
  cashout: Cashout,
  approval: StoredApproval,
  voter: Voter,
  now: Date,
): ApprovalObstacle | null {
  if (!cashout.waiting) return 'NOT_WAITING'
  if (approval.expiresAt <= now) return 'TIME_IS_OVER'
  if (voter.as === 'operator' && !approval.operatorNeeded) return 'NOT_NEEDED'
  return voter.approver === undefined ? 'NO_RIGHT' : null
}

export function obstacleToApprove(
  cashout: Cashout,
  approval: StoredApproval,
  voter: Voter,
  now: Date,
): ApprovalObstacle | null {
  const obstacle = obstacleToReject(cashout, approval, voter, now)
  if (obstacle !== null) return obstacle
  const { userId, as, approver } = voter
  if (approval.askedBy === userId) return 'ASKED_BY_YOU'
  if (approval.votes.some(({ byId, byKind, counts }) => byId === userId && byKind !== as && counts))
    return 'APPROVED_FOR_THE_OTHER_SIDE'
  if (as === 'member' && approval.approvalsNeeded === 0) return 'NOT_NEEDED'
  return obstacleOf(approver, now) satisfies ApproverObstacle
}

/** Whether this side lacks an approval: another one would change nothing. */
function isMissing(approval: StoredApproval, as: Vote['byKind']): boolean {
  const given = approval.votes.filter(vote => vote.byKind === as && vote.decision === 'APPROVED' && vote.counts)
  return given.length < (as === 'member' ? approval.approvalsNeeded : Number(approval.operatorNeeded))
}

/** The obstacle, as the vote refuses it. */
export function refusalFor(
  obstacle: ApprovalObstacle,
  cashout: Cashout,
  approval: StoredApproval,
  voter: Voter,
  now: Date,
) {
  const conflict = (message: string) => new Failure('CONFLICT', message)
  const forbidden = (message: string) => new Failure('FORBIDDEN', message)
  switch (obstacle) {
    case 'NOT_WAITING':
      return conflict(`This cashout waits no more: it is ${STATES[cashout.state].resource}`)
    case 'TIME_IS_OVER':
      return conflict('The time in which it could be approved is over')
    case 'ASKED_BY_YOU':
      return forbidden('Whoever asked for a cashout cannot approve it')
    case 'APPROVED_FOR_THE_OTHER_SIDE':
      return forbidden('Nobody approves both for the account and for the operator')
    case 'NOT_NEEDED':
      return conflict(notNeeded(approval, voter))
    case 'STOPPED':
      return conflict('Nothing of this account is sent: the operator has stopped it')
    default:
      return refusedApprover(voter.approver, now) ?? conflict('This cashout has your approval already')
  }
}

function notNeeded(approval: StoredApproval, { as }: Voter): string {
  if (as === 'operator') return 'This cashout does not wait for the operator'
  return approval.operatorNeeded ? 'This cashout waits for the operator' : 'The address of the account is being asked'
}

/** As this person sees it. */
export interface OwnPart {
  mayApprove: boolean
  mayNotBecause: ApprovalObstacle | null
  /** TOO_NEW: from when on this person may vote. */
  mayApproveFrom: Date | null
  mayReject: boolean
}

export function ownPart(
  cashout: Cashout,
  approval: StoredApproval,
  voter: Voter,
  at: { now: Date; payoutsBlocked: boolean },
): OwnPart {
  const mayNotBecause = shownObstacle(cashout, approval, voter, at)
  return {
    mayApprove: mayNotBecause === null,
    mayNotBecause,
    mayApproveFrom: mayNotBecause === 'TOO_NEW' ? (voter.approver?.approvesAt ?? null) : null,
    mayReject: obstacleToReject(cashout, approval, voter, at.now) === null,
  }
}

function shownObstacle(
  cashout: Cashout,
  approval: StoredApproval,
  voter: Voter,
  { now, payoutsBlocked }: { now: Date; payoutsBlocked: boolean },
) {
  const obstacle = obstacleToApprove(cashout, approval, voter, now)
  if (obstacle !== null) return obstacle
  if (ownVote(approval, voter)?.decision === 'APPROVED') return 'APPROVED_BY_YOU'
  if (!isMissing(approval, voter.as)) return 'NOT_NEEDED'
  return payoutsBlocked ? 'STOPPED' : null
}
