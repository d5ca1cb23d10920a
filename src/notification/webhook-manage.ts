// A seller adds and changes webhooks. The secret is minted here, shown once and kept sealed: signing needs it again.
import type { Database } from '#db/postgres.ts'
import type { Note } from '#http/deed.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Seal } from '#kernel/seal.ts'
import { mintWebhookSecret } from '#kernel/signature.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { chosen, type Webhook, type WebhookAsk } from './webhook.ts'
import { type AddressRules, refusedAddress } from './webhook-address.ts'
import { chosenOf, differences, webhookDeed } from './webhook-deed.ts'
import { countWebhooksLocked, deleteWebhook, insertWebhook, lockWebhook, updateWebhook } from './webhook-store.ts'

export interface WebhookNeeds {
  db: Database
  clock: Clock
  random: RandomBytes
  seal: Seal
  address: AddressRules
  /** The webhook has other settings now: nothing is sent there with the old ones any more. */
  renew: (webhookId: bigint) => void
}

const MOST_WEBHOOKS = 50

/** The secret is in this answer and nowhere else. */
export async function addWebhook(
  needs: WebhookNeeds,
  accountId: number,
  ask: WebhookAsk,
  note: Note,
): Promise<{ webhook: Webhook; secret: string } | Failure> {
  const choice = refusedAddress('webhookUrl', ask.url, needs.address) ?? chosen(ask)
  if (choice instanceof Failure) return choice
  const secret = mintWebhookSecret(needs.random)
  return needs.db.transaction(async tx => {
    if ((await countWebhooksLocked(tx, accountId)) >= MOST_WEBHOOKS)
      return new Failure('CONFLICT', `This account has ${MOST_WEBHOOKS} webhooks; remove one first`)
    const now = needs.clock()
    const webhook = await insertWebhook(tx, accountId, choice, needs.seal.seal(secret), now)
    await note(tx, webhookDeed('webhook.added', webhook, chosenOf(webhook)), now)
    return { webhook, secret }
  })
}

export type WebhookChange = Partial<Omit<WebhookAsk, 'notificationType'>>

/**
 * What is absent stays as it is. What has happened already is still sent, to the new address. Where the house has switched it
 * off, switching it on makes it a webhook like any other.
 */
export async function changeWebhook(
  needs: WebhookNeeds,
  accountId: number,
  id: bigint,
  change: WebhookChange,
  note: Note,
): Promise<Webhook | Failure> {
  // An address that was good once does not stand in the way of switching its webhook off.
  const refusal = change.url === undefined ? null : refusedAddress('webhookUrl', change.url, needs.address)
  if (refusal !== null) return refusal
  const outcome = await needs.db.transaction(async tx => {
    const webhook = await lockWebhook(tx, accountId, id)
    if (webhook === null) return notFound('webhook')
    const choice = chosen({ ...webhook, ...change })
    if (choice instanceof Failure) return choice
    const now = needs.clock()
    const isSwitchedOn = choice.active && !webhook.active
    const on = isSwitchedOn ? { switchedOnAt: now, disabledAt: null, disabledReason: null } : {}
    const after = { ...webhook, ...choice, ...on, updatedAt: now }
    await updateWebhook(tx, after)
    await note(tx, webhookDeed('webhook.changed', webhook, differences(webhook, after)), now)
    return after
  })
  if (!(outcome instanceof Failure)) needs.renew(id)
  return outcome
}

/** What was still to be sent there is not sent any more. False where there is no such webhook. */
export async function removeWebhook(needs: WebhookNeeds, accountId: number, id: bigint, note: Note): Promise<boolean> {
  const isRemoved = await needs.db.transaction(async tx => {
    const url = await deleteWebhook(tx, accountId, id)
    if (url !== null) await note(tx, webhookDeed('webhook.removed', { accountId, id }, { url }), needs.clock())
    return url !== null
  })
  if (isRemoved) needs.renew(id)
  return isRemoved
}
