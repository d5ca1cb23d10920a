// The accounts' SQL: profile, terms, switches and allowed addresses. Credentials have a store of their own.
import sql, { empty, join, type Sql } from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import { DEALT_IN, ENVIRONMENT } from '#db/account/psp-accounts.ts'
import { columnsOf } from '#db/columns.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { testAccountOf } from '#kernel/account/test-account.ts'
import type { AgreedLimits } from '#kernel/terms/limits.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'
import type { Account, AccountStatus } from './account.ts'
import { RECEIVES, SOLD_METHODS } from './sold-method/store.ts'

const COLUMNS = columnsOf<Account>({
  id: 'account.id',
  uuid: 'account.uuid',
  name: 'account.name',
  email: 'account.email',
  status: 'account.status',
  apiCashoutEnabled: 'account.api_cashout_enabled',
  houseApiCashoutEnabled: '(select api_cashout_enabled from house)',
  transferAllowed: 'account.transfer_allowed',
  acceptsLatePayment: 'account.accepts_late_payment',
  returnsFeeOnRefund: 'account.returns_fee_on_refund',
  unexpectedReceipts: 'account.unexpected_receipts',
  defaultUnexpectedReceipts: 'default_unexpected_receipts(account.id)',
  duplicateCashoutWindowSeconds: 'account.duplicate_cashout_window_seconds',
  membersNeedSecondFactor: 'account.members_need_second_factor',
  fees: 'account.fees',
  limits: 'account.limits',
  reserve: 'account.reserve',
  settlement: 'account.settlement',
  postbackSecretSet: 'postback_secret_sealed is not null',
  payInPspAccountId: 'account.pay_in_psp_account_id',
  payOutPspAccountId: 'account.pay_out_psp_account_id',
  payInEnabled: RECEIVES,
  payOutEnabled: 'exists (select from psp_account where psp_account.id = pay_out_psp_account_id and pay_out_enabled)',
  recovering: '(select recovering_since is not null from house)',
  boletoPspAccountId: 'account.boleto_psp_account_id',
  cardPspAccountId: 'account.card_psp_account_id',
  cardsOffUntil: 'account.cards_off_until',
  soldMethods: SOLD_METHODS,
  environment: ENVIRONMENT,
  liveAccountId: 'account.live_account_id',
  testAccountId: '(select test.id from account test where test.live_account_id = account.id)',
  createdAt: 'account.created_at',
  updatedAt: 'account.updated_at',
})

/** Nobody may read or change the suspense accounts, the live one and the one of test mode, or give keys to them. */
const SELLERS = sql`coalesce(live_account_id, account.id) <> ${SUSPENSE_ACCOUNT_ID}`

/** What the operator lists and counts: test accounts are found from their live account. */
const LIVE_SELLERS = sql`account.id <> ${SUSPENSE_ACCOUNT_ID} and ${isLive(sql`account.id`)}`

async function first(db: Queryable, statement: Sql): Promise<Account | null> {
  const [row] = await db.query<Account>(statement)
  return row ?? null
}

export const findAccount = (db: Queryable, id: number) =>
  first(db, sql`select ${COLUMNS} from account where id = ${id} and ${SELLERS}`)

export const findAccountByUuid = (db: Queryable, uuid: string) =>
  first(db, sql`select ${COLUMNS} from account where uuid = ${uuid} and ${SELLERS}`)

/** Makes changes of the account, and of what is counted per account, wait for each other. Money does not wait here. */
export const lockAccount = (tx: Transaction, id: number) =>
  first(tx, sql`select ${COLUMNS} from account where id = ${id} and ${SELLERS} for no key update of account`)

export interface AccountFilter {
  /** One of LIKE, for the names and e-mails of the account and of its people, and for the account's uuid. */
  pattern: string | null
  id: number | null
  status: AccountStatus | null
}

