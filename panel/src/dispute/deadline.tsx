// The clock of a dispute: how long it can still be answered. Less than two days are marked, in words too.
import type { Dispute } from '../api/account/attention.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { distanceText } from '../ui/values/moment.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { disputePartWords } from './shared-words.ts'

const SOON_MS = 48 * 3_600_000

export function Deadline({ dispute }: { dispute: Pick<Dispute, 'deadlineAt' | 'status'> }) {
  const t = useWords(disputePartWords)
  const { locale } = useLanguage()
  const { deadlineAt, status } = dispute
  if (deadlineAt === null) return <span>{t('noDeadline')}</span>
  const leftMs = new Date(deadlineAt).getTime() - Date.now()
  const when = distanceText(deadlineAt, locale)
  const words = leftMs < 0 ? t('late', { when }) : t('ends', { when })
  if (status !== 'OPEN') return <span>{words}</span>
  return <StatusBadge tone={leftMs < 0 ? 'bad' : leftMs < SOON_MS ? 'attention' : 'waiting'}>{words}</StatusBadge>
}
