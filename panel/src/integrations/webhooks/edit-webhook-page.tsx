// A change of a webhook.
import { notifications } from '@mantine/notifications'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useChangeWebhook, useWebhook, type Webhook, type WebhookRequest } from '../../api/notification/webhooks.ts'
import { ErrorState, LoadingPage, NotFoundState } from '../../ui/feedback/states.tsx'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { WebhookForm } from './webhook-form.tsx'
import { webhookWords } from './webhook-words.ts'

const route = getRouteApi('/shell/integracoes/webhooks/$webhook/editar')

export const EditWebhookPage = pageIfMay('PUT /api/webhook/:id', webhookWords, 'form.editTitle', EditWebhook)

function EditWebhook() {
  const { webhook: id } = route.useParams()
  const { data: webhook, error, isPending, isLoadingError, refetch } = useWebhook(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  return webhook === null ? <NotFoundState /> : <Editing key={webhook.id} webhook={webhook} />
}

function Editing({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const common = useWords(commonWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useChangeWebhook(webhook.id)
  const params = { webhook: String(webhook.id) }
  const save = (request: WebhookRequest) =>
    mutate(changeOf(webhook, request), {
      onSuccess: () => {
        notifications.show({ message: t('form.saved') })
        void navigate({ to: '/integracoes/webhooks/$webhook', params })
      },
    })
  return (
    <>
      <PageHeader
        title={t('form.editTitle')}
        above={
          <BackLink to="/integracoes/webhooks/$webhook" params={params}>
            {t('backToOne')}
          </BackLink>
        }
      />
      <WebhookForm
        webhook={webhook}
        verb={common('actions.save')}
        cancel={
          <LinkButton to="/integracoes/webhooks/$webhook" params={params} variant="default">
            {common('actions.cancel')}
          </LinkButton>
        }
        pending={isPending}
        isSaved={isSuccess}
        error={error}
        onSubmit={save}
      />
    </>
  )
}

/** An address that stays as it is is not sent: it would be judged, and proven, anew. */
function changeOf(webhook: Webhook, { notificationType, webhookUrl, events, ...rest }: WebhookRequest) {
  return {
    ...rest,
    ...(notificationType === 'TRANSACTION' && { events }),
    ...(webhookUrl !== webhook.webhookUrl && { webhookUrl }),
  }
}
