// A seller adds and changes webhooks. The secret is minted here, shown once and kept sealed: signing needs it again.
import type { RecordAction } from '#http/audited-action.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import type { NotificationsDeps } from '../feature.ts'
import { type AddressRules, refusedAddress } from './address.ts'
import { chosenOf, differences, webhookAction } from './audit.ts'
import { countWebhooksLocked, deleteWebhook, insertWebhook, lockWebhook, updateWebhook } from './store.ts'
import { chosen, type Webhook, type WebhookRequest } from './webhook.ts'

const MAX_WEBHOOKS = 50

/** The secret is in this answer and nowhere else. */
export async function addWebhook(
  deps: Pick<NotificationsDeps, 'db' | 'secretBox' | 'clock' | 'random'> & { address: AddressRules },
  accountId: number,
  request: WebhookRequest,
  recordAction: RecordAction,
): Promise<{ webhook: Webhook; secret: string } | Failure> {
  const choice = refusedAddress('webhookUrl', request.url, deps.address) ?? chosen(request)
  if (choice instanceof Failure) return choice
  const secret = mintWebhookSecret(deps.random)
  return deps.db.transaction(async tx => {
    if ((await countWebhooksLocked(tx, accountId)) >= MAX_WEBHOOKS)
      return new Failure('CONFLICT', `This account has ${MAX_WEBHOOKS} webhooks; remove one first`)
    const now = deps.clock()
    const webhook = await insertWebhook(tx, accountId, choice, deps.secretBox.seal(secret), now)
    await recordAction(tx, webhookAction('webhook.added', webhook, chosenOf(webhook)), now)
    return { webhook, secret }
  })
}

export type WebhookChange = Partial<Omit<WebhookRequest, 'notificationType'>>

/**
 * What is absent stays as it is. What has happened already is still sent, to the new address. Where the gateway has switched it
 * off, switching it on makes it a webhook like any other.
 */
export async function changeWebhook(
  deps: Pick<NotificationsDeps, 'db' | 'clock'> & Pick<Dispatcher, 'renew'> & { address: AddressRules },
  accountId: number,
  id: bigint,
  change: WebhookChange,
  recordAction: RecordAction,
): Promise<Webhook | Failure> {
  // An address that was good once does not stand in the way of switching its webhook off.
  const refusal = change.url === undefined ? null : refusedAddress('webhookUrl', change.url, deps.address)
  if (refusal !== null) return refusal
  const outcome = await deps.db.transaction(async tx => {
    const webhook = await lockWebhook(tx, accountId, id)
    if (webhook === null) return notFound('webhook')
    const choice = chosen({ ...webhook, ...change })
    if (choice instanceof Failure) return choice
    const now = deps.clock()
    const isSwitchedOn = choice.active && !webhook.active
    const on = isSwitchedOn ? { switchedOnAt: now, disabledAt: null, disabledReason: null } : {}
    const after = { ...webhook, ...choice, ...on, updatedAt: now }
    await updateWebhook(tx, after)
    await recordAction(tx, webhookAction('webhook.changed', webhook, differences(webhook, after)), now)
    return after
  })
  if (!(outcome instanceof Failure)) deps.renew(id)
  return outcome
}

/** What was still to be sent there is not sent any more. False where there is no such webhook. */
export async function removeWebhook(
  deps: Pick<NotificationsDeps, 'db' | 'clock'> & Pick<Dispatcher, 'renew'>,
  accountId: number,
  id: bigint,
  recordAction: RecordAction,
): Promise<boolean> {
  const isRemoved = await deps.db.transaction(async tx => {
    const url = await deleteWebhook(tx, accountId, id)
    if (url !== null) await recordAction(tx, webhookAction('webhook.removed', { accountId, id }, { url }), deps.clock())
    return url !== null
  })
  if (isRemoved) deps.renew(id)
  return isRemoved
}