/** The newest first, below `cursor`. */
export async function listAccounts(
  db: Queryable,
  filter: AccountFilter,
  { cursor, limit }: { cursor: bigint | null; limit: number },
): Promise<Account[]> {
  const below = cursor === null ? empty : sql`and account.id < ${cursor}`
  const rows = await db.query<Account>(sql`
    select ${COLUMNS} from account where ${LIVE_SELLERS} and ${conditions(filter)} ${below}
    order by account.id desc limit ${limit}`)
  return rows
}

/** How many the list has on all its pages. */
export const totalAccounts = (db: Queryable, filter: AccountFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`account where ${LIVE_SELLERS}`,
    order: sql`id desc`,
    where: conditions(filter),
    amount: sql`0`,
  })

function conditions({ pattern, id, status }: AccountFilter): Sql {
  const where = [sql`true`]
  if (status !== null) where.push(sql`status = ${status}`)
  if (pattern !== null)
    where.push(sql`(name ilike ${pattern} or email ilike ${pattern} or id = ${id} or uuid::text ilike ${pattern}
      or id in (
        select account_id from member join iam."user" person on person.id::text = user_id
        where person.name ilike ${pattern} or person.email ilike ${pattern}))`)
  return join(where, ' and ')
}

/** How many accounts there are of each; of a status without any nothing is said. From the index alone. */
export const countAccounts = (db: Queryable) =>
  db.query<{ status: AccountStatus; count: number }>(sql`
    select status, count(*)::int as count from account where ${LIVE_SELLERS} group by status`)

/** `postbackSecretSealed` null: it stays as it is. */
export const updateAccount = (tx: Transaction, account: Account, postbackSecretSealed: string | null, now: Date) =>
  tx.query(sql`
    update account set name = ${account.name}, status = ${account.status},
      api_cashout_enabled = ${account.apiCashoutEnabled}, transfer_allowed = ${account.transferAllowed},
      accepts_late_payment = ${account.acceptsLatePayment},
      returns_fee_on_refund = ${account.returnsFeeOnRefund}, unexpected_receipts = ${account.unexpectedReceipts},
      duplicate_cashout_window_seconds = ${account.duplicateCashoutWindowSeconds},
      members_need_second_factor = ${account.membersNeedSecondFactor},
      fees = ${JSON.stringify(account.fees)}::jsonb, limits = ${JSON.stringify(account.limits)}::jsonb,
      reserve = ${JSON.stringify(account.reserve)}::jsonb, settlement = ${JSON.stringify(account.settlement)}::jsonb,
      pay_in_psp_account_id = ${account.payInPspAccountId}, pay_out_psp_account_id = ${account.payOutPspAccountId},
      boleto_psp_account_id = ${account.boletoPspAccountId}, card_psp_account_id = ${account.cardPspAccountId},
      cards_off_until = ${account.cardsOffUntil},
      postback_secret_sealed = coalesce(${postbackSecretSealed}::text, postback_secret_sealed), updated_at = ${now},
      seal = default
    where id = ${account.id}`)

/** The test account of a live one has its status. */
export const setTestStatus = (tx: Transaction, { id, status }: Pick<Account, 'id' | 'status'>, now: Date) =>
  tx.query(sql`
    update account set status = ${status}, updated_at = ${now}, seal = default
    where live_account_id = ${id} and status <> ${status}`)

/** Until the end of the transaction nobody else opens an account for this person. */
export const lockPerson = (tx: Transaction, userId: string) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`open account/${userId}`}, 0))`)

export async function findAccountOfPerson(db: Queryable, userId: string): Promise<number | null> {
  const [row] = await db.query<{ account_id: number }>(sql`
    select account_id from member where user_id = ${userId} order by created_at, account_id limit 1`)
  return row?.account_id ?? null
}

/** From now on nobody opens an account for this person by themselves, also when they belong to none any more. */
export const recordOpened = (tx: Transaction, userId: string) =>
  tx.query(sql`update iam."user" set "awaitsAccount" = false where id = ${userId}::uuid and "awaitsAccount"`)

export interface NewAccount {
  name: string
  email: string
  status: AccountStatus
  fees: Fees
  limits: AgreedLimits
  reserve: Reserve
}

/** Bound to the oldest PSP accounts that take part in paying in and out, both of one environment. */
export async function insertAccount(tx: Transaction, account: NewAccount, now: Date): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into account (name, email, status, fees, limits, reserve, pay_in_psp_account_id, pay_out_psp_account_id,
      created_at, updated_at)
    values (${account.name}, ${account.email}, ${account.status}, ${JSON.stringify(account.fees)}::jsonb,
      ${JSON.stringify(account.limits)}::jsonb, ${JSON.stringify(account.reserve)}::jsonb,
      (select min(id) from psp_account where owner_account_id is null and pay_in_enabled),
      (select min(id) from psp_account where owner_account_id is null and pay_out_enabled
        and environment = coalesce((select environment from psp_account
          where owner_account_id is null and pay_in_enabled order by id limit 1), environment)),
      ${now}, ${now})
    returning id`)
  return (row as { id: number }).id
}

