// The SQL by which alerts are owed to channels.
import sql from 'sql-template-tag'
import { type AlertCode, knownCode } from '#alert/catalogue/catalogue.ts'
import type { Transaction } from '#db/postgres.ts'
import type { ChannelChoice } from '../channel.ts'

export interface RoutedAlert {
  id: bigint
  code: AlertCode
  params: { channelId?: unknown }
  isOpen: boolean
}

/** Nobody else routes them; they are done with the commit. */
export async function takeDueAlerts(
  tx: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<RoutedAlert[]> {
  const rows = await tx.query<Omit<RoutedAlert, 'code'> & { code: string }>(sql`
    with due as (
      select id from alarm where due_at <= ${now} order by id limit ${limit} for no key update skip locked
    )
    update alarm set due_at = null from due where alarm.id = due.id
    returning alarm.id, code, known as params, acknowledged_at is null as "isOpen"`)
  return rows.map(row => ({ ...row, code: knownCode(row.code) }))
}

type Listening = Pick<ChannelChoice, 'minSeverity' | 'codes'> & { id: bigint }

/** They cannot be switched off or removed before the commit: what is owed to them then is forgotten with the rest. */
export const listListening = (tx: Transaction): Promise<Listening[]> =>
  tx.query<Listening>(sql`
    select id, min_severity as "minSeverity", codes from alert_channel where enabled order by id for key share`)

interface Owed {
  channelId: bigint
  alertId: bigint
}

export async function oweOpen(tx: Transaction, owed: Owed[], now: Date): Promise<void> {
  if (owed.length === 0) return
  await tx.query(sql`
    insert into alert_notice (channel_id, alert_id, due_at)
    select channel_id, alert_id, ${now} from unnest(${owed.map(({ channelId }) => channelId)}::bigint[],
      ${owed.map(({ alertId }) => alertId)}::bigint[]) as owed(channel_id, alert_id)
    on conflict do nothing`)
  await makeDue(tx, [...new Set(owed.map(({ channelId }) => channelId))], now)
}

/** Of those alone that a channel is owed already: it hears of the end of what it heard of. */
export async function oweEnds(tx: Transaction, alertIds: bigint[], now: Date): Promise<void> {
  if (alertIds.length === 0) return
  const rows = await tx.query<{ channelId: bigint }>(sql`
    update alert_notice set due_at = ${now} where alert_id = any(${alertIds}::bigint[])
    returning channel_id as "channelId"`)
  await makeDue(tx, [...new Set(rows.map(({ channelId }) => channelId))], now)
}

/**
 * A channel with a message under way looks for more when that has ended. It is locked also then, so that it cannot end before what is owed
 * is committed.
 */
const makeDue = (tx: Transaction, channelIds: bigint[], now: Date) =>
  tx.query(sql`
    with told as (
      select id from alert_channel where id = any(${channelIds}::bigint[]) and enabled order by id for no key update
    )
    update alert_channel set due_at = case when message is null then least(due_at, ${now}::timestamptz) else due_at end
    from told where alert_channel.id = told.id`)
