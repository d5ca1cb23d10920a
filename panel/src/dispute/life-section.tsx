// The history of a dispute, and its deadline while it waits for a defence.
import type { Dispute } from '../api/money/disputes.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Timeline } from '../ui/layout/timeline.tsx'
import { useWords } from '../words/words.ts'
import { DISPUTE_TONES } from './status.ts'
import { disputeWords } from './words.ts'

type Name = 'opened' | 'known' | 'defended' | 'arrived' | 'refused' | 'accepted' | 'deadline'

interface Happening {
  name: Name | 'closed'
  at: string
  tone: Tone
}

export function LifeSection({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  const { status } = dispute
  const steps = lifeOf(dispute).map(({ name, ...rest }) => ({
    ...rest,
    key: name,
    title: name === 'closed' ? t(`status.${status}`) : t(`moments.${name}`),
  }))
  return (
    <Section title={t('life')}>
      <Timeline steps={steps} />
    </Section>
  )
}

/** A defence may be handed in long after its dispute counts as defended; one that was given elsewhere is not here. */
function arrivedAt({ defence, defendedAt }: Dispute): string | null {
  if (defence === null) return defendedAt
  return defence.status === 'SENT' ? defence.updatedAt : null
}

function lifeOf(dispute: Dispute): Happening[] {
  const { openedAt, createdAt, defence, acceptedAt, closedAt, deadlineAt, status } = dispute
  const step = (name: Happening['name'], at: string | null | undefined, tone: Tone): Happening[] =>
    at === null || at === undefined ? [] : [{ name, at, tone }]
  return [
    ...step('opened', openedAt, 'attention'),
    ...step('known', createdAt, 'waiting'),
    ...step('defended', defence?.submittedAt, 'good'),
    ...step('arrived', arrivedAt(dispute), 'waiting'),
    ...step('refused', defence?.status === 'REFUSED' ? defence.updatedAt : null, 'bad'),
    ...step('accepted', acceptedAt, 'bad'),
    ...step('closed', closedAt, DISPUTE_TONES[status]),
    ...step('deadline', status === 'OPEN' ? deadlineAt : null, 'quiet'),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
