// The cashouts' SQL. Writes take arrays and are one statement; locks are taken in order of (account, id), and after the
// wallets', so that no two verbs can wait for each other.
import sql, { raw } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix-key.ts'
import type { Fees, Limits } from '#kernel/terms.ts'
import type { Cashout, CashoutKey, CashoutState, Holder } from './cashout.ts'

export interface Terms {
  /** Both the house's switch and the account's. */
  apiCashoutEnabled: boolean
  transferAllowed: boolean
  /** Whether the account is bound to a PSP that pays out. While that is switched off, cashouts wait. */
  paysOut: boolean
  fees: Fees
  limits: Limits
  holder: Holder
}

interface TermsRow {
  id: number
  name: string
  email: string
  api_cashout_enabled: boolean
  transfer_allowed: boolean
  pays_out: boolean
  fees: Fees
  limits: Limits
}

/** By account id. Read under the wallets' lock, so that a switch is in force from the commit that threw it. */
export async function findTerms(db: Queryable, accountIds: number[]): Promise<Map<number, Terms>> {
  const rows = await db.query<TermsRow>(sql`
    select account.id, name, email, account.api_cashout_enabled and house.api_cashout_enabled as api_cashout_enabled,
      transfer_allowed, pay_out_psp_account_id is not null as pays_out, fees, limits
    from account, house where account.id = any(${accountIds}::int[])`)
  return new Map(rows.map(row => [row.id, termsOf(row)]))
}

const termsOf = (row: TermsRow): Terms => ({
  apiCashoutEnabled: row.api_cashout_enabled,
  transferAllowed: row.transfer_allowed,
  paysOut: row.pays_out,
  fees: row.fees,
  limits: row.limits,
  holder: { id: row.id, name: row.name, email: row.email },
})

export const referenceKey = (of: { accountId: number; externalReference: string | null }) =>
  `${of.accountId}/${of.externalReference}`

/** The uuid of the live cashout that a reference names, by account and reference. */
export async function findTakenReferences(
  tx: Transaction,
  asks: { accountId: number; externalReference: string | null }[],
): Promise<Map<string, string>> {
  const named = asks.filter(ask => ask.externalReference !== null)
  if (named.length === 0) return new Map()
  const rows = await tx.query<{ account_id: number; external_reference: string; uuid: string }>(sql`
    select withdrawal.account_id, withdrawal.external_reference, uuid
    from unnest(${named.map(ask => ask.accountId)}::int[], ${named.map(ask => ask.externalReference)}::text[])
      as ask(account_id, external_reference)
    join withdrawal using (account_id, external_reference)
    where state not in ('refused', 'cancelled')`)
  return new Map(
    rows.map(row => [referenceKey({ accountId: row.account_id, externalReference: row.external_reference }), row.uuid]),
  )
}

