// One delivery: its body, its address, and the answer to each attempt.
import { Button, Grid, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRefresh } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type Delivery, useDelivery, useResend } from '../../api/notification/deliveries.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { CodeBlock } from '../code-block.tsx'
import { useEventText } from '../events/events.ts'
import classes from '../integrations.module.css'
import { webhookWords } from '../webhooks/webhook-words.ts'
import { AttemptsSection } from './attempts-section.tsx'
import { DeliveryAbout } from './delivery-about.tsx'
import { DeliveryStatusBadge } from './delivery-list.tsx'
import { deliveryWords } from './delivery-words.ts'

const route = getRouteApi('/shell/integracoes/webhooks/$webhook/entregas/$delivery')

export function DeliveryPage() {
  const { delivery: id } = route.useParams()
  const { data: delivery, error, isPending, isLoadingError, refetch } = useDelivery(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  return <WholeDelivery delivery={delivery} />
}

function WholeDelivery({ delivery }: { delivery: Delivery }) {
  const t = useWords(deliveryWords)
  const webhooks = useWords(webhookWords)
  return (
    <>
      <PageHeader
        title={t('one.title', { id: delivery.id })}
        above={
          <BackLink to="/integracoes/webhooks/$webhook" params={{ webhook: String(delivery.webhookId) }}>
            {webhooks('backToOne')}
          </BackLink>
        }
        description={<DeliveryStatusBadge status={delivery.status} />}
        actions={
          <IfMay route="POST /api/webhook/deliveries/:id/resend">
            <ResendButton delivery={delivery} />
          </IfMay>
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <About delivery={delivery} />
            <AttemptsSection attempts={delivery.attempts} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <Payload delivery={delivery} />
            {delivery.headers !== null && <Headers headers={delivery.headers} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

function About({ delivery }: { delivery: Delivery }) {
  const t = useWords(deliveryWords)
  const { event, eventId, about, url, createdAt, deliveredAt, nextAttemptAt, redelivery } = delivery
  const amount = about?.amount ?? null
  return (
    <Section title={t('one.about')}>
      <Facts
        facts={[
          { name: t('one.event'), value: <EventName event={event} /> },
          about === null ? null : { name: t('one.subject'), value: <DeliveryAbout about={about} /> },
          amount === null ? null : { name: t('columns.amount'), value: <Money centavos={amount} /> },
          eventId === null ? null : { name: t('one.eventId'), value: <Code>{eventId}</Code> },
          { name: t('one.url'), value: url },
          redelivery ? { name: t('one.redelivery'), value: t('one.redeliveryYes') } : null,
          { name: t('one.createdAt'), value: <Moment at={createdAt} form="exact" /> },
          deliveredAt === null ? null : { name: t('one.deliveredAt'), value: <Moment at={deliveredAt} form="exact" /> },
          nextAttemptAt === null ? null : { name: t('one.nextAt'), value: <Moment at={nextAttemptAt} form="exact" /> },
        ]}
      />
    </Section>
  )
}

function EventName({ event }: { event: string | null }) {
  const t = useWords(deliveryWords)
  const eventText = useEventText()
  if (event === null) return t('gone')
  const text = eventText(event)
  return (
    <>
      <Code>{event}</Code>
      {text !== event && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
    </>
  )
}

function Payload({ delivery: { payload } }: { delivery: Delivery }) {
  const t = useWords(deliveryWords)
  return (
    <Section title={t('one.payload')}>
      {payload === null ? (
        <Text c="dimmed">{t('one.payloadGone')}</Text>
      ) : (
        <CodeBlock text={JSON.stringify(payload, null, 2)} label={t('one.payload')} copyLabel={t('one.copyPayload')} />
      )}
    </Section>
  )
}

function Headers({ headers }: { headers: NonNullable<Delivery['headers']> }) {
  const t = useWords(deliveryWords)
  return (
    <Section title={t('one.headers')}>
      <dl className={classes.headers}>
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}: </dt>
            <dd>
              {value ?? (
                <Text span inherit fs="italic" c="dimmed">
                  {t('one.anew')}
                </Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function ResendButton({ delivery: { id, webhookId, eventId } }: { delivery: Delivery }) {
  const t = useWords(deliveryWords)
  const common = useWords(commonWords)
  const problemText = useProblemText()
  const navigate = useNavigate()
  const { mutate, isPending } = useResend()
  const resend = () =>
    mutate(id, {
      onSuccess: again => {
        notifications.show({ message: t('one.resent') })
        const params = { webhook: String(webhookId), delivery: String(again.id) }
        void navigate({ to: '/integracoes/webhooks/$webhook/entregas/$delivery', params })
      },
      onError: error =>
        notifications.show({ color: 'red', title: common('problems.title'), message: problemText(error) }),
    })
  if (eventId === null) return null
  return (
    <Button leftSection={<IconRefresh size={18} />} loading={isPending} onClick={resend}>
      {t('one.resend')}
    </Button>
  )
}
