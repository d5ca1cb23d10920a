// A new secret for a webhook. For a day both sign, so that the receiver can learn the new one without losing anything; or until
// its owner says that it has.

import type { RecordAction, RecorderOf } from '#http/audited-action.ts'
import { numberIn } from '#http/request/path-id.ts'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { Failure, notFound, orThrow } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import type { NotificationsDeps } from '../feature.ts'
import { IdParams, type WebhookAccess } from './access.ts'
import type { AddressRules } from './address.ts'
import { webhookAction } from './audit.ts'
import { activateSecret, rotateSecret, webhookExists } from './store.ts'
import type { Webhook } from './webhook.ts'
import { NewWebhookSchema, newWebhookForm, WebhookSchema, webhookForm } from './wire.ts'

const tags = ['Webhooks']

/** How long both sign. */
const BOTH_MS = DAY_MS

export function webhookSecretRoutes(
  server: Server,
  deps: Pick<NotificationsDeps, 'db' | 'secretBox' | 'clock' | 'random'> &
    Pick<Dispatcher, 'renew'> & { address: AddressRules } & { recorderOf: RecorderOf },
  { path, deciding }: WebhookAccess,
): void {
  server.post(
    `${path}/:id/rotate-secret`,
    {
      config: deciding('INVALID_DATA', 'NOT_FOUND'),
      schema: {
        summary: 'A new secret, shown this once; it signs beside the old one for 24 hours, and then alone',
        tags,
        params: IdParams,
        response: { 200: NewWebhookSchema },
      },
    },
    async (request, reply) => {
      const id = numberIn(request.params.id, 'webhook')
      const { webhook, secret } = orThrow(await rotate(deps, accountOf(request), id, deps.recorderOf(request)))
      request.log.info({ by: request.caller, webhook: String(id) }, 'the secret of a webhook was rotated')
      reply.header('cache-control', 'no-store')
      return newWebhookForm(webhook, secret, deps.clock())
    },
  )
  server.post(
    `${path}/:id/activate-secret`,
    {
      config: deciding('INVALID_DATA', 'NOT_FOUND', 'CONFLICT'),
      schema: {
        summary: 'Sign with the new secret alone from now on',
        tags,
        params: IdParams,
        response: { 200: WebhookSchema },
      },
    },
    async request => {
      const id = numberIn(request.params.id, 'webhook')
      const webhook = orThrow(await activate(deps, accountOf(request), id, deps.recorderOf(request)))
      request.log.info({ by: request.caller, webhook: String(id) }, 'the new secret of a webhook was activated')
      return webhookForm(webhook, deps.clock())
    },
  )
}

async function rotate(
  deps: Pick<NotificationsDeps, 'db' | 'secretBox' | 'clock' | 'random'> & Pick<Dispatcher, 'renew'>,
  accountId: number,
  id: bigint,
  recordAction: RecordAction,
): Promise<{ webhook: Webhook; secret: string } | Failure> {
  const { db, clock, random, secretBox, renew } = deps
  const secret = mintWebhookSecret(random)
  const now = clock()
  const change = { secretSealed: secretBox.seal(secret), from: new Date(now.getTime() + BOTH_MS), now }
  const webhook = await db.transaction(async tx => {
    const rotated = await rotateSecret(tx, { accountId, id }, change)
    if (rotated !== null) await recordAction(tx, webhookAction('webhook.secret-rotated', rotated), now)
    return rotated
  })
  if (webhook === null) return notFound('webhook')
  renew(id)
  return { webhook, secret }
}

async function activate(
  { db, clock, renew }: Pick<NotificationsDeps, 'db' | 'clock'> & Pick<Dispatcher, 'renew'>,
  accountId: number,
  id: bigint,
  recordAction: RecordAction,
): Promise<Webhook | Failure> {
  const webhook = await db.transaction(async tx => {
    const now = clock()
    const activated = await activateSecret(tx, { accountId, id }, now)
    if (activated !== null) await recordAction(tx, webhookAction('webhook.secret-activated', activated), now)
    return activated
  })
  if (webhook !== null) {
    renew(id)
    return webhook
  }
  if (!(await webhookExists(db, accountId, id))) return notFound('webhook')
  return new Failure('CONFLICT', 'This webhook has no new secret that waits; rotate its secret first')
}
