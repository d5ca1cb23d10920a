// The history of a sale: what became of it and of its money, and what people did to it, with their names.
import { Text } from '@mantine/core'
import { type Entry, useAudit } from '../../api/operator/gateway.ts'
import type { OperatorsSale } from '../../api/operator/sale/sale.ts'
import { MOMENT_TONES, type MomentType } from '../../sale/moments.ts'
import { saleWords } from '../../sale/words.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Timeline, type TimelineStep } from '../../ui/layout/timeline.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { useActionName } from '../gateway/audit/action-words.ts'
import { saleOperatorWords } from './words.ts'

const MAX_ACTIONS = 50

export function LifeSection({ sale }: { sale: OperatorsSale }) {
  const t = useWords(saleOperatorWords)
  const { data } = useAudit({
    userId: String(sale.accountId),
    subject: 'sale',
    subjectId: sale.uuid,
    limit: MAX_ACTIONS,
  })
  const momentSteps = useMomentSteps(sale)
  const actionSteps = useActionSteps(data?.data ?? [])
  const steps = [...momentSteps, ...actionSteps].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <Section title={t('life')}>
      <Timeline steps={steps} />
    </Section>
  )
}

const isKnown = (type: string): type is MomentType => type in MOMENT_TONES
/** What the seller's page says from their side. */
const OURS = ['MED_RELEASED', 'CHARGEBACK_RELEASED'] as const

function useMomentSteps({ timeline, expired }: OperatorsSale): TimelineStep[] {
  const t = useWords(saleOperatorWords)
  const seller = useWords(saleWords)
  const nameOf = (type: string) => {
    const ours = OURS.find(one => one === type)
    if (ours !== undefined) return t(`ours.${ours}`)
    return isKnown(type) ? seller(`moments.${type}`) : type
  }
  return timeline.map(({ type: stored, date, amount, uuid }) => {
    const type = expired && stored === 'CANCELADO' ? 'EXPIRADO' : stored
    return {
      key: `${type} ${date} ${uuid}`,
      title: nameOf(type),
      tone: isKnown(type) ? MOMENT_TONES[type] : 'quiet',
      at: date,
      ...(amount !== null && { detail: <Money centavos={amount} /> }),
    }
  })
}

function useActionSteps(entries: Entry[]): TimelineStep[] {
  const actionName = useActionName()
  return entries.map(({ id, action, actor, reason, createdAt }) => ({
    key: id,
    title: actionName(action),
    tone: 'quiet',
    at: createdAt,
    detail: (
      <Text size="sm" c="dimmed">
        {[actor.name ?? actor.email ?? actor.kind, reason].filter(one => one !== null).join(' · ')}
      </Text>
    ),
  }))
}