/** Numbers for cashouts that are about to be decided; those of refused asks stay unused. */
export async function mintCashoutIds(tx: Transaction, count: number): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select nextval(pg_get_serial_sequence('withdrawal', 'id')) as id from generate_series(1, ${count}::int)`)
  return rows.map(row => row.id)
}

export async function insertCashouts(tx: Transaction, cashouts: Cashout[], dueAt: Date): Promise<void> {
  const of = <T>(pick: (cashout: Cashout) => T) => cashouts.map(pick)
  await tx.query(sql`
    insert into withdrawal (account_id, id, uuid, state, version, amount_centavos, fee_fixed_centavos,
      fee_variable_centavos, net_centavos, pix_key, pix_key_type, holder_document, description, external_reference,
      postback_url, hold_seq, payout_id, restored, created_at, updated_at, due_at)
    overriding system value
    select *, ${cashouts[0]?.createdAt}::timestamptz, ${cashouts[0]?.createdAt}::timestamptz, ${dueAt}::timestamptz
    from unnest(
      ${of(c => c.accountId)}::int[], ${of(c => c.id)}::bigint[], ${of(c => c.uuid)}::uuid[], ${of(c => c.state)}::text[],
      ${of(c => c.version)}::int[], ${of(c => c.amount)}::bigint[], ${of(c => c.feeFixed)}::bigint[],
      ${of(c => c.feeVariable)}::bigint[], ${of(c => c.net)}::bigint[], ${of(c => c.pixKey)}::text[],
      ${of(c => c.pixKeyType)}::text[], ${of(c => c.holderDocument)}::text[], ${of(c => c.description)}::text[],
      ${of(c => c.externalReference)}::text[], ${of(c => c.postbackUrl)}::text[], ${of(c => c.holdSeq)}::bigint[],
      ${of(c => c.payoutId)}::text[], ${of(c => c.restored)}::boolean[])`)
}

interface CashoutRow {
  account_id: number
  id: bigint
  uuid: string
  state: CashoutState
  version: number
  amount_centavos: Centavos
  fee_fixed_centavos: Centavos
  fee_variable_centavos: Centavos
  net_centavos: Centavos
  pix_key: string
  pix_key_type: PixKeyType
  holder_document: string | null
  description: string | null
  external_reference: string | null
  postback_url: string | null
  hold_seq: bigint
  payout_id: string | null
  end_to_end_id: string | null
  failure_code: string | null
  failure_message: string | null
  restored: boolean
  returned_centavos: Centavos
  returned_at: Date | null
  created_at: Date
  updated_at: Date
  processed_at: Date | null
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
const COLUMNS = raw(
  `account_id id uuid state version amount_centavos fee_fixed_centavos fee_variable_centavos net_centavos pix_key
  pix_key_type holder_document description external_reference postback_url hold_seq payout_id end_to_end_id failure_code
  failure_message restored returned_centavos returned_at created_at updated_at processed_at`
    .split(/\s+/)
    .map(column => `withdrawal.${column}`)
    .join(', '),
)

const cashoutOf = (row: CashoutRow): Cashout => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  state: row.state,
  version: row.version,
  amount: row.amount_centavos,
  feeFixed: row.fee_fixed_centavos,
  feeVariable: row.fee_variable_centavos,
  net: row.net_centavos,
  pixKey: row.pix_key,
  pixKeyType: row.pix_key_type,
  holderDocument: row.holder_document,
  description: row.description,
  externalReference: row.external_reference,
  postbackUrl: row.postback_url,
  holdSeq: row.hold_seq,
  payoutId: row.payout_id,
  endToEndId: row.end_to_end_id,
  failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
  restored: row.restored,
  returned: row.returned_centavos,
  returnedAt: row.returned_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  processedAt: row.processed_at,
})

/** One's own cashout, by uuid or by number. */
export async function findCashout(
  db: Queryable,
  accountId: number,
  id: { uuid: string } | { number: bigint },
): Promise<Cashout | null> {
  const [row] =
    'uuid' in id
      ? await db.query<CashoutRow>(sql`
          select ${COLUMNS} from withdrawal where uuid = ${id.uuid}::uuid and account_id = ${accountId}`)
      : await db.query<CashoutRow>(
          sql`select ${COLUMNS} from withdrawal where account_id = ${accountId} and id = ${id.number}`,
        )
  return row === undefined ? null : cashoutOf(row)
}

/** Those that do not exist are not among the answer. */
export async function findCashouts(db: Queryable, keys: CashoutKey[]): Promise<Cashout[]> {
  const rows = await db.query<CashoutRow>(sql`${selectByKeys(keys)} order by account_id, id`)
  return rows.map(cashoutOf)
}

/** Locks the cashouts, in order. */
export async function lockCashouts(tx: Transaction, keys: CashoutKey[]): Promise<Cashout[]> {
  const rows = await tx.query<CashoutRow>(sql`${selectByKeys(keys)} order by account_id, id for update of withdrawal`)
  return rows.map(cashoutOf)
}

/** Locks everything that these accounts have asked for and that has not been sent, in order. */
export async function lockRequested(tx: Transaction, accountIds: number[]): Promise<Cashout[]> {
  const rows = await tx.query<CashoutRow>(sql`
    select ${COLUMNS} from withdrawal
    where account_id = any(${accountIds}::int[]) and state = 'requested' and due_at is not null
    order by account_id, id for update`)
  return rows.map(cashoutOf)
}

const selectByKeys = (keys: CashoutKey[]) => sql`
  select ${COLUMNS}
  from withdrawal
  join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
    using (account_id, id)`

/** Stores the new form of cashouts that are locked. `dueAt` says when each owes work again; null when it has ended. */
export async function updateCashouts(tx: Transaction, changed: Cashout[], dueAt: Date | null): Promise<void> {
  if (changed.length === 0) return
  const of = <T>(pick: (cashout: Cashout) => T) => changed.map(pick)
  await tx.query(sql`
    update withdrawal set state = next.state, version = next.version, payout_id = next.payout_id,
      end_to_end_id = next.end_to_end_id, failure_code = next.failure_code, failure_message = next.failure_message,
      returned_centavos = next.returned_centavos, returned_at = next.returned_at, updated_at = next.updated_at,
      processed_at = next.processed_at, due_at = ${dueAt}
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

/** Those that still owe work are left alone until `dueAt`. */
export async function putOff(tx: Transaction, keys: CashoutKey[], dueAt: Date): Promise<void> {
  if (keys.length === 0) return
  await tx.query(sql`
    update withdrawal set due_at = ${dueAt}
    from unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::bigint[]) as key(account_id, id)
    where withdrawal.account_id = key.account_id and withdrawal.id = key.id and due_at is not null`)
}

/**
 * Takes the rows that are due until `until`: for that long nobody else picks them up. What was asked meanwhile under the
 * row's lock decides; taking a row twice does no harm.
 */
export async function claimDue(db: Queryable, { now, until, limit, except }: DueClaim): Promise<DueCashout[]> {
  const rows = await db.query<CashoutRow & { psp_account_id: number }>(sql`
    with due as (
      select withdrawal.account_id, withdrawal.id, by.psp_account_id
      from withdrawal join account on account.id = withdrawal.account_id cross join lateral (
        select coalesce((
          select psp_account_id from payout_attempt attempt
          where attempt.account_id = withdrawal.account_id and attempt.payout_id = withdrawal.payout_id
        ), account.pay_out_psp_account_id, 0) as psp_account_id
      ) by
      where due_at <= ${now} and by.psp_account_id <> all(${except}::int[]) order by due_at limit ${limit}
      for update of withdrawal skip locked
    )
    update withdrawal set due_at = ${until} from due
    where withdrawal.account_id = due.account_id and withdrawal.id = due.id
    returning ${COLUMNS}, due.psp_account_id`)
  return rows.map(row => ({ cashout: cashoutOf(row), pspAccountId: row.psp_account_id }))
}

export interface DueClaim {
  now: Date
  until: Date
  limit: number
  /** PSP accounts whose payouts are left alone for now. */
  except: number[]
}

/** With the PSP account that has been asked to pay it, or would be asked now; 0 where there is none. */
export interface DueCashout {
  cashout: Cashout
  pspAccountId: number
}
