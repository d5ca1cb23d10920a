// Whether a webhook is on, and if not, whose doing it was.
import type { Webhook } from '../../api/notification/webhooks.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { webhookWords } from './webhook-words.ts'

export const isDisabled = ({ active, disabledAt }: Webhook): boolean => !active && disabledAt !== null

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  if (webhook.active) return <StatusBadge tone="good">{t('state.active')}</StatusBadge>
  if (isDisabled(webhook)) return <StatusBadge tone="bad">{t('state.disabled')}</StatusBadge>
  return <StatusBadge tone="quiet">{t('state.off')}</StatusBadge>
}
