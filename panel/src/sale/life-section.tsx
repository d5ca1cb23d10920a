// The history of a sale and of its money.
import type { SaleWithLife } from '../api/money/sales.ts'
import { Section } from '../ui/layout/section.tsx'
import { Timeline } from '../ui/layout/timeline.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { MOMENT_TONES, type MomentType } from './moments.ts'
import { saleWords } from './words.ts'

type Happening = SaleWithLife['timeline'][number]

const isKnown = (type: string): type is MomentType => type in MOMENT_TONES
const keyOf = ({ type, date, uuid }: Happening) => `${type} ${date} ${uuid}`

export function LifeSection({ sale: { timeline, expired } }: { sale: SaleWithLife }) {
  const t = useWords(saleWords)
  const steps = timeline.map(one => {
    const type = expired && one.type === 'CANCELADO' ? 'EXPIRADO' : one.type
    return {
      key: keyOf(one),
      title: isKnown(type) ? t(`moments.${type}`) : type,
      tone: isKnown(type) ? MOMENT_TONES[type] : ('quiet' as const),
      at: one.date,
      ...(one.amount !== null && { detail: <Money centavos={one.amount} /> }),
    }
  })
  return (
    <Section title={t('one.life')}>
      <Timeline steps={steps} />
    </Section>
  )
}
