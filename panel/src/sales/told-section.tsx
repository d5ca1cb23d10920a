// Which notifications were sent about a sale, what came of each, and the way to all of them at a webhook.
import { Group, Stack, Text } from '@mantine/core'
import type { SaleWithLife } from '../api/sales.ts'
import { DELIVERY_TONES } from '../integrations/delivery-status.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Moment } from '../ui/moment.tsx'
import { Code, Section } from '../ui/section.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useWords } from '../words/words.ts'
import classes from './told-section.module.css'
import { saleWords } from './words.ts'

type Told = SaleWithLife['notifications'][number]
type Delivery = Told['deliveries'][number]

export function ToldSection({ sale: { notifications, uuid } }: { sale: SaleWithLife }) {
  const t = useWords(saleWords)
  const webhooks = [...new Set(notifications.flatMap(({ deliveries }) => deliveries.map(({ webhookId }) => webhookId)))]
  return (
    <Section title={t('one.told')}>
      {notifications.length === 0 ? (
        <Text c="dimmed">{t('one.toldNone')}</Text>
      ) : (
        <Stack gap="md">
          <ul className={classes.list}>
            {notifications.map(told => (
              <ToldEvent key={told.eventId} told={told} />
            ))}
          </ul>
          {webhooks.map(webhook => (
            <LinkAnchor
              key={webhook}
              to="/integracoes/webhooks/$webhook"
              params={{ webhook: String(webhook) }}
              search={{ sale: uuid }}
              size="sm"
            >
              {t('one.toldAll', { webhook })}
            </LinkAnchor>
          ))}
        </Stack>
      )}
    </Section>
  )
}

function ToldEvent({ told: { event, date, deliveries } }: { told: Told }) {
  const t = useWords(saleWords)
  return (
    <li className={classes.event}>
      <Group justify="space-between" gap="xs">
        <Code>{event}</Code>
        <Text size="sm" c="dimmed">
          <Moment at={date} />
        </Text>
      </Group>
      {deliveries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('one.toldNobody')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {deliveries.map(delivery => (
            <ToldDelivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </li>
  )
}

function ToldDelivery({ delivery: { id, webhookId, status } }: { delivery: Delivery }) {
  const t = useWords(saleWords)
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap">
      <LinkAnchor
        to="/integracoes/webhooks/$webhook/entregas/$delivery"
        params={{ webhook: String(webhookId), delivery: String(id) }}
        size="sm"
      >
        {t('one.toldTo', { webhook: webhookId, delivery: id })}
      </LinkAnchor>
      <StatusBadge tone={DELIVERY_TONES[status]}>{t(`one.toldStatus.${status}`)}</StatusBadge>
    </Group>
  )
}
