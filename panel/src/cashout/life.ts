// The history of a cashout, oldest first, derived from the gateway's answer.

import { centavosOf } from '../api/account/reais.ts'
import type { Approval, OneCashout } from '../api/money/cashouts.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'

export interface Happening {
  what: 'requested' | 'approved' | 'rejected' | 'sent' | 'unsent' | 'paid' | 'failed' | 'cancelled' | 'returned'
  at: string
  tone: Tone
  vote?: Approval['votes'][number]
  centavos?: number
}

export function lifeOf(cashout: OneCashout): Happening[] {
  const votes = (cashout.approval?.votes ?? []).map(
    (vote): Happening => ({
      what: vote.decision === 'APPROVED' ? 'approved' : 'rejected',
      at: vote.at,
      tone: vote.decision === 'APPROVED' ? 'good' : 'bad',
      vote,
    }),
  )
  return [
    { what: 'requested', at: cashout.createdAt, tone: 'quiet', centavos: centavosOf(cashout.amount) },
    ...votes,
    ...standing(cashout),
    ...comeBack(cashout),
  ]
}

function standing({ status, updatedAt, processedAt, netAmount, progress }: OneCashout): Happening[] {
  const endedAt = processedAt ?? updatedAt
  switch (status) {
    case 'PENDING':
      return []
    case 'PROCESSING':
      return [{ what: progress.step === 'QUEUED' ? 'unsent' : 'sent', at: updatedAt, tone: 'waiting' }]
    case 'COMPLETED':
      return [{ what: 'paid', at: endedAt, tone: 'good', centavos: centavosOf(netAmount) }]
    case 'FAILED':
      return [{ what: 'failed', at: endedAt, tone: 'bad' }]
    case 'CANCELLED':
      return [{ what: 'cancelled', at: endedAt, tone: 'quiet' }]
  }
}

const comeBack = ({ returnedAmount, returnedAt }: OneCashout): Happening[] =>
  returnedAmount === undefined || returnedAt === undefined
    ? []
    : [{ what: 'returned', at: returnedAt, tone: 'attention', centavos: centavosOf(returnedAmount) }]
