// The fields of a webhook: its address, its events, and its number of attempts. The same for a new one and for a change.
import { Alert, Button, Group, Radio, Stack, Switch, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { NotificationType, Webhook, WebhookRequest } from '../../api/notification/webhooks.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { EventPicker } from '../events/event-picker.tsx'
import { useWebhookForm } from './use-webhook-form.ts'
import { webhookWords } from './webhook-words.ts'

const TYPES: NotificationType[] = ['TRANSACTION', 'WITHDRAWAL']

interface WebhookFormProps {
  /** null: it is a new one. */
  webhook: Webhook | null
  verb: string
  cancel: ReactNode
  pending: boolean
  /** It was taken, and the page is about to be left. */
  isSaved: boolean
  error: unknown
  onSubmit: (request: WebhookRequest) => void
}

export function WebhookForm({ webhook, verb, cancel, pending, isSaved, error, onSubmit }: WebhookFormProps) {
  const t = useWords(webhookWords)
  const { form, isChanged, set, faults, check } = useWebhookForm(webhook)
  const field = error instanceof Problem ? error.field : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check()) onSubmit({ ...form, webhookUrl: form.webhookUrl.trim() })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Section title={t('form.where')}>
          <Stack>
            <TextInput
              label={t('form.url')}
              description={t('form.urlHint')}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              value={form.webhookUrl}
              onChange={event => set({ webhookUrl: event.currentTarget.value })}
              error={(faults.url && t('form.urlMissing')) || (field === 'webhookUrl' && t('form.urlRefused'))}
            />
            {webhook === null && (
              <Radio.Group
                label={t('form.type')}
                value={form.notificationType}
                onChange={type => set(typeChange(type))}
              >
                <Stack gap="sm" mt="xs">
                  {TYPES.map(type => (
                    <Radio
                      key={type}
                      value={type}
                      label={t(`types.${type}`)}
                      description={t(`form.typeHints.${type}`)}
                    />
                  ))}
                </Stack>
              </Radio.Group>
            )}
          </Stack>
        </Section>
        {form.notificationType === 'TRANSACTION' && (
          <EventPicker chosen={form.events} onChange={events => set({ events })} isMissing={faults.events} />
        )}
        <Section title={t('form.more')}>
          <Stack>
            <Switch
              label={t('form.extended')}
              description={t('form.extendedHint')}
              checked={form.retryPolicy === 'extended'}
              onChange={event => set({ retryPolicy: event.currentTarget.checked ? 'extended' : 'default' })}
            />
            <Switch
              label={t('form.standard')}
              description={t('form.standardHint')}
              checked={form.standardHeaders}
              onChange={event => set({ standardHeaders: event.currentTarget.checked })}
            />
            <Switch
              label={t('form.active')}
              description={t('form.activeHint')}
              checked={form.active}
              onChange={event => set({ active: event.currentTarget.checked })}
            />
          </Stack>
        </Section>
        <Unsaved when={isChanged && !pending && !isSaved} />
        {error !== null && field !== 'webhookUrl' && <Refused error={error} />}
        <Group justify="flex-end">
          {cancel}
          <Button type="submit" loading={pending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const typeChange = (type: string): Partial<WebhookRequest> =>
  type === 'WITHDRAWAL' ? { notificationType: 'WITHDRAWAL', events: [] } : { notificationType: 'TRANSACTION' }

function Refused({ error }: { error: unknown }) {
  const t = useWords(webhookWords)
  const problemText = useProblemText()
  const isFull = error instanceof Problem && error.code === 'CONFLICT'
  return (
    <Alert color="red" variant="default" role="alert">
      {isFull ? t('form.tooMany') : problemText(error)}
    </Alert>
  )
}
