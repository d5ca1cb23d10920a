// The status of a cashout, with its name and tone.
import type { Cashout } from '../api/money/cashouts.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { useWords } from '../words/words.ts'
import { STANDING_TONES, standingOf } from './status.ts'
import { cashoutWords } from './words.ts'

export function CashoutStatusBadge({ cashout }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  const standing = standingOf(cashout)
  return <StatusBadge tone={STANDING_TONES[standing]}>{t(`status.${standing}`)}</StatusBadge>
}
