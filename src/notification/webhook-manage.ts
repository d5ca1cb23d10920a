// A seller adds and changes webhooks. The secret is minted here, shown once and kept sealed: signing needs it again.
import type { Database } from '#db/postgres.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Seal } from '#kernel/seal.ts'
import { mintWebhookSecret } from '#kernel/signature.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { chosen, type Webhook, type WebhookAsk } from './webhook.ts'
import { type AddressRules, refusedAddress } from './webhook-address.ts'
import { countWebhooksLocked, insertWebhook, lockWebhook, updateWebhook } from './webhook-store.ts'

export interface WebhookNeeds {
  db: Database
  clock: Clock
  random: RandomBytes
  seal: Seal
  address: AddressRules
}

const MOST_WEBHOOKS = 50

/** The secret is in this answer and nowhere else. */
export async function addWebhook(
  needs: WebhookNeeds,
  accountId: number,
  ask: WebhookAsk,
): Promise<{ webhook: Webhook; secret: string } | Failure> {
  const choice = refusedAddress('webhookUrl', ask.url, needs.address) ?? chosen(ask)
  if (choice instanceof Failure) return choice
  const secret = mintWebhookSecret(needs.random)
  return needs.db.transaction(async tx => {
    if ((await countWebhooksLocked(tx, accountId)) >= MOST_WEBHOOKS)
      return new Failure('CONFLICT', `This account has ${MOST_WEBHOOKS} webhooks; remove one first`)
    const webhook = await insertWebhook(tx, accountId, choice, needs.seal.seal(secret), needs.clock())
    return { webhook, secret }
  })
}

export type WebhookChange = Partial<Omit<WebhookAsk, 'notificationType'>>

/** What is absent stays as it is. What has happened already is still sent, to the new address. */
export async function changeWebhook(
  needs: WebhookNeeds,
  accountId: number,
  id: bigint,
  change: WebhookChange,
): Promise<Webhook | Failure> {
  // An address that was good once does not stand in the way of switching its webhook off.
  const refusal = change.url === undefined ? null : refusedAddress('webhookUrl', change.url, needs.address)
  if (refusal !== null) return refusal
  return needs.db.transaction(async tx => {
    const webhook = await lockWebhook(tx, accountId, id)
    if (webhook === null) return notFound('webhook')
    const choice = chosen({ ...webhook, ...change })
    if (choice instanceof Failure) return choice
    const after = { ...webhook, ...choice, updatedAt: needs.clock() }
    await updateWebhook(tx, after)
    return after
  })
}
