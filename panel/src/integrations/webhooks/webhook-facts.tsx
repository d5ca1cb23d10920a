// How a webhook is set.
import { Stack, Text } from '@mantine/core'
import type { Webhook } from '../../api/notification/webhooks.ts'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { useEventText } from '../events/events.ts'
import classes from '../integrations.module.css'
import { webhookWords } from './webhook-words.ts'

export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const { notificationType, retryPolicy, standardHeaders, createdAt } = webhook
  return (
    <Section title={t('one.about')}>
      <Facts
        facts={[
          { name: t('columns.type'), value: t(`types.${notificationType}`) },
          { name: t('columns.events'), value: <Chosen webhook={webhook} /> },
          { name: t('one.retries'), value: t(`one.retry.${retryPolicy}`) },
          { name: t('one.standard'), value: standardHeaders ? t('one.yes') : t('one.no') },
          { name: t('one.createdAt'), value: <Moment at={createdAt} /> },
        ]}
      />
    </Section>
  )
}

function Chosen({ webhook: { notificationType, events } }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const eventText = useEventText()
  if (notificationType === 'WITHDRAWAL') return t('everyStatus')
  return (
    <Stack component="ul" gap={6} p={0} m={0} className={classes.list}>
      {events.map(event => (
        <li key={event}>
          <Code>{event}</Code>
          <Text size="sm" c="dimmed">
            {eventText(event)}
          </Text>
        </li>
      ))}
    </Stack>
  )
}
