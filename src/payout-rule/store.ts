// The SQL of payout rules, and of what they are judged by: whom an account has paid, and what it usually asks for.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'
import { type ApprovalChange, type ApprovalRule, NO_RULE, type PayoutRule, type VelocityRule } from './rule.ts'

/** A change that protects less, until others agree. */
export interface WaitingChange {
  change: ApprovalChange
  by: string
  at: Date
  agreements: Agreement[]
}

export interface Agreement {
  userId: string
  at: Date
}

export interface KeptRule extends PayoutRule {
  checkSecretSealed: string | null
  proposal: WaitingChange | null
}

interface RuleRow {
  approval: Partial<ApprovalRule>
  outflow: Partial<VelocityRule>
  check_secret_sealed: string | null
  proposal: ApprovalChange | null
  proposed_by: string | null
  proposed_at: Date | null
  agreed_by: string[]
  agreed_at: Date[]
}

const NONE: KeptRule = { ...NO_RULE, checkSecretSealed: null, proposal: null }

const keptOf = (row: RuleRow | undefined): KeptRule => {
  if (row === undefined) return NONE
  const { proposal: change, proposed_by: by, proposed_at: at } = row
  return {
    approval: { ...NO_RULE.approval, ...row.approval },
    outflow: { ...NO_RULE.outflow, ...row.outflow },
    checkSecretSealed: row.check_secret_sealed,
    proposal: change === null || by === null || at === null ? null : { change, by, at, agreements: agreementsOf(row) },
  }
}

const agreementsOf = (row: RuleRow): Agreement[] =>
  row.agreed_by.map((userId, n) => ({ userId, at: row.agreed_at[n] as Date }))

const COLUMNS = sql`approval, outflow, check_secret_sealed, proposal, proposed_by, proposed_at, agreed_by, agreed_at`

export async function findRule(db: Queryable, accountId: number): Promise<KeptRule> {
  const [row] = await db.query<RuleRow>(sql`select ${COLUMNS} from payout_rule where account_id = ${accountId}`)
  return keptOf(row)
}

/** Until the end of the transaction nobody else changes it. */
export async function lockRule(tx: Transaction, accountId: number, now: Date): Promise<KeptRule> {
  const { approval, outflow: velocity } = NO_RULE
  await tx.query(sql`
    insert into payout_rule (account_id, approval, outflow, updated_at)
    values (${accountId}, ${JSON.stringify(approval)}::jsonb, ${JSON.stringify(velocity)}::jsonb, ${now})
    on conflict do nothing`)
  const [row] = await tx.query<RuleRow>(sql`
    select ${COLUMNS} from payout_rule where account_id = ${accountId} for update`)
  return keptOf(row)
}

export const saveRule = (tx: Transaction, accountId: number, kept: KeptRule, now: Date) =>
  tx.query(sql`
    update payout_rule set approval = ${JSON.stringify(kept.approval)}::jsonb,
      outflow = ${JSON.stringify(kept.outflow)}::jsonb, check_secret_sealed = ${kept.checkSecretSealed},
      proposal = ${kept.proposal === null ? null : JSON.stringify(kept.proposal.change)}::jsonb,
      proposed_by = ${kept.proposal?.by ?? null}, proposed_at = ${kept.proposal?.at ?? null},
      agreed_by = ${kept.proposal?.agreements.map(({ userId }) => userId) ?? []}::text[],
      agreed_at = ${kept.proposal?.agreements.map(({ at }) => at) ?? []}::timestamptz[], updated_at = ${now}, seal = default
    where account_id = ${accountId}`)

/** Recipients that were paid so far are known from now on. */
export async function rememberPayees(tx: Transaction, accountId: number): Promise<void> {
  await tx.query(sql`delete from payout_payee where account_id = ${accountId}`)
  await tx.query(sql`
    insert into payout_payee (account_id, pix_key_type, pix_key)
    select distinct account_id, pix_key_type, pix_key from withdrawal
    where account_id = ${accountId} and state = 'settled' and not restored`)
}

const DEFAULT_DAYS = 30

/** Of these accounts, by the hours of the last thirty days in which they asked for anything that was not refused. */
export async function computeUsual(db: Queryable, accountIds: number[], now: Date): Promise<void> {
  if (accountIds.length === 0) return
  await db.query(sql`
    insert into payout_usual (account_id, hours, centavos, computed_at)
    select account_id, count(id_hour)::int, coalesce(avg(sum_centavos), 0)::bigint, ${now}
    from unnest(${accountIds}::int[]) as asked(account_id)
    left join lateral (
      select date_trunc('hour', created_at) as id_hour, sum(amount_centavos) as sum_centavos from withdrawal
      where withdrawal.account_id = asked.account_id and created_at >= ${new Date(now.getTime() - DEFAULT_DAYS * DAY_MS)}
        and created_at < ${now} and state in ('submitted', 'settled')
      group by 1
    ) hours on true
    group by account_id
    on conflict (account_id) do update
      set hours = excluded.hours, centavos = excluded.centavos, computed_at = excluded.computed_at`)
}

/** Accounts with a limit of that kind whose figure is older than `before`. */
export async function findStaleUsual(db: Queryable, before: Date, limit: number): Promise<number[]> {
  const rows = await db.query<{ account_id: number }>(sql`
    select payout_rule.account_id from payout_rule left join payout_usual using (account_id)
    where outflow ->> 'timesUsual' is not null and (computed_at is null or computed_at < ${before})
    order by payout_rule.account_id limit ${limit}`)
  return rows.map(row => row.account_id)
}

/** Minutes that no limit looks back to. */
export const dropPastMinutes = (db: Queryable, before: Date) =>
  db.query(sql`delete from payout_minute where minute < ${before}`)
