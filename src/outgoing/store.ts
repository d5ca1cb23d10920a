// The SQL of money on its way out. What has not ended owes work, and what owes work is due at some time: so everything here is
// found by the indexes of the loops that do that work (withdrawal_due, refund_due), which hold nothing that has ended. The page
// is cut before anything is joined to it for show.
import sql, { join, type Sql } from 'sql-template-tag'
import { IS_LIVE, isShown } from '#db/account/live-accounts.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { OutgoingKind, OutgoingStatus, Stop } from './outgoing.ts'

export interface Outgoing {
  id: bigint
  uuid: string
  accountId: number
  accountName: string
  amount: Centavos
  status: OutgoingStatus
  stoppedBy: Stop | null
  since: Date
  /** Null: the PSP has not been asked, or it is not kept when. */
  askedAt: Date | null
  lookups: number
  dueAt: Date
  /** What the PSP said last, where that was no end. */
  said: string | null
  pspAccountId: number | null
  pspAccountName: string | null
  payoutId: string | null
  endToEndId: string | null
  saleUuid: string | null
  receiptId: bigint | null
  anomalyUuid: string | null
}

export interface OutgoingFilter {
  status: OutgoingStatus | null
  accountId: number | null
  /** The uuid, or the id that the PSP knows it by. */
  id: string | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
  /** Those that have begun before. */
  before: Date | null
}

export interface OutgoingRequest extends OutgoingFilter {
  after: bigint | null
  limit: number
}

/** `payoutsBlocked`: of an account, nothing of it is to be sent. `circuitOpen`: the PSP accounts that are left alone for now. */
export interface Standstill {
  payoutsBlocked: Sql
  circuitOpen: number[]
}

/** An attempt that is 'asked' with a detail has certainly not left the gateway (cashout/submission/attempt-store.ts). */
const CASHOUTS = sql`
  select withdrawal.account_id, withdrawal.id, withdrawal.uuid, net_centavos as amount, due_at, withdrawal.state,
    attempt.psp_account_id, attempt.payout_id, end_to_end_id, null::uuid as sale_uuid, null::bigint as receipt_id,
    coalesce(attempt.lookups, 0) as lookups, attempt.detail as said,
    case when attempt.detail is null or attempt.outcome <> 'asked' then attempt.updated_at end as asked_at,
    coalesce(attempt.created_at, waited.ended_at, withdrawal.created_at) as since,
    case when attempt.outcome is null or attempt.outcome = 'asked' and attempt.detail is not null then 'QUEUED'
      when attempt.outcome = 'asked' then 'SENT' when attempt.outcome = 'accepted' then 'ACCEPTED' else 'UNKNOWN' end as status
  from withdrawal
  left join payout_attempt attempt
    on attempt.account_id = withdrawal.account_id and attempt.payout_id = withdrawal.payout_id
  left join payout_wait waited
    on waited.account_id = withdrawal.account_id and waited.withdrawal_id = withdrawal.id and withdrawal.wait = 'OVER'
  where due_at is not null and withdrawal.wait is distinct from 'OPEN'`

/** One that the PSP made by itself is known to have been taken; one that waits for the settlement of its card has not begun. */
const REFUNDS = sql`
  select refund.account_id, refund.id, refund.uuid, refund.amount_centavos as amount, refund.due_at, 'submitted' as state,
    refund.psp_account_id, psp_refund_id as payout_id, refund.end_to_end_id, sale.uuid as sale_uuid, receipt_id, lookups, null as said,
    case when lookups > 0 then refund.updated_at end as asked_at, refund.created_at as since,
    case when refund.unasked then 'ACCEPTED' when sent_at is not null and to_pix_key is null then 'UNKNOWN' when lookups = 0 then 'QUEUED' else 'SENT' end as status
  from refund left join sale on sale.account_id = refund.account_id and sale.id = refund.sale_id
  where refund.due_at is not null and refund.waits_for is null`

const BEGUN: Record<OutgoingKind, Sql> = { cashout: CASHOUTS, refund: REFUNDS }

