// A test that an operator sends to one channel: marked as one, sent at once and once, and answered with what the receiver said.
import type { RecordAction } from '#http/audited-action.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { action } from '../manage.ts'
import { type AlertMessage, entriesOf, testAlert } from '../message/entry.ts'
import { findSecrets, findTests, keepTests, lockChannel } from '../store.ts'
import type { Delivering } from './send.ts'
import { type Sent, send } from './send.ts'
import { openTarget, panelOf } from './worker.ts'

const MAX_A_MINUTE = 5

export interface Tested extends Sent {
  durationMs: number
}

export async function testChannel(deps: Delivering, id: bigint, recordAction: RecordAction): Promise<Tested | Failure> {
  const channel = await deps.db.transaction(async tx => {
    const channel = await lockChannel(tx, id)
    if (channel === null) return notFound('channel')
    const now = deps.clock()
    const tests = await findTests(tx, id)
    const waitMs = (tests[MAX_A_MINUTE - 1]?.getTime() ?? 0) + MINUTE_MS - now.getTime()
    if (waitMs > 0)
      return new Failure('RATE_LIMITED', `A channel can be tested ${MAX_A_MINUTE} times a minute`, {
        retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
      })
    await keepTests(tx, id, [now, ...tests].slice(0, MAX_A_MINUTE))
    await recordAction(tx, action('alert-channel.tested', channel), now)
    return channel
  })
  if (channel instanceof Failure) return channel
  const secrets = await findSecrets(deps.db, id)
  if (secrets === null) return notFound('channel')
  const startedAt = deps.clock()
  const incident = `${channel.uuid}-test-${startedAt.getTime()}`
  const sent = await send(deps, {
    channelId: id,
    kind: channel.kind,
    ...secrets,
    target: openTarget(deps, secrets.targetSealed),
    message: testMessage(deps, channel.language, incident),
    done: [],
    sent: async () => {},
    ended: async () => [],
  })
  return { ...sent, durationMs: deps.clock().getTime() - startedAt.getTime() }
}

function testMessage({ clock, brand, baseUrl }: Delivering, language: AlertMessage['language'], incident: string) {
  const now = clock()
  const base = baseUrl()
  const item = { alertId: '0', says: 'OPEN' as const, repeat: 0, incident }
  const entries = entriesOf([item], [testAlert(now)], { language, base })
  return { id: incident, language, at: now, brand, entries, panel: panelOf(base), isTest: true }
}
