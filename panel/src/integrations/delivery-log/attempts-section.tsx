// Every attempt of a delivery, with the receiver's answer.
import { Group, Text } from '@mantine/core'
import type { Delivery } from '../../api/notification/deliveries.ts'
import type { Tone } from '../../ui/feedback/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import { useWords } from '../../words/words.ts'
import { CodeBlock } from '../code-block.tsx'
import { deliveryWords } from './delivery-words.ts'

type Attempt = Delivery['attempts'][number]

const TONES: Record<Attempt['outcome'], Tone> = { DELIVERED: 'good', RETRY: 'waiting', FAILED: 'bad' }

export function AttemptsSection({ attempts }: { attempts: Attempt[] }) {
  const t = useWords(deliveryWords)
  return (
    <Section title={t('one.attempts')}>
      {attempts.length === 0 ? (
        <Text c="dimmed">{t('one.noAttempt')}</Text>
      ) : (
        <Timeline
          steps={attempts.map(attempt => ({
            key: String(attempt.n),
            title: `${t('one.attempt', { n: attempt.n })}: ${t(`one.outcome.${attempt.outcome}`)}`,
            at: attempt.startedAt,
            tone: TONES[attempt.outcome],
            detail: <Answer attempt={attempt} />,
          }))}
        />
      )}
    </Section>
  )
}

function Answer({ attempt: { n, httpStatus, durationMs, error, responseHead } }: { attempt: Attempt }) {
  const t = useWords(deliveryWords)
  return (
    <>
      <Group gap="xs" my={4}>
        <Text size="sm">{httpStatus === null ? t('one.noAnswer') : t('one.answer', { status: httpStatus })}</Text>
        <Text size="sm" c="dimmed" className="figures">
          {t('one.took', { ms: durationMs })}
        </Text>
        {error !== null && <Text size="sm">{error}</Text>}
      </Group>
      {responseHead !== null && responseHead !== '' && <CodeBlock text={responseHead} label={t('one.body', { n })} />}
    </>
  )
}
