// The SQL of what should lie at each PSP account: from the last closed day on, so that it costs what has been booked since.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { type Centavos, subtract } from '#kernel/money.ts'
import { type OwedByAcquirers, owedByAcquirers, owedIn } from '#psp/collect/owed-store.ts'
import { IS_RECONCILED, inUseAt } from '#psp/store.ts'

export interface Due {
  /** By our books, less what acquirers owe of it. */
  expected: Centavos
  owed: Centavos
  /** Under way out of it: it may have left already. */
  inFlight: Centavos
}

type DueRow = Omit<Due, 'owed'> & OwedByAcquirers

export async function findDueAt(db: Queryable, pspAccountId: number, now: Date): Promise<Due> {
  const [row] = await db.query<DueRow>(sql`
    select (
        coalesce((select (at_psps ->> ${String(pspAccountId)})::bigint from day_close where state = 'CLOSED' order by day desc limit 1), 0)
        + coalesce((
          select sum(case when debit = 'clearing' then amount_centavos else -amount_centavos end)
          from wallet
          left join lateral (
            select seq from day_figure where day_figure.account_id = wallet.account_id order by day desc limit 1
          ) figure on true
          join transfer on transfer.account_id = wallet.account_id and transfer.seq > coalesce(figure.seq, 0)
          where wallet.seq > coalesce(figure.seq, 0) and transfer.psp_account_id = ${pspAccountId}
        ), 0)
      )::bigint as expected, ${owedByAcquirers(table => sql`${table}.psp_account_id = ${pspAccountId}`)}, (
        coalesce((
          select sum(net_centavos)
          from hold
          join withdrawal on withdrawal.account_id = hold.account_id and withdrawal.id = hold.subject_id and state = 'submitted'
          join payout_attempt on payout_attempt.account_id = withdrawal.account_id and withdrawal_id = withdrawal.id
            and outcome <> 'refused' and psp_account_id = ${pspAccountId}
          where hold.closed_at is null and hold.reason = 'WITHDRAWAL'
        ), 0)
        + coalesce((
          select sum(amount_centavos) from refund
          where due_at is not null and status = 'PENDING' and psp_account_id = ${pspAccountId}
        ), 0)
      )::bigint as "inFlight"`)
  const { expected: inBooks, inFlight, ...owing } = row as DueRow
  const owed = owedIn(owing, now)
  return { expected: subtract(inBooks, owed), owed, inFlight }
}

export const insertMissingCoverage = (db: Queryable, now: Date, firstAt: Date) =>
  db.query(sql`
    insert into psp_coverage (psp_account_id, due_at)
    select id, ${firstAt} from psp_account
    where ${IS_RECONCILED} and ${inUseAt(now)} and not exists (select from psp_coverage where psp_account_id = psp_account.id)
    on conflict do nothing`)

/** Takes what is due until `until`, for one process alone. Also what was put off further than it is by now: clocks go back. */
export async function leaseCoverage(db: Queryable, now: Date, until: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with due as (
      select psp_account_id from psp_coverage join psp_account on psp_account.id = psp_account_id
      where (due_at <= ${now} or due_at > ${until}) and ${inUseAt(now)} order by psp_account_id for update of psp_coverage skip locked
    )
    update psp_coverage set due_at = ${until} from due where psp_coverage.psp_account_id = due.psp_account_id
    returning psp_coverage.psp_account_id as id`)
  return rows.map(({ id }) => id)
}

export interface Coverage {
  pspAccountId: number
  expected: Centavos | null
  owed: Centavos | null
  inFlight: Centavos | null
  balance: Centavos | null
  covers: boolean | null
  trouble: string | null
  checkedAt: Date | null
}

export const keepCoverage = (db: Queryable, found: Coverage, dueAt: Date) =>
  db.query(sql`
    insert into psp_coverage (psp_account_id, expected_centavos, owed_centavos, in_flight_centavos, balance_centavos, covers, trouble,
      checked_at, due_at)
    values (${found.pspAccountId}, ${found.expected}, ${found.owed}, ${found.inFlight}, ${found.balance}, ${found.covers}, ${found.trouble},
      ${found.checkedAt}, ${dueAt})
    on conflict (psp_account_id) do update set expected_centavos = excluded.expected_centavos, owed_centavos = excluded.owed_centavos,
      in_flight_centavos = excluded.in_flight_centavos, balance_centavos = excluded.balance_centavos,
      covers = excluded.covers, trouble = excluded.trouble, checked_at = excluded.checked_at`)

export const listCoverage = (db: Queryable) =>
  db.query<Coverage>(sql`
    select psp_account_id as "pspAccountId", expected_centavos as expected, owed_centavos as owed, in_flight_centavos as "inFlight",
      balance_centavos as balance, covers, trouble, checked_at as "checkedAt"
    from psp_coverage order by psp_account_id`)
