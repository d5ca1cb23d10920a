// The state of a dispute and its name, as the seller reads it.
import type { Dispute } from '../api/account/attention.ts'
import { StatusBadge, type Tone } from '../ui/feedback/status-badge.tsx'
import { useWords } from '../words/words.ts'
import { standingOf } from './standing.ts'
import { DISPUTE_TONES } from './status.ts'
import { disputeWords } from './words.ts'

/** Where the state alone is not specific enough. */
const OWN = { LATE: 'bad', SENDING: 'waiting', KEPT: 'waiting', ACCEPTED: 'bad' } as const satisfies Record<
  string,
  Tone
>
const isOwn = (standing: string): standing is keyof typeof OWN => standing in OWN

export function DisputeStatusBadge({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  const standing = standingOf(dispute, new Date())
  if (isOwn(standing)) return <StatusBadge tone={OWN[standing]}>{t(`badge.${standing}`)}</StatusBadge>
  return <StatusBadge tone={DISPUTE_TONES[dispute.status]}>{t(`status.${dispute.status}`)}</StatusBadge>
}

export function useDisputeName(): (dispute: Dispute) => string {
  const t = useWords(disputeWords)
  return ({ kind, id }) => t('named', { kind: t(`kind.${kind}`), id })
}
