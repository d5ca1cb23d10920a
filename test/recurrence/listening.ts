// A receiver of a seller's events, which are kept as they came.
import sql from 'sql-template-tag'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { systemRandom } from '#kernel/time.ts'
import type { EventName } from '#notification/events/catalogue.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { openReceiver, type Receiver } from '../receiver.ts'

/** That of every test gateway. */
const SECRETS = makeSecretBox(Buffer.alloc(32, 7), systemRandom)

export async function openListener(
  gateway: TestGateway,
  { accountId }: Seller,
  events: readonly EventName[],
): Promise<Receiver> {
  const receiver = await openReceiver()
  const sealed = SECRETS.seal(mintWebhookSecret(systemRandom))
  await gateway.db.query(sql`
    insert into webhook (account_id, url, events, notification_type, retry_policy, secret_sealed, created_at, updated_at)
    values (${accountId}, ${receiver.url}, ${[...events]}::text[], 'TRANSACTION', 'default', ${sealed}, ${gateway.now()}, ${gateway.now()})`)
  return receiver
}

/** The names of the events of one contract of the seller, in the order in which they came. */
export const eventsOfContract = ({ received }: Receiver, contrato: string): string[] =>
  received
    .filter(({ body }) => body.contrato === contrato)
    .map(({ headers }) => String(headers['x-service-event-type']))
