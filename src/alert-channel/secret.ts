// A new secret for a channel that is a webhook, as sellers replace those of theirs: for a day both sign, or until an operator says that the
// receiver knows the new one. Each change is one commit with its entry in the audit log.
import type { RecordAction } from '#http/audited-action.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Channel } from './channel.ts'
import type { AlertChannelsDeps } from './feature.ts'
import { action } from './manage.ts'
import { activateSecret, keepNextSecret, lockChannel } from './store.ts'

/** How long both sign. */
const BOTH_MS = DAY_MS

/** The secret is in this answer and nowhere else. One that waits already is replaced. */
export function rotateSecret(
  { db, clock, random, secretBox }: Pick<AlertChannelsDeps, 'db' | 'clock' | 'random' | 'secretBox'>,
  id: bigint,
  recordAction: RecordAction,
): Promise<{ channel: Channel; secret: string } | Failure> {
  const secret = mintWebhookSecret(random)
  return db.transaction(async tx => {
    const channel = await lockChannel(tx, id)
    if (channel === null) return notFound('channel')
    if (channel.kind !== 'WEBHOOK') return new Failure('CONFLICT', 'Only a channel of the kind WEBHOOK has a secret')
    const now = clock()
    const from = new Date(now.getTime() + BOTH_MS)
    await keepNextSecret(tx, id, { secretSealed: secretBox.seal(secret), from, now })
    await recordAction(tx, action('alert-channel.secret-rotated', channel), now)
    return { channel: (await lockChannel(tx, id)) ?? channel, secret }
  })
}

export const activateNextSecret = (
  { db, clock }: Pick<AlertChannelsDeps, 'db' | 'clock'>,
  id: bigint,
  recordAction: RecordAction,
): Promise<Channel | Failure> =>
  db.transaction(async tx => {
    const channel = await lockChannel(tx, id)
    if (channel === null) return notFound('channel')
    const now = clock()
    if (!(await activateSecret(tx, id, now)))
      return new Failure('CONFLICT', 'This channel has no new secret that waits; rotate its secret first')
    await recordAction(tx, action('alert-channel.secret-activated', channel), now)
    return (await lockChannel(tx, id)) ?? channel
  })