/** What narrows all that has begun before anything is joined to it. */
function ofWhom({ accountId, accountIds, id }: OutgoingFilter): Sql {
  const where: Sql[] = [isShown({ accountId, accountIds })]
  if (accountId !== null) where.push(sql`account_id = ${accountId}`)
  if (accountIds !== null) where.push(sql`account_id = any(${accountIds}::int[])`)
  if (id !== null) where.push(sql`(uuid::text = lower(${id}) or payout_id = ${id})`)
  return join(where, ' and ')
}

function howFar({ status, before }: OutgoingFilter): Sql {
  const where: Sql[] = [sql`true`]
  if (status !== null) where.push(sql`status = ${status}`)
  if (before !== null) where.push(sql`since < ${before}`)
  return join(where, ' and ')
}

/** In the order in which they were asked for. */
export const listOutgoing = (
  db: Queryable,
  kind: OutgoingKind,
  request: OutgoingRequest,
  standstill: Standstill,
): Promise<Outgoing[]> => {
  const behind = request.after === null ? sql`true` : sql`id > ${request.after}`
  const page = sql`(${BEGUN[kind]}) under_way where ${ofWhom(request)} and ${howFar(request)} and ${behind}
    order by id limit ${request.limit}`
  return show(db, kind, page, standstill)
}

const show = (db: Queryable, kind: OutgoingKind, rows: Sql, { payoutsBlocked, circuitOpen }: Standstill) =>
  db.query<Outgoing>(sql`
    select begun.id, begun.uuid, begun.account_id as "accountId", account.name as "accountName", amount, begun.status,
      case when house.recovering_since is not null then 'RECOVERY'
        when state = 'requested' and ${payoutsBlocked} then 'ACCOUNT_STOPPED'
        when psp_account.id is null then 'NO_PSP'
        when begun.status = 'QUEUED' and ${kind} = 'cashout' and not pay_out_enabled then 'PSP_OFF'
        when psp_account.id = any(${circuitOpen}::int[]) then 'PSP_RESTS' end as "stoppedBy",
      since, asked_at as "askedAt", lookups, due_at as "dueAt", said, psp_account.id as "pspAccountId",
      psp_account.name as "pspAccountName", payout_id as "payoutId", end_to_end_id as "endToEndId", sale_uuid as "saleUuid",
      receipt_id as "receiptId", (
        select anomaly.uuid from anomaly where anomaly.account_id = begun.account_id and ${kind} = 'cashout'
          and subject = 'withdrawal' and subject_id = begun.id and decided_at is null order by anomaly.id limit 1
      ) as "anomalyUuid"
    from (select * from ${rows}) begun
    join account on account.id = begun.account_id
    left join psp_account on psp_account.id = coalesce(begun.psp_account_id, account.pay_out_psp_account_id)
    cross join house
    order by begun.id`)

/** By the primary key. null: it has not begun, or has ended. */
export async function findOutgoing(
  db: Queryable,
  { kind, accountId, id }: { kind: OutgoingKind; accountId: number; id: bigint },
  standstill: Standstill,
): Promise<Outgoing | null> {
  const one = sql`(${BEGUN[kind]}) under_way where account_id = ${accountId} and id = ${id}`
  const [found] = await show(db, kind, one, standstill)
  return found ?? null
}

/** What the list comes to on all its pages. */
export const totalOutgoing = (db: Queryable, kind: OutgoingKind, filter: OutgoingFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`(${BEGUN[kind]}) under_way where ${ofWhom(filter)}`,
    order: sql`id`,
    where: howFar(filter),
    amount: sql`amount`,
  })

export interface OutgoingTotal {
  status: OutgoingStatus
  count: number
  amount: bigint
  /** Begun before the given moment. */
  overdue: number
  oldestAt: Date
}

/** Those statuses in which there is something. */
export const countOutgoing = (db: Queryable, kind: OutgoingKind, before: Date) =>
  db.query<OutgoingTotal>(sql`
    select status, count(*)::int as count, sum(amount)::bigint as amount, count(*) filter (where since < ${before})::int as overdue,
      min(since) as "oldestAt"
    from (${BEGUN[kind]}) under_way where ${IS_LIVE} group by status`)
