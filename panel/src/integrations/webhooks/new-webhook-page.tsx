// A new webhook, and then its secret.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type NewWebhook as Created, useCreateWebhook } from '../../api/notification/webhooks.ts'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { secretWords } from './secret-words.ts'
import { ShownSecret } from './shown-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhookWords } from './webhook-words.ts'

export const NewWebhookPage = pageIfMay('POST /api/webhook', webhookWords, 'form.newTitle', NewWebhook)

function NewWebhook() {
  const t = useWords(webhookWords)
  const common = useWords(commonWords)
  const { mutate, isPending, isSuccess, error } = useCreateWebhook()
  const [made, setMade] = useState<Created | null>(null)
  if (made !== null) return <Made webhook={made} />
  return (
    <>
      <PageHeader title={t('form.newTitle')} above={<BackLink to="/integracoes/webhooks">{t('back')}</BackLink>} />
      <WebhookForm
        webhook={null}
        verb={t('form.create')}
        cancel={
          <LinkButton to="/integracoes/webhooks" variant="default">
            {common('actions.cancel')}
          </LinkButton>
        }
        pending={isPending}
        isSaved={isSuccess}
        error={error}
        onSubmit={request => mutate(request, { onSuccess: setMade })}
      />
    </>
  )
}

function Made({ webhook: { id, webhookUrl, secret } }: { webhook: Created }) {
  const t = useWords(secretWords)
  const navigate = useNavigate()
  const go = () =>
    void navigate({ to: '/integracoes/webhooks/$webhook', params: { webhook: String(id) }, replace: true })
  return (
    <>
      <PageHeader title={t('secret.title')} />
      <Section title={webhookUrl}>
        <ShownSecret secret={secret} onDone={go} />
      </Section>
    </>
  )
}
