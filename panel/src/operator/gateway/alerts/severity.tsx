// The severity of an alert, in a word and a tone.
import type { Alert } from '../../../api/operator/gateway.ts'
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx'
import { useWords } from '../../../words/words.ts'
import { alertWords } from './alert-words.ts'

const TONES: Record<Alert['severity'], Tone> = { critical: 'bad', warning: 'attention', info: 'quiet' }

export function Severity({ of: { severity } }: { of: Pick<Alert, 'severity'> }) {
  const t = useWords(alertWords)
  return <StatusBadge tone={TONES[severity]}>{t(`severity.${severity}`)}</StatusBadge>
}
