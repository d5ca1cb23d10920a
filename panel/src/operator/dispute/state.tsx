// How a dispute stands, as the operator reads it in a list, on its page and on that of its sale.
import { DISPUTE_TONES } from '../../dispute/status.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { disputeOperatorWords } from './words.ts'

type Status = keyof typeof DISPUTE_TONES

export function DisputeState({ status }: { status: Status }) {
  const t = useWords(disputeOperatorWords)
  return <StatusBadge tone={DISPUTE_TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}
