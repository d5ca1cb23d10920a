// A test event: an event of its own, which goes to one webhook through the engine like any other. It looks like no sale and no
// cashout, so that nobody ships anything because of it.
import { type Static, Type } from 'typebox'
import type { RecordAction } from '#http/audited-action.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Dispatcher } from '../delivery/dispatcher.ts'
import { bodyBytes, eventUid } from '../events/event.ts'
import type { NotificationsDeps } from '../feature.ts'
import { webhookAction } from './audit.ts'
import { countTest, lockTested, type TestDelivery, type Tested, writeTest } from './test-event-store.ts'

export const TestEventSchema = Type.Object(
  {
    type: Type.Literal('TEST'),
    id: Type.String({ description: 'Of this event' }),
    webhookId: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
    message: Type.String(),
  },
  { title: 'TestEvent' },
)

const MAX_A_MINUTE = 5
const MESSAGE = 'This is a test. Nothing has happened: no sale, no withdrawal.'

export async function sendTest(
  { db, clock, prioritise }: Pick<NotificationsDeps, 'db' | 'clock'> & Pick<Dispatcher, 'prioritise'>,
  accountId: number,
  id: bigint,
  recordAction: RecordAction,
): Promise<TestDelivery | Failure> {
  const outcome = await db.transaction(async tx => {
    const webhook = await lockTested(tx, accountId, id)
    const now = clock()
    const refusal = refusalOf(webhook, now)
    if (webhook === null || refusal !== null) return refusal ?? notFound('webhook')
    const version = webhook.tests + 1
    const uid = eventUid({ accountId, subject: 'webhook', subjectId: id, version, form: 'TEST' })
    const body: Static<typeof TestEventSchema> = {
      type: 'TEST',
      id: uid,
      webhookId: Number(id),
      createdAt: now.toISOString(),
      message: MESSAGE,
    }
    await countTest(tx, webhook, [now, ...webhook.testedAt].slice(0, MAX_A_MINUTE))
    await recordAction(tx, webhookAction('webhook.tested', webhook), now)
    return writeTest(tx, webhook, { uid, version, body: bodyBytes(body), now })
  })
  if (!(outcome instanceof Failure)) prioritise(id)
  return outcome
}

function refusalOf(webhook: Tested | null, now: Date): Failure | null {
  if (webhook === null) return notFound('webhook')
  if (!webhook.active) return new Failure('CONFLICT', 'This webhook is switched off; switch it on to test it')
  const waitMs = (webhook.testedAt[MAX_A_MINUTE - 1]?.getTime() ?? 0) + MINUTE_MS - now.getTime()
  if (waitMs <= 0) return null
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS)
  return new Failure('RATE_LIMITED', `A webhook can be tested ${MAX_A_MINUTE} times a minute`, { retryAfterSeconds })
}
