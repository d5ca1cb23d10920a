// Every attempt to pay a cashout, with its latest outcome.
import { Stack, Text } from '@mantine/core'
import type { Cashout } from '../../api/operator/cashouts.ts'
import type { Tone } from '../../ui/feedback/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import { useWords } from '../../words/words.ts'
import { Breaking, PspLink } from '../shared/parts.tsx'
import { anomalyWords } from './anomaly-words.ts'
import { cashoutOperatorWords } from './words.ts'

type Attempt = Cashout['attempts'][number]

const TONES: Record<Attempt['outcome'], Tone> = {
  asked: 'waiting',
  accepted: 'waiting',
  unknown: 'attention',
  settled: 'good',
  refused: 'bad',
}

export function AttemptsSection({ cashout: { createdAt, attempts, anomalies } }: { cashout: Cashout }) {
  const t = useWords(cashoutOperatorWords)
  const anomalyKind = useWords(anomalyWords)
  const steps = [
    { key: 'requested', title: t('one.requested'), at: createdAt, tone: 'quiet' as const },
    ...attempts.map(attempt => ({
      key: attempt.payoutId,
      title: t(`one.outcome.${outcomeOf(attempt)}`),
      at: attempt.createdAt,
      tone: TONES[attempt.outcome],
      detail: <AttemptDetail attempt={attempt} />,
    })),
    ...anomalies.map(({ uuid, kind, createdAt: at, decision }) => ({
      key: uuid,
      title: `${t('anomalies.one')}: ${anomalyKind(kind)}`,
      at,
      tone: decision === null ? ('attention' as const) : ('quiet' as const),
      ...(decision !== null && { detail: <Text size="sm">{t(`decision.${decision}`)}</Text> }),
    })),
  ]
  return (
    <Section title={t('one.life')}>
      <Timeline steps={steps.toSorted((one, other) => one.at.localeCompare(other.at))} />
    </Section>
  )
}

/** 'asked' with a reason has certainly not left the gateway. */
const outcomeOf = ({ outcome, said: message }: Attempt) =>
  outcome === 'asked' && message !== null ? 'unsent' : outcome

function AttemptDetail({
  attempt: { pspAccountId, pspAccountName, payoutId, lookups, said: message },
}: {
  attempt: Attempt
}) {
  const t = useWords(cashoutOperatorWords)
  return (
    <Stack gap={0}>
      <Text size="sm">
        <PspLink id={pspAccountId}>{pspAccountName}</PspLink>
        <Breaking>{payoutId}</Breaking>
      </Text>
      {lookups > 0 && (
        <Text size="sm" c="dimmed">
          {t('one.lookups', { count: lookups })}
        </Text>
      )}
      {message !== null && (
        <Text size="sm" c="dimmed">
          {t('one.said')}: <span lang="en">{message}</span>
        </Text>
      )}
    </Stack>
  )
}
