// Small parts of a case: its state, and how long its analysis may take.
import type { MonitoringCase } from '../../api/operator/monitoring/cases.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { distanceText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { monitoringWords } from './words.ts'

const TONES: Record<MonitoringCase['state'], Tone> = { OPEN: 'attention', DISMISSED: 'quiet', REPORTED: 'good' }

export function CaseState({ state }: Pick<MonitoringCase, 'state'>) {
  const t = useWords(monitoringWords)
  return <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>
}

const SOON_MS = 7 * 86_400_000

/** The state of a decided one; of an open one how long its analysis may take. */
export const Standing = ({ found }: { found: MonitoringCase }) =>
  found.state === 'OPEN' ? <AnalysisDue found={found} /> : <CaseState state={found.state} />

/** Of an open one, in words too: nothing hangs on a colour. */
export function AnalysisDue({ found: { analysisDueAt } }: { found: MonitoringCase }) {
  const t = useWords(monitoringWords)
  const { locale } = useLanguage()
  const leftMs = new Date(analysisDueAt).getTime() - Date.now()
  const when = distanceText(analysisDueAt, locale)
  if (leftMs < 0) return <StatusBadge tone="bad">{t('dueLate', { when })}</StatusBadge>
  return <StatusBadge tone={leftMs < SOON_MS ? 'attention' : 'waiting'}>{t('dueIn', { when })}</StatusBadge>
}
