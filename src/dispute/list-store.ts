// The SQL of disputes as they are shown: with what is held for them, and with the defence.
import sql, { raw, type Sql } from 'sql-template-tag'
import { isShown } from '#db/account/live-accounts.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { Centavos } from '#kernel/money.ts'
import { type Defence, type DefenceRow, type DefenceStatus, defenceOf } from './defence/store.ts'
import type { Dispute, DisputeKey, DisputeStatus } from './dispute.ts'
import { COLUMNS, type DisputeRow, disputeOf } from './store.ts'

export interface ShownDispute {
  dispute: Dispute
  held: Centavos
  accountName: string
  defence: Defence | null
  /** Of the operators who have opened and closed it. */
  names: { opened: string | null; closed: string | null }
}

interface Row extends DisputeRow, Pick<ShownDispute, 'held' | 'accountName'> {
  openedByName: string | null
  closedByName: string | null
  defence: (Omit<DefenceRow, 'created_at' | 'updated_at'> & { created_at: string; updated_at: string }) | null
}

const shownOf = ({ held, accountName, openedByName, closedByName, defence, ...dispute }: Row): ShownDispute => ({
  dispute: disputeOf(dispute),
  held,
  accountName,
  names: { opened: openedByName, closed: closedByName },
  defence:
    defence === null
      ? null
      : defenceOf({
          ...defence,
          created_at: new Date(defence.created_at),
          updated_at: new Date(defence.updated_at),
        }),
})

const SHOWN = sql`${COLUMNS}, (select name from account where account.id = dispute.account_id) as "accountName",
  person_name(opened_by) as "openedByName", person_name(closed_by) as "closedByName", coalesce((
    select held_centavos from claim
    where claim.account_id = dispute.account_id and subject = 'dispute' and subject_id = dispute.id
  ), 0)::bigint as held, (
    select to_jsonb(dispute_defence) from dispute_defence
    where dispute_defence.account_id = dispute.account_id and dispute_id = dispute.id
  ) as defence`

async function find(db: Queryable, where: Sql): Promise<ShownDispute[]> {
  return (await db.query<Row>(sql`select ${SHOWN} from dispute ${where}`)).map(shownOf)
}

export async function showDispute(db: Queryable, { accountId, id }: DisputeKey): Promise<ShownDispute | null> {
  return (await find(db, sql`where account_id = ${accountId} and id = ${id}`))[0] ?? null
}

/** `accountId` null: of whatever account. */
export async function findShown(db: Queryable, id: PathId, accountId: number | null): Promise<ShownDispute | null> {
  const named = 'uuid' in id ? sql`uuid = ${id.uuid}` : sql`id = ${id.number}`
  const [shown] = await find(db, sql`where ${named} and (${accountId}::int is null or account_id = ${accountId})`)
  return shown ?? null
}

export interface DisputeQuestion {
  accountId: number | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
  status: DisputeStatus | null
  kind: string | null
  /** With a defence in this state. */
  defence: DefenceStatus | null
  saleUuid: string | null
  deadlineBefore: Date | null
  below: bigint | null
  limit: number
}

/** The newest first. */
export const listDisputes = (db: Queryable, asked: DisputeQuestion): Promise<ShownDispute[]> =>
  find(
    db,
    sql`where ${where(asked)} and (${asked.below}::bigint is null or id < ${asked.below})
    order by id desc limit ${asked.limit}`,
  )

/** What the list comes to on all its pages. */
export const totalDisputes = (db: Queryable, asked: DisputeQuestion): Promise<Totals> =>
  countUpTo(db, {
    from: sql`dispute where ${stretchOf(asked)}`,
    order: asked.accountId === null ? sql`id desc` : sql`account_id desc, id desc`,
    where: where(asked),
    amount: sql`amount_centavos`,
  })

/** The narrowest index among those of what is asked for. */
function stretchOf({ saleUuid, defence, accountId, status }: DisputeQuestion): Sql {
  if (saleUuid !== null) return ofSale(saleUuid)
  if (defence === 'KEPT') return hasDefence(defence)
  if (accountId !== null) return sql`account_id = ${accountId}`
  return status === null ? sql`true` : sql`status = ${status}`
}

/** What waits for an operator has an index of its own, which PostgreSQL takes only where the statement itself says so. */
const hasDefence = (status: DefenceStatus): Sql => sql`(account_id, id) in (
    select defence.account_id, dispute_id from dispute_defence defence
    where defence.status = ${status === 'KEPT' ? sql`'KEPT'` : status})`

const ofSale = (uuid: string): Sql =>
  sql`(account_id, sale_id) in (select account_id, id from sale where uuid = ${uuid}::uuid)`

const where = (
  asked: DisputeQuestion,
): Sql => sql`${isShown(asked)} and (${asked.accountId}::int is null or account_id = ${asked.accountId})
  and (${asked.accountIds}::int[] is null or account_id = any(${asked.accountIds}))
  and (${asked.status}::text is null or status = ${asked.status})
  and (${asked.kind}::text is null or kind = ${asked.kind})
  and ${asked.defence === null ? sql`true` : hasDefence(asked.defence)}
  and ${asked.saleUuid === null ? sql`true` : ofSale(asked.saleUuid)}
  and (${asked.deadlineBefore}::timestamptz is null or deadline_at < ${asked.deadlineBefore})`

export interface Step {
  at: Date
  what: string
  by: string | null
  byName: string | null
  reason: string | null
  detail: Record<string, unknown>
}

/** Everything that was done about it, and every movement of its money, in order. */
export const findSteps = (db: Queryable, { accountId, id }: DisputeKey): Promise<Step[]> =>
  db.query<Step>(sql`
    select at, what, by, "byName", reason, detail from (
      select created_at as at, action as what, actor || coalesce(' ' || actor_id, '') as by,
        person_name(actor_id) as "byName", reason, detail, id as n
      from audit where subject = 'dispute' and subject_id = ${id.toString()} and account_id in (${accountId}, ${raw(SUSPENSE_ACCOUNT)})
      union all
      select created_at, kind, null, null, null,
        jsonb_build_object('amount', amount_centavos::text, 'availableAfter', available_after_centavos::text), seq
      from transfer where account_id = ${accountId} and subject = 'dispute' and subject_id = ${id}
    ) steps order by at, what, n`)

/** Where it was while its account was unknown. */
const SUSPENSE_ACCOUNT = String(SUSPENSE_ACCOUNT_ID)
