// The SQL of the channels themselves: what operators have set, and how each stands.
import sql, { type Sql } from 'sql-template-tag'
import { assigned } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Secrets } from '#notification/delivery/delivery.ts'
import type { Channel, ChannelChoice, ChannelKind, QuietHours, Repeat } from './channel.ts'

type Flat = Omit<Channel, 'quietHours' | 'repeat'> & {
  quietFrom: string | null
  quietTo: string | null
  quietExcept: QuietHours['except']
  everyMinutes: number | null
  max: number | null
}

const COLUMNS = sql`
  id, uuid::text, kind, name, language, enabled, min_severity as "minSeverity", codes, quiet_from as "quietFrom",
  quiet_to as "quietTo", quiet_except as "quietExcept", repeat_every_minutes as "everyMinutes", repeat_max as max,
  reports_end as "reportsEnd", shown, target_sealed is null as "toOperators", tries, last_sent_at as "lastSentAt",
  last_error as "lastError", failing_since as "failingSince", next_secret_from as "nextSecretFrom", created_at as "createdAt", updated_at as "updatedAt",
  (select count(*)::int from alert_notice where channel_id = alert_channel.id and reported is null and due_at is not null)
    + coalesce(jsonb_array_length(message -> 'items'), 0) as waiting`

function channelOf({ quietFrom, quietTo, quietExcept, everyMinutes, max, ...channel }: Flat): Channel {
  const quietHours =
    quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo, except: quietExcept }
  const repeat = everyMinutes === null || max === null ? null : { everyMinutes, max }
  return { ...channel, quietHours, repeat }
}

async function channels(db: Queryable, which: Sql): Promise<Channel[]> {
  return (await db.query<Flat>(sql`select ${COLUMNS} from alert_channel ${which}`)).map(channelOf)
}

export const listChannels = (db: Queryable) => channels(db, sql`order by id`)
export const findChannel = async (db: Queryable, id: bigint) => (await channels(db, sql`where id = ${id}`))[0] ?? null
export const lockChannel = async (tx: Transaction, id: bigint) =>
  (await channels(tx, sql`where id = ${id} for update`))[0] ?? null

const valuesOf = (choice: ChannelChoice) => ({
  name: choice.name,
  language: choice.language,
  enabled: choice.enabled,
  min_severity: choice.minSeverity,
  codes: choice.codes,
  ...quietValues(choice.quietHours),
  ...repeatValues(choice.repeat),
  reports_end: choice.reportsEnd,
})

const quietValues = (quiet: QuietHours | null) => ({
  quiet_from: quiet?.from ?? null,
  quiet_to: quiet?.to ?? null,
  quiet_except: quiet?.except ?? [],
})

const repeatValues = (repeat: Repeat | null) => ({
  repeat_every_minutes: repeat?.everyMinutes ?? null,
  repeat_max: repeat?.max ?? null,
})

export interface SealedTarget {
  targetSealed: string | null
  shown: string
}

export async function insertChannel(
  tx: Transaction,
  kind: ChannelKind,
  choice: ChannelChoice,
  { targetSealed, shown, secretSealed }: SealedTarget & { secretSealed: string | null },
  now: Date,
): Promise<Channel> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    insert into alert_channel (kind, target_sealed, shown, secret_sealed, name, language, enabled, min_severity, reports_end,
      created_at, updated_at)
    values (${kind}, ${targetSealed}, ${shown}, ${secretSealed}, ${choice.name}, ${choice.language}, ${choice.enabled},
      ${choice.minSeverity}, ${choice.reportsEnd}, ${now}, ${now})
    returning id`)
  const id = row?.id ?? 0n
  await updateChannel(tx, id, choice, null, now)
  return (await lockChannel(tx, id)) as Channel
}

/** What waits is tried at once: the change may be why it can be sent now. */
export const updateChannel = (
  tx: Transaction,
  id: bigint,
  choice: ChannelChoice,
  target: SealedTarget | null,
  now: Date,
) =>
  tx.query(sql`
    update alert_channel set ${assigned(valuesOf(choice))}, updated_at = ${now},
      target_sealed = ${target === null ? sql`target_sealed` : sql`${target.targetSealed}`},
      shown = ${target === null ? sql`shown` : sql`${target.shown}`},
      due_at = case when ${choice.enabled} then ${now}::timestamptz end
    where id = ${id}`)

/** A channel that is switched off owes nothing any more, also when it is switched on again. */
export async function forgetOwed(tx: Transaction, id: bigint): Promise<void> {
  await tx.query(sql`delete from alert_notice where channel_id = ${id}`)
  await tx.query(sql`
    update alert_channel set message = null, tries = 0, failing_since = null, last_error = null where id = ${id}`)
}

export const deleteChannel = (tx: Transaction, id: bigint) => tx.query(sql`delete from alert_channel where id = ${id}`)

/** They are few; two operators cannot pass the limit together. */
export async function countChannelsLocked(tx: Transaction): Promise<number> {
  await tx.query(sql`lock table alert_channel in share row exclusive mode`)
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int from alert_channel`)
  return row?.count ?? 0
}

/** When it was tested of late, the newest first. */
export async function findTests(tx: Transaction, id: bigint): Promise<Date[]> {
  const [row] = await tx.query<{ tested: Date[] }>(sql`select tested_at as tested from alert_channel where id = ${id}`)
  return row?.tested ?? []
}

export const keepTests = (tx: Transaction, id: bigint, tests: Date[]) =>
  tx.query(sql`update alert_channel set tested_at = ${tests}::timestamptz[] where id = ${id}`)

/** One that waited already is replaced, and one whose time has come signs until `from`. */
export const keepNextSecret = (
  tx: Transaction,
  id: bigint,
  { secretSealed, from, now }: { secretSealed: string; from: Date; now: Date },
) =>
  tx.query(sql`
    update alert_channel set next_secret_sealed = ${secretSealed}, next_secret_from = ${from}, updated_at = ${now},
      secret_sealed = case when next_secret_from <= ${now} then next_secret_sealed else secret_sealed end
    where id = ${id}`)

/** The one that waits signs alone from now on. Answers whether one waited. */
export async function activateSecret(tx: Transaction, id: bigint, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update alert_channel set secret_sealed = next_secret_sealed, next_secret_sealed = null, next_secret_from = null,
      updated_at = ${now}
    where id = ${id} and next_secret_from > ${now} returning id`)
  return rows.length > 0
}

/** What signs, still sealed; for a webhook alone. */
export const SECRETS = sql`
  secret_sealed as "secretSealed", next_secret_sealed as "nextSealed", next_secret_from as "nextFrom"`

/** Where it leads and what signs, still sealed. */
export async function findSecrets(
  db: Queryable,
  id: bigint,
): Promise<(Secrets & { targetSealed: string | null }) | null> {
  const [row] = await db.query<Secrets & { targetSealed: string | null }>(sql`
    select target_sealed as "targetSealed", ${SECRETS} from alert_channel where id = ${id}`)
  return row ?? null
}
