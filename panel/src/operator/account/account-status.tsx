// The status of an account, named and toned.
import type { Account } from '../../api/operator/accounts.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { accountsWords } from './words.ts'

const TONES: Record<Account['status'], Tone> = {
  PENDING: 'waiting',
  ACTIVE: 'good',
  BLOCKED: 'bad',
  CLOSING: 'attention',
  CLOSED: 'quiet',
}

export function AccountStatus({ status }: { status: Account['status'] }) {
  const t = useWords(accountsWords)
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}
