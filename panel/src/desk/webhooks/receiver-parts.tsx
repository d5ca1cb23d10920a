// What is told of one receiver, in the list and elsewhere.
import { Text } from '@mantine/core'
import type { Receiver } from '../../api/desk/webhooks.ts'
import { distanceText, Moment } from '../../ui/moment.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { Breaking } from '../parts.tsx'
import { webhookDeskWords } from './words.ts'

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
  const t = useWords(webhookDeskWords)
  return (
    <span>
      <Breaking>{address}</Breaking>
      <Small>{t(`kind.${kind}`, { id: webhookId ?? '' })}</Small>
    </span>
  )
}

export function ReceiverState({ receiver: { state, since } }: Of) {
  const t = useWords(webhookDeskWords)
  const { locale } = useLanguage()
  return (
    <span>
      <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>
      {since !== null && <Small>{t('since', { when: distanceText(since, locale) })}</Small>}
    </span>
  )
}

/** As many as the gateway counts to; more are told as that many and more. */
export function Count({ count, most }: { count: number; most: number }) {
  const { locale } = useLanguage()
  return (
    <span className="figures">
      {new Intl.NumberFormat(locale).format(count)}
      {count >= most && '+'}
    </span>
  )
}

const MOST_COUNTED = 1_000

export function WaitingCount({ receiver: { waiting, oldestWaitingAt } }: Of) {
  const t = useWords(webhookDeskWords)
  const { locale } = useLanguage()
  return (
    <span>
      <Count count={waiting} most={MOST_COUNTED} />
      {oldestWaitingAt !== null && <Small>{t('oldest', { when: distanceText(oldestWaitingAt, locale) })}</Small>}
    </span>
  )
}

export function FailedCount({ receiver: { failedIn24Hours } }: Of) {
  return failedIn24Hours === null ? '–' : <Count count={failedIn24Hours} most={MOST_COUNTED} />
}

export function LastSuccess({ receiver: { lastSuccessAt } }: Of) {
  const t = useWords(webhookDeskWords)
  return lastSuccessAt === null ? t('never') : <Moment at={lastSuccessAt} />
}

export function LastFailure({ receiver: { lastFailure, lastFailureAt, failures, restsUntil } }: Of) {
  const t = useWords(webhookDeskWords)
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
