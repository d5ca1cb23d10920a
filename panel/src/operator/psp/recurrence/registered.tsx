// Whether the PSP knows where to report a subject.
import type { PspAccount } from '../../../api/operator/psps.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { useWords } from '../../../words/words.ts'
import { recurrenceWords } from './words.ts'

export function Registered({ state }: { state: PspAccount['registrations']['pix'] }) {
  const t = useWords(recurrenceWords)
  if (state === null) return t('notYet')
  if (state.trouble === null) return <StatusBadge tone="good">{t('registered')}</StatusBadge>
  return <span lang="en">{state.trouble}</span>
}
