// The SQL by which PSP accounts are found: what every caller of a PSP needs. The operator's pages have a store of their own.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID, TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { PspTls } from './accounts/first-account.ts'
import { mayBeOwed } from './collect/owed-store.ts'
import type { AccountType, ReceivingAccount } from './recurrence/port.ts'

export interface PspAccount {
  id: number
  /** A name in `PSP_KINDS`, or one of a later version. */
  kind: string
  environment: 'live' | 'test'
  name: string
  baseUrl: string
  pixKey: string
  credentialsSealed: string
  /** Where the money of debits goes; both are null without a receiving account, and the branch where the PSP has none. */
  receiverBranch: string | null
  receiverAccount: string | null
  receiverAccountType: AccountType | null
  /** Of the API of its charges by boleto; null: it makes none. */
  collectBaseUrl: string | null
  /** Whether its boletos have a Pix code too. */
  bolepix: boolean
  /** Raised with every change of an address, the credentials or the receiving account. */
  version: number
}

/** null: this account does no recurring PIX. */
export function receivingAccountOf(
  account: Pick<PspAccount, 'receiverBranch' | 'receiverAccount' | 'receiverAccountType'>,
): ReceivingAccount | null {
  const { receiverBranch: branch, receiverAccount, receiverAccountType: type } = account
  return receiverAccount === null || type === null ? null : { branch, account: receiverAccount, type }
}

/** The content of the secret box of a PSP account: the fields that its kind declares, and the token of its callback address. */
export interface Credentials extends PspTls {
  clientId: string
  clientSecret: string
  callbackToken: string
  [field: string]: string | undefined
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const PSP_ACCOUNT = {
  id: 'id',
  kind: 'kind',
  environment: 'environment',
  name: 'name',
  baseUrl: 'base_url',
  pixKey: 'pix_key',
  credentialsSealed: 'credentials_sealed',
  receiverBranch: 'receiver_branch',
  receiverAccount: 'receiver_account',
  receiverAccountType: 'receiver_account_type',
  collectBaseUrl: 'collect_base_url',
  bolepix: 'bolepix',
  version: 'version',
} as const

const COLUMNS = columnsOf<PspAccount>(PSP_ACCOUNT)

export async function findPspAccount(db: Queryable, id: number): Promise<PspAccount | null> {
  const [row] = await db.query<PspAccount>(sql`select ${COLUMNS} from psp_account where id = ${id}`)
  return row ?? null
}

/** The oldest account of this kind and environment; without one, the oldest of all. */
export async function findAccountInForce(
  db: Queryable,
  like: Pick<PspAccount, 'kind' | 'environment'>,
): Promise<PspAccount | null> {
  const [row] = await db.query<PspAccount>(sql`
    select ${COLUMNS} from psp_account
    order by (kind = ${like.kind} and environment = ${like.environment}) desc, id limit 1`)
  return row ?? null
}

/** What an account began while it was switched on may still be paid, returned or reported for this long. */
const AFTERLIFE_MS = 90 * DAY_MS

/** The test bank of test mode is compared with nothing: it has play money. A column of the row psp_account. */
export const IS_RECONCILED: Sql = sql`owner_account_id is distinct from ${TEST_SUSPENSE_ACCOUNT_ID}`

export async function isReconciled(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.query(sql`select from psp_account where id = ${id} and ${IS_RECONCILED}`)
  return rows.length > 0
}

/**
 * Whether callbacks and lists of an account are still read: it is switched on, or was a short while ago, or a payer has authorised debits
 * that only it can report, or a charge by
 * boleto or card is not over. A column of the row psp_account.
 */
export const inUseAt = (now: Date): Sql => sql`
  (pay_in_enabled or pay_out_enabled or coalesce(off_since > ${new Date(now.getTime() - AFTERLIFE_MS)}, true)
    or ${hasRecurring(sql`psp_account.id`)} or ${hasOpenCharges(sql`psp_account.id`)})`

/** Whether this PSP account has recurrences that may still be authorised or debited, or debits without an end. */
export const hasRecurring = (id: Sql | number): Sql => sql`
  (exists (
    select from recurrence where psp_account_id = ${id} and status in ('CRIANDO', 'CRIADA', 'APROVADA')
  ) or exists (
    select from debit where psp_account_id = ${id} and status in ('PLANEJADA', 'ENVIANDO', 'CRIADA', 'ATIVA')
  ))`

/**
 * Whether this PSP account has charges by boleto or card that may still be paid or have to be looked up, each of which has a due time, or
 * owes what it has charged.
 */
export const hasOpenCharges = (id: Sql | number): Sql => sql`
  (exists (select from charge where psp_account_id = ${id} and due_at is not null and state <> 'ENDED')
    or ${mayBeOwed(table => sql`${table}.psp_account_id = ${id}`)})`

export async function hasPspAccount(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select from psp_account limit 1`)
  return rows.length > 0
}

/** Whether only play money moves here: there are PSP accounts in use beside the test bank of test mode, and none of them is live. */
export async function isTestGateway(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ test: boolean }>(sql`
    select coalesce(bool_and(environment = 'test'), false) as test
    from psp_account
    where (pay_in_enabled or pay_out_enabled) and ${IS_RECONCILED}`)
  return row?.test ?? false
}

/** All of them; those that are not in use may still be opened for their earlier payments. */
export const findPspAccountVersions = (db: Queryable, now: Date) =>
  db.query<{ id: number; version: number; inUse: boolean }>(sql`
    select id, version, ${inUseAt(now)} as "inUse" from psp_account order by id`)

/** In the order of the ids; null where there is no such account. */
export async function findVersions(db: Queryable, ids: number[]): Promise<(number | null)[]> {
  const rows = await db.query<{ id: number; version: number }>(sql`
    select id, version from psp_account where id = any(${ids}::int[])`)
  const byId = new Map(rows.map(({ id, version }) => [id, version]))
  return ids.map(id => byId.get(id) ?? null)
}

/** The owner of payments to this PSP account without a sale; null where sellers share the account. */
export async function findOwner(db: Queryable, id: number): Promise<number | null> {
  const [row] = await db.query<{ owner: number | null }>(sql`
    select owner_account_id as owner from psp_account where id = ${id}`)
  return row?.owner ?? null
}

/** Where what this PSP account reports for nobody is booked: play money apart from real money. */
export async function suspenseOf(db: Queryable, id: number): Promise<number> {
  return (await findOwner(db, id)) === TEST_SUSPENSE_ACCOUNT_ID ? TEST_SUSPENSE_ACCOUNT_ID : SUSPENSE_ACCOUNT_ID
}

/** Whether what this PSP account reports is of test accounts alone; of live ones otherwise. */
export const reportsTests = async (db: Queryable, id: number): Promise<boolean> =>
  isTestAccount(await suspenseOf(db, id))

export const findCredentials = (db: Queryable) =>
  db.query<{ credentialsSealed: string }>(sql`select credentials_sealed as "credentialsSealed" from psp_account`)

export async function findByCallbackToken(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    select id from psp_account where callback_token_hash = ${tokenHash}`)
  return row?.id ?? null
}

