// Operators add, change and remove channels of alerts. Each change is one commit with its entry in the audit log, which names fields and
// never where a channel leads.
import type { Static } from 'typebox'
import type { RecordAction } from '#http/audited-action.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import { LANGUAGES } from '#kernel/language.ts'
import type { Channel, ChannelChoice, ChannelKind } from './channel.ts'
import type { AlertChannelsDeps } from './feature.ts'
import {
  countChannelsLocked,
  deleteChannel,
  forgetOwed,
  insertChannel,
  lockChannel,
  type SealedTarget,
  updateChannel,
} from './store.ts'
import { type ChosenTarget, type Inside, namesTarget, targetIn } from './target.ts'
import type { ChannelChangeBody, NewChannelBody } from './wire.ts'

const MAX_CHANNELS = 20

const DEFAULTS: Omit<ChannelChoice, 'name'> = {
  language: LANGUAGES[0],
  enabled: true,
  minSeverity: 'warning',
  codes: [],
  quietHours: null,
  repeat: null,
  reportsEnd: true,
}

const CHOSEN = ['name', ...(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])] as const

/** The secret is in this answer and nowhere else. */
export async function addChannel(
  deps: Pick<AlertChannelsDeps, 'db' | 'clock' | 'random' | 'secretBox'> & { inside: Inside },
  { kind, ...body }: Static<typeof NewChannelBody>,
  recordAction: RecordAction,
): Promise<{ channel: Channel; secret: string | null } | Failure> {
  const target = targetIn(kind, body, deps.inside)
  if (target instanceof Failure) return target
  const choice = chosenOf({ ...DEFAULTS, ...body })
  const refusal = refusedChoice(kind, choice)
  if (refusal !== null) return refusal
  const secret = kind === 'WEBHOOK' ? mintWebhookSecret(deps.random) : null
  return deps.db.transaction(async tx => {
    if ((await countChannelsLocked(tx)) >= MAX_CHANNELS)
      return new Failure('CONFLICT', `There are ${MAX_CHANNELS} channels; remove one first`)
    const now = deps.clock()
    const secretSealed = secret === null ? null : deps.secretBox.seal(secret)
    const channel = await insertChannel(tx, kind, choice, { ...sealed(deps, target), secretSealed }, now)
    await recordAction(tx, action('alert-channel.added', channel, { ...choice }), now)
    return { channel, secret }
  })
}

/** What is absent stays as it is. */
export async function changeChannel(
  deps: Pick<AlertChannelsDeps, 'db' | 'clock' | 'secretBox'> & { inside: Inside },
  id: bigint,
  body: Static<typeof ChannelChangeBody>,
  recordAction: RecordAction,
): Promise<Channel | Failure> {
  return deps.db.transaction(async tx => {
    const before = await lockChannel(tx, id)
    if (before === null) return notFound('channel')
    const target = namesTarget(body) ? targetIn(before.kind, body, deps.inside) : null
    if (target instanceof Failure) return target
    const choice = chosenOf({ ...before, ...body })
    const refusal = refusedChoice(before.kind, choice)
    if (refusal !== null) return refusal
    const now = deps.clock()
    await updateChannel(tx, id, choice, target && sealed(deps, target), now)
    if (!choice.enabled) await forgetOwed(tx, id)
    const changed = { ...differences(before, choice), ...(target !== null && { target: true }) }
    await recordAction(tx, action('alert-channel.changed', before, changed), now)
    return (await lockChannel(tx, id)) ?? notFound('channel')
  })
}

/** What it was still owed is not sent any more. */
export const removeChannel = (
  deps: Pick<AlertChannelsDeps, 'db' | 'clock'>,
  id: bigint,
  recordAction: RecordAction,
): Promise<Failure | null> =>
  deps.db.transaction(async tx => {
    const channel = await lockChannel(tx, id)
    if (channel === null) return notFound('channel')
    await deleteChannel(tx, id)
    await recordAction(tx, action('alert-channel.removed', channel, { name: channel.name }), deps.clock())
    return null
  })

export const action = (name: string, { id, kind }: Channel, detail: Record<string, unknown> = {}) => ({
  action: name,
  subject: 'alert_channel',
  subjectId: id,
  detail: { kind, ...detail },
})

const chosenOf = (all: ChannelChoice): ChannelChoice =>
  Object.fromEntries(CHOSEN.map(name => [name, all[name]])) as unknown as ChannelChoice

function refusedChoice(kind: ChannelKind, { quietHours, repeat }: ChannelChoice): Failure | null {
  if (quietHours !== null && quietHours.from === quietHours.to)
    return invalid('quietHours.to', 'another time than quietHours.from')
  if (kind === 'PAGERDUTY' && repeat !== null)
    return invalid('repeat', 'null: PagerDuty reminds by its own escalation policy')
  return null
}

const differences = (before: ChannelChoice, after: ChannelChoice) =>
  Object.fromEntries(
    CHOSEN.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map(name => [
      name,
      { before: before[name], after: after[name] },
    ]),
  )

const sealed = (
  { secretBox }: Pick<AlertChannelsDeps, 'secretBox'>,
  { target, shown }: ChosenTarget,
): SealedTarget => ({
  targetSealed: target === null ? null : secretBox.seal(JSON.stringify(target)),
  shown,
})
