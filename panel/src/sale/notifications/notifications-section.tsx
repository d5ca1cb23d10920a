// The notifications of a sale, the result of each, and the link to all of them at a webhook.
import { Group, Stack, Text } from '@mantine/core'
import type { SaleWithLife } from '../../api/money/sales.ts'
import { useWebhooks, type Webhook } from '../../api/notification/webhooks.ts'
import { DELIVERY_TONES } from '../../integrations/delivery-log/delivery-status.ts'
import { useEventName } from '../../integrations/events/events.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { Code, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { saleWords } from '../words.ts'
import classes from './notifications-section.module.css'

type SentNotification = SaleWithLife['notifications'][number]
type Delivery = SentNotification['deliveries'][number]

export function NotificationsSection({ sale: { notifications, uuid } }: { sale: SaleWithLife }) {
  const t = useWords(saleWords)
  const webhooks = [...new Set(notifications.flatMap(({ deliveries }) => deliveries.map(({ webhookId }) => webhookId)))]
  return (
    <Section title={t('one.told')}>
      {notifications.length === 0 ? (
        <Text c="dimmed">{t('one.toldNone')}</Text>
      ) : (
        <Stack gap="xs">
          <ul className={classes.list}>
            {notifications.map(notification => (
              <EventLine key={notification.eventId} notification={notification} isAlone={webhooks.length === 0} />
            ))}
          </ul>
          {webhooks.length === 0 && <Unheard notifications={notifications} />}
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

/** Why no webhook got an event: there is none, none is on, none subscribes to these events, or it came later. */
function Unheard({ notifications }: { notifications: SentNotification[] }) {
  const t = useWords(saleWords)
  const webhooks = useWebhooks()
  if (webhooks.data === undefined) return null
  const why = whyUnheard(webhooks.data, notifications)
  return (
    <Stack gap={4} className={classes.setUp ?? ''}>
      <Text size="sm" c="dimmed">
        {t(`one.unheard.${why}`)}
      </Text>
      <IfMay route="POST /api/webhook">
        <LinkAnchor to="/integracoes/webhooks" size="sm">
          {t(why === 'NONE' ? 'one.toldSetUp' : 'one.toldSeeWebhooks')}
        </LinkAnchor>
      </IfMay>
    </Stack>
  )
}

function whyUnheard(webhooks: Webhook[], notifications: SentNotification[]): 'NONE' | 'OFF' | 'NOT_ASKED' | 'LATER' {
  if (webhooks.length === 0) return 'NONE'
  const inForce = webhooks.filter(({ active, disabledAt }) => active && disabledAt === null)
  if (inForce.length === 0) return 'OFF'
  const wants = (event: string) => inForce.some(({ events }) => events.includes(event))
  return notifications.some(({ event }) => wants(event)) ? 'LATER' : 'NOT_ASKED'
}

interface EventLineProps {
  notification: SentNotification
  /** Said once below instead of with every event. */
  isAlone: boolean
}

function EventLine({ notification: { event, date, deliveries }, isAlone }: EventLineProps) {
  const t = useWords(saleWords)
  const nameOf = useEventName()
  return (
    <li className={classes.event}>
      <div>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{nameOf(event)}</Text>
          <Text size="sm" c="dimmed">
            <Moment at={date} />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          <Code>{event}</Code>
        </Text>
      </div>
      {deliveries.length === 0 && !isAlone && (
        <Text size="sm" c="dimmed">
          {t('one.toldNobody')}
        </Text>
      )}
      {deliveries.length > 0 && (
        <ul className={classes.list}>
          {deliveries.map(delivery => (
            <DeliveryLine key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </li>
  )
}

function DeliveryLine({ delivery: { id, webhookId, status } }: { delivery: Delivery }) {
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
