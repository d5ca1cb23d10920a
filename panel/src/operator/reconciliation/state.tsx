// How a difference, a comparison and a day stand, as lists and pages have it.
import type { Case, Day, Run } from '../../api/operator/reconciliation.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { reconciliationOperatorWords } from './words.ts'

export function CaseState({ state }: { state: Case['state'] }) {
  const t = useWords(reconciliationOperatorWords)
  return <StatusBadge tone={state === 'OPEN' ? 'attention' : 'quiet'}>{t(`state.${state}`)}</StatusBadge>
}

export function RunState({ state }: Pick<Run, 'state'>) {
  const t = useWords(reconciliationOperatorWords)
  return (
    <StatusBadge tone={state === 'DONE' ? 'good' : 'waiting'}>{t(state === 'DONE' ? 'done' : 'running')}</StatusBadge>
  )
}

export function DayState({ state }: Pick<Day, 'state'>) {
  const t = useWords(reconciliationOperatorWords)
  return <StatusBadge tone={state === 'CLOSED' ? 'good' : 'waiting'}>{t(`dayState.${state}`)}</StatusBadge>
}
