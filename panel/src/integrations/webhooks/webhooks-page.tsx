// The webhooks of the account.
import { Box, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useWebhooks, type Webhook } from '../../api/notification/webhooks.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/feedback/states.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import { useWords } from '../../words/words.ts'
import { IntegrationsHeader } from '../frame.tsx'
import classes from '../integrations.module.css'
import { WebhookState } from './webhook-state.tsx'
import { webhookWords } from './webhook-words.ts'

export function WebhooksPage() {
  const t = useWords(webhookWords)
  const { data, error, isPending, isLoadingError, refetch } = useWebhooks()
  const create = (
    <IfMay route="POST /api/webhook">
      <LinkButton to="/integracoes/webhooks/novo" leftSection={<IconPlus size={18} />}>
        {t('create')}
      </LinkButton>
    </IfMay>
  )
  return (
    <>
      <IntegrationsHeader title={t('title')} description={t('description')} actions={create} />
      <IfMay
        route="POST /api/webhook"
        otherwise={
          <Text c="dimmed" mb="md">
            {t('readOnly')}
          </Text>
        }
      >
        {null}
      </IfMay>
      {isPending && <LoadingRows />}
      {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon={<IconWebhook />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && <WebhookList webhooks={data} />}
    </>
  )
}

function WebhookList({ webhooks }: { webhooks: Webhook[] }) {
  const t = useWords(webhookWords)
  return (
    <Stack component="ul" gap="xs" p={0} m={0} aria-label={t('caption')} className={classes.list}>
      {webhooks.map(webhook => (
        <Box component="li" key={webhook.id} className={classes.card}>
          <Group justify="space-between" gap="sm" mb={4}>
            <RowLink to="/integracoes/webhooks/$webhook" params={{ webhook: String(webhook.id) }}>
              <span className={classes.url}>{webhook.webhookUrl}</span>
            </RowLink>
            <WebhookState webhook={webhook} />
          </Group>
          <Text size="sm" c="dimmed">
            {t(`types.${webhook.notificationType}`)}
            {' · '}
            {webhook.notificationType === 'WITHDRAWAL'
              ? t('everyStatus')
              : t('events', { count: webhook.events.length })}
          </Text>
        </Box>
      ))}
    </Stack>
  )
}