export interface NewPspAccount {
  kind: string
  environment: 'live' | 'test'
  name: string
  baseUrl: string
  pixKey: string
  paysOut: boolean
  /** Absent: sellers share it. */
  ownerAccountId?: number
  credentialsSealed: string
  callbackTokenHash: Buffer
  receivingAccount: ReceivingAccount | null
  /** Absent: no charges by boleto. */
  collectBaseUrl?: string
  bolepix?: boolean
  /** Of the PSP's page for cards, of both kinds. Absent: they are switched off. */
  cardEntryOrigin?: string
  now: Date
}

/** Only where the database has none yet, or its owner has none; of two processes that start at once, one inserts it. */
export function insertFirstPspAccount(db: Queryable, account: NewPspAccount) {
  const { branch = null, account: number = null, type = null } = account.receivingAccount ?? {}
  const { ownerAccountId: owner = null } = account
  const takesCards = account.cardEntryOrigin !== undefined
  return db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, pay_out_enabled, owner_account_id, credentials_sealed,
      callback_token_hash, recurrence_enabled, receiver_branch, receiver_account, receiver_account_type,
      collect_base_url, boleto_enabled, bolepix, card_enabled, debit_enabled, card_entry, card_entry_origin, created_at)
    select ${account.kind}, ${account.environment}, ${account.name}, ${account.baseUrl}, ${account.pixKey},
      ${account.paysOut}, ${owner}::int, ${account.credentialsSealed}, ${account.callbackTokenHash}, ${number !== null}, ${branch},
      ${number}, ${type}, ${account.collectBaseUrl ?? null}, ${account.collectBaseUrl !== undefined},
      ${account.bolepix ?? false}, ${takesCards}, ${takesCards}, ${takesCards ? 'frame' : 'redirect'},
      ${account.cardEntryOrigin ?? null}, ${account.now}
    where not exists (select from psp_account where ${owner}::int is null or owner_account_id = ${owner})
    on conflict do nothing`)
}

export type TestAccountPlace = Pick<
  NewPspAccount,
  'pixKey' | 'baseUrl' | 'collectBaseUrl' | 'bolepix' | 'cardEntryOrigin' | 'ownerAccountId'
>

/**
 * The sandbox's addresses follow its port; its account may have another name, but its key stays. What the operator has set about
 * boletos and cards stays too: an address of their own is given to an account that has none, and taken from none.
 */
export function moveTestAccount(db: Queryable, { pixKey, baseUrl, bolepix = false, ...place }: TestAccountPlace) {
  const { collectBaseUrl = null, cardEntryOrigin = null, ownerAccountId: owner = null } = place
  const isFirstOrigin = sql`(card_entry_origin is null and ${cardEntryOrigin !== null}::boolean)`
  return db.query(sql`
    update psp_account set base_url = ${baseUrl}, collect_base_url = coalesce(${collectBaseUrl}::text, collect_base_url),
      boleto_enabled = boleto_enabled or (collect_base_url is null and ${collectBaseUrl !== null}::boolean),
      bolepix = case when collect_base_url is null then ${bolepix}::boolean else bolepix end,
      card_enabled = card_enabled or ${isFirstOrigin}, debit_enabled = debit_enabled or ${isFirstOrigin},
      card_entry = case when ${isFirstOrigin} then 'frame' else card_entry end,
      card_entry_origin = coalesce(${cardEntryOrigin}::text, card_entry_origin),
      version = version + 1, seal = default
    where (base_url <> ${baseUrl} or collect_base_url is distinct from coalesce(${collectBaseUrl}::text, collect_base_url)
        or card_entry_origin is distinct from coalesce(${cardEntryOrigin}::text, card_entry_origin))
      and id = (select min(id) from psp_account where environment = 'test' and pix_key = ${pixKey}
        and owner_account_id is not distinct from ${owner}::int)`)
}

/** Whether charges by boleto were ever made at the PSP account. */
export async function hasCharges(db: Queryable, pspAccountId: number, method: 'boleto' | 'card'): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(sql`select ${HAS_CHARGES(sql`${pspAccountId}::int`, method)} as has`)
  return row?.has === true
}

export const HAS_CHARGES = (pspAccountId: Sql, method: 'boleto' | 'card' = 'boleto'): Sql => sql`
  exists (select from charge where charge.psp_account_id = ${pspAccountId} and charge_id is not null and method = ${method})`
