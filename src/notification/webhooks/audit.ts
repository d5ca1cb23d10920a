// What people do to a webhook, as the audit log keeps it: where it goes and what it chooses, never its secret.
import type { Action } from '#http/audited-action.ts'
import type { Webhook } from './webhook.ts'

export const webhookAction = (
  action: string,
  { accountId, id }: Pick<Webhook, 'accountId' | 'id'>,
  detail: Record<string, unknown> = {},
): Action => ({ accountId, action, subject: 'webhook', subjectId: id, detail })

const CHOSEN = ['url', 'events', 'notificationType', 'retryPolicy', 'standardHeaders', 'active'] as const

export const chosenOf = (webhook: Webhook): Record<string, unknown> =>
  Object.fromEntries(CHOSEN.map(name => [name, webhook[name]]))

/** What of it is another now. */
export function differences(before: Webhook, after: Webhook): Record<string, unknown> {
  const changed = CHOSEN.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map(name => [name, { before: before[name], after: after[name] }]))
}
