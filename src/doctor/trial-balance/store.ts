// The SQL of the trial balance: what the wallets say, account by account, beside what their last lines say. The exact sums of
// the lines are made for one account only.
import sql, { type Sql } from 'sql-template-tag'
import { IS_LIVE, isLive } from '#db/account/live-accounts.ts'
import type { Queryable } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type Centavos, subtract } from '#kernel/money.ts'
import { SIDES, type Side } from '#ledger/ledger.ts'
import { type OwedByAcquirers, owedByAcquirers, owedIn } from '#psp/collect/owed-store.ts'

export interface TrialTotals {
  accounts: number
  entries: bigint
  sellersAvailable: Centavos
  sellersBlocked: Centavos
  received: Centavos
  fees: Centavos
  house: Centavos
  /** By acquirers, for sales that they have not settled. */
  owed: Centavos
  /** Without that. */
  atPsps: Centavos
}

/** Of the wallets, which are few: 10,000 in 10 ms. */
export async function readTotals(db: Queryable, now: Date): Promise<TrialTotals> {
  const [row] = await db.query<TotalsRow>(sql`
    select count(*)::int as accounts, ${sum(sql`seq`)} as entries,
      ${sum(sql`available_centavos`, SELLERS)} as "sellersAvailable", ${sum(sql`blocked_centavos`, SELLERS)} as "sellersBlocked",
      ${sum(sql`received_centavos`)} as received, ${sum(sql`fee_centavos`)} as fees,
      ${sum(sql`available_centavos + blocked_centavos`, sql`account_id = ${SUSPENSE_ACCOUNT_ID}`)} as house,
      ${sum(sql`-clearing_centavos`)} as "atPsps", ${owedByAcquirers(table => isLive(sql`${table}.account_id`))}
    from wallet where ${IS_LIVE}`)
  const { atPsps, owedOfParts, waitingCards, ...totals } = row as TotalsRow
  const owed = owedIn({ owedOfParts, waitingCards }, now)
  return { ...totals, owed, atPsps: subtract(atPsps, owed) }
}

type TotalsRow = Omit<TrialTotals, 'owed'> & OwedByAcquirers

const SELLERS = sql`account_id <> ${SUSPENSE_ACCOUNT_ID}`

const sum = (column: Sql, where: Sql = sql`true`): Sql =>
  sql`coalesce(sum(${column}) filter (where ${where}), 0)::bigint`

export interface TrialRow extends Record<Side, Centavos> {
  accountId: number
  name: string
  status: string
  entries: bigint
  /** What the last line says that was left; zero without lines. */
  lastEntries: bigint
  lastAvailable: Centavos
  lastBlocked: Centavos
}

/** Accounts after `after`, in their order: one look at a wallet and at its last line for each. */
export const listTrial = (db: Queryable, { after, limit }: { after: number; limit: number }): Promise<TrialRow[]> =>
  db.query<TrialRow>(sql`
    select account_id as "accountId", name, status, wallet.seq as entries, available_centavos as available,
      blocked_centavos as blocked, fee_centavos as fee, received_centavos as received, clearing_centavos as clearing,
      coalesce(last.seq, 0) as "lastEntries", coalesce(last.available, 0) as "lastAvailable",
      coalesce(last.blocked, 0) as "lastBlocked"
    from wallet join account on account.id = account_id
    left join lateral (
      select seq, available_after_centavos as available, blocked_after_centavos as blocked
      from transfer where transfer.account_id = wallet.account_id order by seq desc limit 1
    ) last on true
    where account_id > ${after} and ${IS_LIVE} order by account_id limit ${limit}`)

export interface ExactSums {
  accountId: number
  name: string
  entries: bigint
  lines: bigint
  wallet: Record<Side, Centavos>
  sums: Record<Side, Centavos>
  openHolds: Centavos
}

type ExactRow = Pick<ExactSums, 'accountId' | 'name' | 'entries' | 'lines' | 'openHolds'> &
  Record<Side | `sum_${Side}`, Centavos>

/** Reads every line of the account, in one snapshot: a second or two for a million. Null where nothing was ever booked. */
export async function readExact(db: Queryable, accountId: number): Promise<ExactSums | null> {
  const [row] = await db.query<ExactRow>(sql`
    select account_id as "accountId", name, wallet.seq as entries, available_centavos as available,
      blocked_centavos as blocked, fee_centavos as fee, received_centavos as received, clearing_centavos as clearing, lines.*,
      (select coalesce(sum(open_centavos), 0)::bigint from hold
        where hold.account_id = wallet.account_id and closed_at is null) as "openHolds"
    from wallet join account on account.id = account_id
    cross join lateral (
      select coalesce(sum(lines), 0)::bigint as lines, ${moved('available')} as sum_available, ${moved('blocked')} as sum_blocked,
        ${moved('fee')} as sum_fee, ${moved('received')} as sum_received, ${moved('clearing')} as sum_clearing
      from (
        select debit, credit, count(*) as lines, sum(amount_centavos) as amount
        from transfer where transfer.account_id = wallet.account_id group by debit, credit
      ) moved
    ) lines
    where account_id = ${accountId}`)
  if (row === undefined) return null
  const { name, entries, lines, openHolds } = row
  const by = (of: (side: Side) => Centavos) =>
    Object.fromEntries(SIDES.map(side => [side, of(side)])) as Record<Side, Centavos>
  return {
    accountId: row.accountId,
    name,
    entries,
    lines,
    openHolds,
    wallet: by(side => row[side]),
    sums: by(side => row[`sum_${side}`]),
  }
}

/** Every side counts credits minus debits. */
const moved = (side: Side): Sql =>
  sql`coalesce(sum(case ${side}::text when credit then amount when debit then -amount end), 0)::bigint`
