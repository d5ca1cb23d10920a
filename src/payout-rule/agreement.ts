// Who agrees to a change of the rules that protects less, and whose agreement still counts. The verb asks under its locks, and
// the view of the proposal asks the same. Pure.
import { type Approver, obstacleOf, refusedApprover, stillCounts } from '#access/approvers/approver.ts'
import { Failure } from '#kernel/failure.ts'
import { confirmedAloneFrom } from './rule.ts'
import type { KeptRule, WaitingChange } from './store.ts'

export const AGREEMENT_OBSTACLES = ['NO_RIGHT', 'TOO_NEW', 'PROPOSED_BY_YOU', 'AGREED_BY_YOU', 'AUTHOR_LEFT'] as const
export type AgreementObstacle = (typeof AGREEMENT_OBSTACLES)[number]

export interface OwnAgreement {
  mayAgree: boolean
  mayNotBecause: AgreementObstacle | null
  mayAgreeFrom: Date | null
}

/** What the rules of an account are for the one who reads them. */
export interface RuleReader {
  /** Who approve, beside this person. */
  others: number
  /** null: no change waits. */
  you: OwnAgreement | null
}

export const othersThan = (approvers: Approver[], userId: string | null): number =>
  approvers.filter(approver => approver.userId !== userId).length

const approverIn = (approvers: Approver[], userId: string) => approvers.find(one => one.userId === userId)

/** The proposal with the agreements of those who may still agree. */
export function countedIn(kept: KeptRule, approvers: Approver[]): KeptRule {
  const { proposal } = kept
  if (proposal === null) return kept
  const agreements = proposal.agreements.filter(({ userId, at }) => stillCounts(approverIn(approvers, userId), at))
  return { ...kept, proposal: { ...proposal, agreements } }
}

/** From when on its author confirms it without others; null: never, or it is another person's. */
const aloneFrom = ({ approval, proposal }: KeptRule, approvers: Approver[], userId: string): Date | null =>
  proposal?.by === userId ? confirmedAloneFrom(approval, proposal.at, othersThan(approvers, userId)) : null

function obstacleTo(kept: KeptRule, proposal: WaitingChange, approvers: Approver[], userId: string, now: Date) {
  const obstacle = obstacleOf(approverIn(approvers, userId), now)
  if (obstacle !== null) return obstacle
  if (approverIn(approvers, proposal.by) === undefined) return 'AUTHOR_LEFT'
  if (proposal.by === userId) {
    const from = aloneFrom(kept, approvers, userId)
    return from !== null && from <= now ? null : 'PROPOSED_BY_YOU'
  }
  return proposal.agreements.some(agreement => agreement.userId === userId) ? 'AGREED_BY_YOU' : null
}

/** `kept` holds only the agreements that count. */
export function ruleReader(kept: KeptRule, approvers: Approver[], userId: string, now: Date): RuleReader {
  const others = othersThan(approvers, userId)
  if (kept.proposal === null) return { others, you: null }
  const mayNotBecause: AgreementObstacle | null = obstacleTo(kept, kept.proposal, approvers, userId, now)
  const approvesAt = mayNotBecause === 'TOO_NEW' ? (approverIn(approvers, userId)?.approvesAt ?? null) : null
  const mayAgreeFrom = mayNotBecause === 'PROPOSED_BY_YOU' ? aloneFrom(kept, approvers, userId) : approvesAt
  return { others, you: { mayAgree: mayNotBecause === null, mayNotBecause, mayAgreeFrom } }
}

/** As the verb refuses it; who has agreed already is not refused. */
export function refusedAgreement(kept: KeptRule, approvers: Approver[], userId: string, now: Date): Failure | null {
  const { proposal } = kept
  if (proposal === null) return new Failure('CONFLICT', NOTHING_WAITS)
  switch (obstacleTo(kept, proposal, approvers, userId, now)) {
    case 'NO_RIGHT':
    case 'TOO_NEW':
      return refusedApprover(approverIn(approvers, userId), now)
    case 'AUTHOR_LEFT':
      return new Failure(
        'CONFLICT',
        'Whoever proposed this change has no right to it any more: take it back and propose it again',
      )
    case 'PROPOSED_BY_YOU': {
      const from = aloneFrom(kept, approvers, userId)
      const later = from === null ? '' : `, before ${from.toISOString()}`
      return new Failure('FORBIDDEN', `Whoever proposed the change cannot agree to it${later}`)
    }
    default:
      return null
  }
}

export const NOTHING_WAITS = 'No change of the rules waits to be agreed to'
