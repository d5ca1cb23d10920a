// The SQL of cashouts. Writes take arrays and are one statement; locks are taken in order of (account, id), and after the locks
// of the wallets, so that no two verbs can deadlock.
import sql, { raw } from 'sql-template-tag'
import { PAYOUTS_BLOCKED } from '#db/account/payouts-blocked.ts'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { payoutIdOf } from '#kernel/ids.ts'
import type { CashoutFailureCode } from '#kernel/payment-failure.ts'
import type { Cashout, CashoutKey } from './cashout.ts'

/** A failure lies in two columns. */
export interface CashoutRow extends Omit<Cashout, 'failure'> {
  failureCode: CashoutFailureCode | null
  failureMessage: string | null
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const CASHOUT = columnsOf<CashoutRow>({
  accountId: 'withdrawal.account_id',
  id: 'withdrawal.id',
  uuid: 'withdrawal.uuid',
  state: 'withdrawal.state',
  version: 'withdrawal.version',
  amount: 'withdrawal.amount_centavos',
  feeFixed: 'withdrawal.fee_fixed_centavos',
  feeVariable: 'withdrawal.fee_variable_centavos',
  net: 'withdrawal.net_centavos',
  pixKey: 'withdrawal.pix_key',
  pixKeyType: 'withdrawal.pix_key_type',
  holderDocument: 'withdrawal.holder_document',
  description: 'withdrawal.description',
  externalReference: 'withdrawal.external_reference',
  postbackUrl: 'withdrawal.postback_url',
  holdSeq: 'withdrawal.hold_seq',
  payoutId: 'withdrawal.payout_id',
  endToEndId: 'withdrawal.end_to_end_id',
  failureCode: 'withdrawal.failure_code',
  failureMessage: 'withdrawal.failure_message',
  restored: 'withdrawal.restored',
  waiting: "coalesce(withdrawal.wait = 'OPEN', false)",
  returned: 'withdrawal.returned_centavos',
  returnedAt: 'withdrawal.returned_at',
  createdAt: 'withdrawal.created_at',
  updatedAt: 'withdrawal.updated_at',
  processedAt: 'withdrawal.processed_at',
})

export const cashoutOf = ({ failureCode, failureMessage, ...cashout }: CashoutRow): Cashout => ({
  ...cashout,
  failure: failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' },
})

/** Numbers for cashouts that are about to be decided; those of refused requests stay unused. */
export async function mintCashoutIds(tx: Transaction, count: number): Promise<bigint[]> {
  // Offset 0: the name of the sequence is looked up once, and not for each number.
  const rows = await tx.query<{ id: bigint }>(sql`
    select nextval(sequence) as id
    from (select pg_get_serial_sequence('withdrawal', 'id')::regclass as sequence offset 0) minted,
      generate_series(1, ${count}::int)`)
  return rows.map(row => row.id)
}

/**
 * `askHashes` are compared by later requests to find duplicates; `waitUntil` are the expiries of the cashouts that wait; both
 * in the same order.
 */
export async function insertCashouts(
  tx: Transaction,
  cashouts: Cashout[],
  dueAt: Date,
  askHashes: (Buffer | null)[] = [],
  approvalExpiresAt: (Date | null)[] = [],
): Promise<void> {
  const of = <T>(pick: (cashout: Cashout) => T) => cashouts.map(pick)
  await tx.query(sql`
    insert into withdrawal (account_id, id, uuid, state, version, amount_centavos, fee_fixed_centavos,
      fee_variable_centavos, net_centavos, pix_key, pix_key_type, holder_document, description, external_reference,
      postback_url, hold_seq, payout_id, restored, ask_hash, wait, due_at, created_at, updated_at)
    overriding system value
    select *, ${cashouts[0]?.createdAt}::timestamptz, ${cashouts[0]?.createdAt}::timestamptz
    from unnest(
      ${of(c => c.accountId)}::int[], ${of(c => c.id)}::bigint[], ${of(c => c.uuid)}::uuid[], ${of(c => c.state)}::text[],
      ${of(c => c.version)}::int[], ${of(c => c.amount)}::bigint[], ${of(c => c.feeFixed)}::bigint[],
      ${of(c => c.feeVariable)}::bigint[], ${of(c => c.net)}::bigint[], ${of(c => c.pixKey)}::text[],
      ${of(c => c.pixKeyType)}::text[], ${of(c => c.holderDocument)}::text[], ${of(c => c.description)}::text[],
      ${of(c => c.externalReference)}::text[], ${of(c => c.postbackUrl)}::text[], ${of(c => c.holdSeq)}::bigint[],
      ${of(c => c.payoutId)}::text[], ${of(c => c.restored)}::boolean[],
      ${cashouts.map((_, n) => askHashes[n] ?? null)}::bytea[], ${of(c => (c.waiting ? 'OPEN' : null))}::text[],
      ${cashouts.map((_, n) => approvalExpiresAt[n] ?? dueAt)}::timestamptz[])`)
}

export interface CashoutQuestion {
  accountId: number
  id: PathId
}

/** An account's own cashouts: one answer for each query, in their order; null where the account has no such cashout. */
export async function findOwnCashouts(db: Queryable, asked: CashoutQuestion[]): Promise<(Cashout | null)[]> {
  const distinct = [...new Map(asked.map(question => [questionKey(question), question])).values()]
  const rows = await db.query<CashoutRow & { n: bigint }>(sql`
    select asked.n, ${CASHOUT}
    from unnest(
      ${distinct.map(({ accountId }) => accountId)}::int[],
      ${distinct.map(({ id }) => ('uuid' in id ? id.uuid : null))}::uuid[],
      ${distinct.map(({ id }) => ('number' in id ? id.number : null))}::bigint[]
    ) with ordinality as asked(account_id, uuid, id, n)
    cross join lateral (
      select * from withdrawal where withdrawal.account_id = asked.account_id and withdrawal.id = asked.id
      union all
      select * from withdrawal where withdrawal.uuid = asked.uuid and withdrawal.account_id = asked.account_id
    ) withdrawal`)
  const found = new Map(
    rows.map(({ n, ...row }) => [questionKey(distinct[Number(n) - 1] as CashoutQuestion), cashoutOf(row)]),
  )
  const missed = distinct.filter(question => !found.has(questionKey(question)))
  for (const { question, cashout } of await findRestored(db, missed)) found.set(questionKey(question), cashout)
  return asked.map(question => found.get(questionKey(question)) ?? null)
}

/**
 * A lost cashout was restored under another uuid. Its seller knows the first one, from which the payout id is derived, and the
 * payment was found under that id.
 */
async function findRestored(db: Queryable, missed: CashoutQuestion[]) {
  const byUuid = missed.flatMap(question => ('uuid' in question.id ? [{ question, uuid: question.id.uuid }] : []))
  if (byUuid.length === 0) return []
  const rows = await db.query<CashoutRow & { n: bigint }>(sql`
    select asked.n, ${CASHOUT}
    from unnest(
      ${byUuid.map(({ question }) => question.accountId)}::int[],
      ${byUuid.map(({ question, uuid }) => payoutIdOf(question.accountId, uuid))}::text[]
    ) with ordinality as asked(account_id, payout_id, n)
    join payout_attempt attempt on attempt.account_id = asked.account_id and attempt.payout_id = asked.payout_id
    cross join lateral (
      select * from withdrawal
      where withdrawal.account_id = attempt.account_id and withdrawal.id = attempt.withdrawal_id and restored
    ) withdrawal`)
  return rows.flatMap(({ n, ...row }) => {
    const question = byUuid[Number(n) - 1]?.question
    return question === undefined ? [] : [{ question, cashout: cashoutOf(row) }]
  })
}

const questionKey = ({ accountId, id }: CashoutQuestion) => `${accountId}/${'uuid' in id ? id.uuid : id.number}`

export async function findCashout(db: Queryable, accountId: number, id: PathId): Promise<Cashout | null> {
  return (await findOwnCashouts(db, [{ accountId, id }]))[0] ?? null
}

/** Those that do not exist are left out. */
export async function findCashouts(db: Queryable, keys: CashoutKey[]): Promise<Cashout[]> {
  const rows = await db.query<CashoutRow>(sql`${selectByKeys(keys)} order by account_id, id`)
  return rows.map(cashoutOf)
}

/** Locks the cashouts, in order. */
export async function lockCashouts(tx: Transaction, keys: CashoutKey[]): Promise<Cashout[]> {
  const rows = await tx.query<CashoutRow>(sql`${selectByKeys(keys)} order by account_id, id for update of withdrawal`)
  return rows.map(cashoutOf)
}

/** Locks everything that these accounts have requested and that has not been submitted, in order. */
export async function lockRequested(tx: Transaction, accountIds: number[]): Promise<Cashout[]> {
  const rows = await tx.query<CashoutRow>(sql`
    select ${CASHOUT} from withdrawal
    where account_id = any(${accountIds}::int[]) and state = 'requested' and due_at is not null
    order by account_id, id for update`)
  return rows.map(cashoutOf)
}

const selectByKeys = (keys: CashoutKey[]) => sql`
  select ${CASHOUT}
  from withdrawal
  join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
    using (account_id, id)`

/** Stores the new form of locked cashouts. `dueAt`: when each owes work again; null when it has ended. */
export async function updateCashouts(tx: Transaction, changed: Cashout[], dueAt: Date | null): Promise<void> {
  if (changed.length === 0) return
  const of = <T>(pick: (cashout: Cashout) => T) => changed.map(pick)
  await tx.query(sql`
    update withdrawal set state = next.state, version = next.version, payout_id = next.payout_id,
      end_to_end_id = next.end_to_end_id, failure_code = next.failure_code, failure_message = next.failure_message,
      returned_centavos = next.returned_centavos, returned_at = next.returned_at, updated_at = next.updated_at,
      processed_at = next.processed_at, due_at = ${dueAt}, seal = default,
      wait = case when withdrawal.wait = 'OPEN' and next.state <> 'requested' then 'OVER' else withdrawal.wait end
    from unnest(
      ${of(c => c.accountId)}::int[], ${of(c => c.id)}::bigint[], ${of(c => c.state)}::text[],
      ${of(c => c.version)}::int[], ${of(c => c.payoutId)}::text[], ${of(c => c.endToEndId)}::text[],
      ${of(c => c.failure?.code ?? null)}::text[], ${of(c => c.failure?.message ?? null)}::text[],
      ${of(c => c.returned)}::bigint[], ${of(c => c.returnedAt)}::timestamptz[], ${of(c => c.updatedAt)}::timestamptz[],
      ${of(c => c.processedAt)}::timestamptz[]
    ) as next(account_id, id, state, version, payout_id, end_to_end_id, failure_code, failure_message,
      returned_centavos, returned_at, updated_at, processed_at)
    where withdrawal.account_id = next.account_id and withdrawal.id = next.id`)
}

/** Cashouts that still owe work are left alone until `dueAt`. */
export async function putOff(tx: Transaction, keys: CashoutKey[], dueAt: Date): Promise<void> {
  if (keys.length === 0) return
  await tx.query(sql`
    update withdrawal set due_at = ${dueAt}
    from unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
    where withdrawal.account_id = key.account_id and withdrawal.id = key.id and due_at is not null`)
}

/**
 * Leases the due rows until `until`: until then no other process takes them. Changes in between are decided under the lock of
 * the row; leasing a row twice does no harm. Cashouts that cannot be submitted now stay as they are, and cost no write however
 * many there are.
 */
export async function leaseDue(db: Queryable, { now, until, limit, except }: DueLease): Promise<DueCashout[]> {
  const rows = await db.query<CashoutRow & Pick<DueCashout, 'pspAccountId'>>(sql`
    with sends as materialized (
      select array(select id from psp_account where pay_out_enabled and recovering_since is null) as ids,
        recovering_since is null as ends_waits
      from house
    ), due as materialized (
      select withdrawal.account_id, withdrawal.id, by.psp_account_id
      from withdrawal cross join lateral (
        select case when wait = 'OPEN' then (select 0 from sends where ends_waits) when state = 'requested' then (
          select pay_out_psp_account_id from account
          where account.id = withdrawal.account_id and pay_out_psp_account_id = any((select ids from sends)::int[])
            and not ${PAYOUTS_BLOCKED}
        ) else coalesce((
          select psp_account_id from payout_attempt attempt
          where attempt.account_id = withdrawal.account_id and attempt.payout_id = withdrawal.payout_id
        ), 0) end as psp_account_id
      ) by
      where due_at <= ${now} and by.psp_account_id is not null and by.psp_account_id <> all(${except}::int[])
      -- Written out: a limit that the planner does not know makes it sort everything that is due.
      order by due_at limit ${raw(String(Math.trunc(limit)))}
      for update of withdrawal skip locked
    )
    update withdrawal set due_at = ${until} from due
    where withdrawal.account_id = due.account_id and withdrawal.id = due.id
    returning ${CASHOUT}, due.psp_account_id as "pspAccountId"`)
  return rows.map(({ pspAccountId, ...row }) => ({ cashout: cashoutOf(row), pspAccountId }))
}

export interface DueLease {
  now: Date
  until: Date
  limit: number
  /** PSP accounts whose payouts are left alone for now. */
  except: number[]
}

/** With the PSP account that was asked to pay it, or would be asked now; 0 where there is none. */
export interface DueCashout {
  cashout: Cashout
  pspAccountId: number
}
