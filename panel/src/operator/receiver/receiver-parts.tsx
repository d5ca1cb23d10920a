// The parts that show one receiver, in the list and elsewhere.
import { Text } from '@mantine/core'
import type { Receiver } from '../../api/operator/receivers.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { distanceText, Moment } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { Breaking } from '../shared/parts.tsx'
import { webhookOperatorWords } from './words.ts'

const TONES: Record<Receiver['state'], Tone> = {
  FAILING: 'bad',
  RESTING: 'bad',
  SWITCHED_OFF: 'attention',
  HEALTHY: 'good',
  UNUSED: 'quiet',
  OFF: 'quiet',
}

interface Of {
  receiver: Receiver
}

const Small = ({ children }: { children: string }) => (
  <Text component="span" size="sm" c="dimmed" display="block">
    {children}
  </Text>
)

export function ReceiverName({ receiver: { address, kind, webhookId } }: Of) {
  const t = useWords(webhookOperatorWords)
  return (
    <span>
      <Breaking>{address}</Breaking>
      <Small>{t(`kind.${kind}`, { id: webhookId ?? '' })}</Small>
    </span>
  )
}

export function ReceiverState({ receiver: { state, since } }: Of) {
  const t = useWords(webhookOperatorWords)
  const { locale } = useLanguage()
  return (
    <span>
      <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>
      {since !== null && <Small>{t('since', { when: distanceText(since, locale) })}</Small>}
    </span>
  )
}

/** The gateway counts up to this number; more are shown as that number and more. */
export function Count({ count, max }: { count: number; max: number }) {
  const { locale } = useLanguage()
  return (
    <span className="figures">
      {new Intl.NumberFormat(locale).format(count)}
      {count >= max && '+'}
    </span>
  )
}

const MAX_COUNTED = 1_000

export function WaitingCount({ receiver: { waiting, oldestWaitingAt } }: Of) {
  const t = useWords(webhookOperatorWords)
  const { locale } = useLanguage()
  return (
    <span>
      <Count count={waiting} max={MAX_COUNTED} />
      {oldestWaitingAt !== null && <Small>{t('oldest', { when: distanceText(oldestWaitingAt, locale) })}</Small>}
    </span>
  )
}

export function FailedCount({ receiver: { failedIn24Hours } }: Of) {
  return failedIn24Hours === null ? '–' : <Count count={failedIn24Hours} max={MAX_COUNTED} />
}

export function LastSuccess({ receiver: { lastSuccessAt } }: Of) {
  const t = useWords(webhookOperatorWords)
  return lastSuccessAt === null ? t('never') : <Moment at={lastSuccessAt} />
}

export function LastFailure({ receiver: { lastFailure, lastFailureAt, failures, restsUntil } }: Of) {
  const t = useWords(webhookOperatorWords)
  const { locale } = useLanguage()
  if (lastFailureAt === null || lastFailure === null) return '–'
  return (
    <span>
      <span lang="en">
        <Breaking>{lastFailure}</Breaking>
      </span>
      <Small>{distanceText(lastFailureAt, locale)}</Small>
      {failures > 1 && <Small>{t('row', { count: failures })}</Small>}
      {restsUntil !== null && <Small>{t('until', { when: distanceText(restsUntil, locale) })}</Small>}
    </span>
  )
}
