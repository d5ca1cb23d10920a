// A webhook while it is written.
import { useState } from 'react'
import type { Webhook, WebhookRequest } from '../../api/notification/webhooks.ts'

const EMPTY: WebhookRequest = {
  webhookUrl: '',
  events: [],
  notificationType: 'TRANSACTION',
  retryPolicy: 'default',
  standardHeaders: false,
  active: true,
}

export function useWebhookForm(webhook: Webhook | null) {
  const [before] = useState<WebhookRequest>(() => (webhook === null ? EMPTY : requestOf(webhook)))
  const [form, setForm] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const missing = {
    url: !isWebAddress(form.webhookUrl.trim()),
    events: form.notificationType === 'TRANSACTION' && form.events.length === 0,
  }
  return {
    form,
    isChanged: JSON.stringify(form) !== JSON.stringify(before),
    set: (change: Partial<WebhookRequest>) => setForm(before => ({ ...before, ...change })),
    faults: isChecked ? missing : { url: false, events: false },
    /** From then on missing fields are marked. */
    check(): boolean {
      setChecked(true)
      return !missing.url && !missing.events
    },
  }
}

const isWebAddress = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text)

const requestOf = ({
  webhookUrl,
  events,
  notificationType,
  retryPolicy,
  standardHeaders,
  active,
}: Webhook): WebhookRequest => ({
  webhookUrl,
  events,
  notificationType,
  retryPolicy,
  standardHeaders,
  active,
})
