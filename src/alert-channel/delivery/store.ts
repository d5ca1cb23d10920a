// The SQL of the messages of channels. A channel is due as a whole, and has one message under way at a time, kept with it until it
// was sent: who dies in between leaves a message that is sent again, under the same number.
import sql from 'sql-template-tag'
import { knownCode } from '#alert/catalogue/catalogue.ts'
import type { Database, Queryable, Transaction } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import type { Language } from '#kernel/language.ts'
import type { Secrets } from '#notification/delivery/delivery.ts'
import { type ChannelKind, GATHERED_MS } from '../channel.ts'
import { lockChannel, SECRETS } from '../store.ts'
import { type AlertState, type Composed, compose, type DueNotice, type Message } from './compose.ts'

export interface DueMessage extends Secrets {
  channelId: bigint
  uuid: string
  name: string
  kind: ChannelKind
  language: Language
  targetSealed: string | null
  tries: number
  message: Message
}

interface LeaseRequest {
  now: Date
  until: Date
  limit: number
  /** Channels that are at work. */
  except: number[]
}

const MAX_ITEMS = 500

interface DueChannel extends Omit<DueMessage, 'message'> {
  message: Message | null
  messages: bigint
  composedAt: Date | null
}

/** Until `until` nobody else takes them. Those without a message get one of what is due, or are put off. */
export async function leaseMessages(
  db: Database,
  request: LeaseRequest,
): Promise<{ due: DueMessage[]; leased: number }> {
  return db.transaction(async tx => {
    const channels = await leaseChannels(tx, request)
    const due: DueMessage[] = []
    for (const { messages, composedAt, message: waiting, ...channel } of channels) {
      const message = waiting ?? (await composeFor(tx, { ...channel, messages, composedAt }, request))
      if (message !== null) due.push({ ...channel, message })
    }
    return { due, leased: channels.length }
  })
}

const leaseChannels = (tx: Transaction, { now, until, limit, except }: LeaseRequest) =>
  tx.query<DueChannel>(sql`
    with due as (
      select id from alert_channel where due_at <= ${now} and enabled and id <> all(${except}::bigint[])
      order by due_at limit ${limit} for no key update skip locked
    ), leased as (${lease('alert_channel', until)})
    update alert_channel set due_at = ${until} from due where alert_channel.id = due.id
    returning alert_channel.id as "channelId", uuid::text, name, kind, language, target_sealed as "targetSealed",
      ${SECRETS}, tries, message, messages, composed_at as "composedAt"`)

async function composeFor(
  tx: Transaction,
  { channelId, messages, composedAt }: Pick<DueChannel, 'channelId' | 'messages' | 'composedAt'>,
  { now, until }: LeaseRequest,
): Promise<Message | null> {
  const gatheredUntil = new Date((composedAt?.getTime() ?? 0) + GATHERED_MS)
  if (gatheredUntil > now) return putOff(tx, channelId, gatheredUntil)
  const channel = await lockChannel(tx, channelId)
  if (channel === null) return null
  const notices = await findDueNotices(tx, channelId, now)
  const number = messages + 1n
  const composed = compose(channel, notices, number, now)
  await keepNotices(tx, channelId, composed.after)
  if (composed.items.length === 0) return putOff(tx, channelId, null)
  const message: Message = { number: String(number), items: composed.items, done: [] }
  await tx.query(sql`
    update alert_channel set message = ${JSON.stringify(message)}::jsonb, messages = ${number}, composed_at = ${now},
      due_at = ${until}
    where id = ${channelId}`)
  return message
}

/** `at` null: until the next of what it is owed. */
async function putOff(tx: Transaction, channelId: bigint, at: Date | null): Promise<null> {
  await tx.query(sql`
    update alert_channel set due_at = coalesce(${at}::timestamptz,
      (select min(due_at) from alert_notice where channel_id = ${channelId}))
    where id = ${channelId}`)
  return null
}

async function findDueNotices(tx: Transaction, channelId: bigint, now: Date): Promise<DueNotice[]> {
  const rows = await tx.query<Omit<DueNotice, 'code'> & { code: string }>(sql`
    select alert_id as "alertId", code, reported, incident, repeats, case when resolved_at is not null then 'RESOLVED'
      when acknowledged_at is not null then 'ACKNOWLEDGED' else 'OPEN' end as state
    from alert_notice join alarm on alarm.id = alert_id
    where channel_id = ${channelId} and alert_notice.due_at <= ${now} order by alert_id limit ${MAX_ITEMS}`)
  return rows.map(row => ({ ...row, code: knownCode(row.code) }))
}

const keepNotices = (tx: Transaction, channelId: bigint, after: Composed['after']) =>
  tx.query(sql`
    update alert_notice set reported = now.reported, incident = now.incident, repeats = now.repeats, due_at = now.due_at
    from unnest(${after.map(({ alertId }) => alertId)}::bigint[], ${after.map(({ reported }) => reported)}::text[],
      ${after.map(({ incident }) => incident)}::text[], ${after.map(({ repeats }) => repeats)}::integer[],
      ${after.map(({ dueAt }) => dueAt)}::timestamptz[]) as now(alert_id, reported, incident, repeats, due_at)
    where channel_id = ${channelId} and alert_notice.alert_id = now.alert_id`)

type Under = Pick<DueMessage, 'channelId' | 'message'>

const isUnderWay = ({ channelId, message }: Under) =>
  sql`id = ${channelId} and message ->> 'number' = ${message.number}`

/** A part of it has arrived, such as the mail to one of several recipients. */
export const markPart = (db: Queryable, due: Under, part: string) =>
  db.query(sql`
    update alert_channel set message = jsonb_insert(message, '{done,-1}', to_jsonb(${part}::text), true)
    where ${isUnderWay(due)}`)

/**
 * Answers whether an earlier message, or a try of this one, had failed. The channel is locked first, in a statement of its own: what a
 * router has owed meanwhile is committed then and found, or makes the channel due itself, after this.
 */
export const markSent = (db: Database, due: Under, now: Date): Promise<boolean> =>
  db.transaction(async tx => {
    const [channel] = await tx.query<{ failed: boolean }>(sql`
      select failing_since is not null as failed from alert_channel where ${isUnderWay(due)} for no key update`)
    if (channel === undefined) return false
    await tx.query(sql`
      update alert_channel set message = null, tries = 0, last_sent_at = ${now}, last_error = null, failing_since = null,
        due_at = (select min(due_at) from alert_notice where channel_id = ${due.channelId})
      where id = ${due.channelId}`)
    return channel.failed
  })

export const markFailed = (db: Queryable, due: Under, error: string, { now, dueAt }: { now: Date; dueAt: Date }) =>
  db.query(sql`
    update alert_channel set tries = tries + 1, last_error = ${error}, failing_since = coalesce(failing_since, ${now}),
      due_at = ${dueAt}
    where ${isUnderWay(due)}`)

/** Which of these incidents have ended with all of their alerts, and how. */
export const findEnded = (db: Queryable, channelId: bigint, incidents: string[]) =>
  db.query<{ incident: string; state: AlertState }>(sql`
    select incident, case when bool_and(resolved_at is not null) then 'RESOLVED' else 'ACKNOWLEDGED' end as state
    from alert_notice join alarm on alarm.id = alert_id
    where channel_id = ${channelId} and incident = any(${incidents}::text[])
    group by incident having bool_and(acknowledged_at is not null)`)