/**
 * With the name, the terms and the rules of the live account as they are; its people are found by its number. It has neither keys nor
 * allowed addresses nor a secret of the live one: what holds one side would open the other.
 */
export async function insertTestAccount(tx: Transaction, liveAccountId: number, bank: number, now: Date) {
  const id = testAccountOf(liveAccountId)
  await tx.query(sql`
    insert into account (id, live_account_id, name, email, status, accepts_late_payment, returns_fee_on_refund,
      unexpected_receipts, duplicate_cashout_window_seconds, fees, limits, reserve, settlement, pay_in_psp_account_id,
      pay_out_psp_account_id, boleto_psp_account_id, card_psp_account_id, created_at, updated_at)
    overriding system value
    select ${id}::int, id, name, email, status, accepts_late_payment, returns_fee_on_refund, unexpected_receipts,
      duplicate_cashout_window_seconds, fees, limits, reserve, settlement, ${bank}, ${bank}, ${bank}, ${bank}, ${now}, ${now}
    from account where id = ${liveAccountId}`)
  return id
}

/**
 * No account that is opened from now on gets this number or a lower one: they have belonged to accounts that this database
 * has forgotten. A number that is far ahead is not met in this way, and would leave none for others.
 */
export const passAccountNumbers = (db: Queryable, upTo: number) =>
  db.query(sql`
    select setval(numbers, ${upTo}::bigint)
    from (select pg_get_serial_sequence('account', 'id')::regclass as numbers) account_numbers
    cross join lateral (select coalesce(pg_sequence_last_value(numbers), ${SUSPENSE_ACCOUNT_ID}) as reached) last
    where ${upTo}::bigint > reached and ${upTo}::bigint <= reached + ${FAR_AHEAD}::bigint`)

const FAR_AHEAD = 1_000_000

/** null where nothing was ever sold, received or paid through this account. */
export async function findDealtEnvironment(tx: Transaction, id: number): Promise<'live' | 'test' | null> {
  const [row] = await tx.query<{ environment: 'live' | 'test' | null }>(sql`
    select ${DEALT_IN} as environment from account where id = ${id}`)
  return row?.environment ?? null
}

export const insertOwner = (tx: Transaction, accountId: number, userId: string, now: Date) =>
  tx.query(sql`
    insert into member (account_id, user_id, role, created_at, approves_at)
    values (${accountId}, ${userId}, 'OWNER', ${now}, ${now})`)

export async function findAllowedIps(db: Queryable, accountId: number): Promise<string[]> {
  const [row] = await db.query<{ allowed_ips: string[] }>(sql`
    select allowed_ips from account where id = ${accountId}`)
  return row?.allowed_ips ?? []
}

/** Answers those that were allowed before. */
export async function replaceAllowedIps(tx: Transaction, accountId: number, ips: string[], now: Date) {
  const [row] = await tx.query<{ before: string[] }>(sql`
    with old as (select id, allowed_ips from account where id = ${accountId} for no key update)
    update account set allowed_ips = ${ips}::text[], updated_at = ${now}, seal = default from old
    where account.id = old.id returning old.allowed_ips as before`)
  return row?.before ?? []
}
