// The name of what a proposal does: also for the first page of the desk, which loads nothing else of proposals.
import { useWords } from '../../words/words.ts'
import { twoWords } from './words.ts'

const KINDS = {
  'dispute.forfeit': 'kinds.dispute_forfeit',
  'transfer.assign': 'kinds.transfer_assign',
  'hold.place': 'kinds.hold_place',
  'hold.lift': 'kinds.hold_lift',
  'hold.take': 'kinds.hold_take',
  correction: 'kinds.correction',
  'day.close': 'kinds.day_close',
  'day.reopen': 'kinds.day_reopen',
  'operator.make': 'kinds.operator_make',
  'operator.remove': 'kinds.operator_remove',
} as const

export function useKindName() {
  const t = useWords(twoWords)
  return (kind: string) => (kind in KINDS ? t(KINDS[kind as keyof typeof KINDS]) : kind)
}
