// What happened to a cart, in its order.
import type { Cart } from '../api/money/carts.ts'
import type { Tone } from '../ui/feedback/status-badge.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Timeline } from '../ui/layout/timeline.tsx'
import { useWords } from '../words/words.ts'
import { cartWords } from './words.ts'

type Moment = 'opened' | 'abandoned' | 'recovered' | 'completed' | 'expired' | 'erased'

const TONES: Record<Moment, Tone> = {
  opened: 'waiting',
  abandoned: 'attention',
  recovered: 'good',
  completed: 'good',
  expired: 'quiet',
  erased: 'quiet',
}

export function CartLife({ cart }: { cart: Cart }) {
  const t = useWords(cartWords)
  const steps = momentsOf(cart).map(([moment, at]) => ({
    key: moment,
    title: t(`life.${moment}`),
    tone: TONES[moment],
    at,
  }))
  return (
    <Section title={t('life.title')}>
      <Timeline steps={steps} />
    </Section>
  )
}

function momentsOf({ state, date, abandonedAt, recoveredAt, endedAt, erasedAt }: Cart): [Moment, string][] {
  const all: [Moment, string | null][] = [
    ['opened', date],
    ['abandoned', abandonedAt],
    ['recovered', recoveredAt],
    ['completed', state === 'COMPLETED' ? endedAt : null],
    ['expired', state === 'EXPIRED' ? endedAt : null],
    ['erased', erasedAt],
  ]
  return all
    .filter((one): one is [Moment, string] => one[1] !== null)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
}
