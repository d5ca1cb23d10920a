// Whether an anomaly is decided, as its list and its page have it.
import type { Anomaly } from '../../api/operator/cashouts.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { cashoutOperatorWords } from './words.ts'

export function AnomalyState({ anomaly }: { anomaly: Anomaly }) {
  const t = useWords(cashoutOperatorWords)
  const isOpen = anomaly.decision === undefined
  return (
    <StatusBadge tone={isOpen ? 'attention' : 'quiet'}>
      {t(isOpen ? 'anomalies.open' : 'anomalies.decided')}
    </StatusBadge>
  )
}
