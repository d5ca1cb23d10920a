// One webhook: its settings, its secret, and its deliveries.
import { Alert, Button, Grid, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getRouteApi } from '@tanstack/react-router'
import { useChangeWebhook, useWebhook, type Webhook } from '../../api/notification/webhooks.ts'
import { ErrorState, LoadingPage, NotFoundState } from '../../ui/feedback/states.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { DeliveryList } from '../delivery-log/delivery-list.tsx'
import classes from '../integrations.module.css'
import { SecretSection } from './secret-section.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { isDisabled, WebhookState } from './webhook-state.tsx'
import { webhookWords } from './webhook-words.ts'

const route = getRouteApi('/shell/integracoes/webhooks/$webhook')

export function WebhookPage() {
  const { webhook: id } = route.useParams()
  const { data: webhook, error, isPending, isLoadingError, refetch } = useWebhook(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  return webhook === null ? <NotFoundState /> : <WholeWebhook webhook={webhook} />
}

function WholeWebhook({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  return (
    <>
      <PageHeader
        title={t('one.title', { id: webhook.id })}
        above={<BackLink to="/integracoes/webhooks">{t('back')}</BackLink>}
        description={<span className={classes.url}>{webhook.webhookUrl}</span>}
        actions={
          <IfMay route="PUT /api/webhook/:id">
            <WebhookActions webhook={webhook} />
          </IfMay>
        }
      />
      <Stack gap="md">
        <div>
          <WebhookState webhook={webhook} />
        </div>
        {isDisabled(webhook) && <SwitchedOff webhook={webhook} />}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <WebhookFacts webhook={webhook} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <SecretSection webhook={webhook} />
          </Grid.Col>
        </Grid>
        <DeliveryList webhook={webhook} />
      </Stack>
    </>
  )
}

/** By the gateway, because no delivery was accepted for days. */
function SwitchedOff({ webhook: { id, disabledAt } }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const { locale } = useLanguage()
  const { mutate, isPending } = useChangeWebhook(id)
  const switchOn = () => mutate({ active: true }, { onSuccess: () => notifications.show({ message: t('one.backOn') }) })
  return (
    <Alert role="note" variant="default" color="red" title={t('one.disabledTitle')}>
      <Text mb="sm">{t('one.disabledText', { at: momentText(disabledAt ?? '', locale) })}</Text>
      <IfMay route="PUT /api/webhook/:id">
        <Button size="xs" onClick={switchOn} loading={isPending}>
          {t('one.disabledBack')}
        </Button>
      </IfMay>
    </Alert>
  )
}
