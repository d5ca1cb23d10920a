// The SQL of the operator's management of PSP accounts. Callers of a PSP find its account through store.ts.
import sql from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { hasOpenCharges, hasRecurring, PSP_ACCOUNT, type PspAccount } from '../store.ts'
import type { ChargeSettings } from './charges.ts'

/** A PSP account as the operator manages it. */
export interface ManagedAccount extends PspAccount, ChargeSettings {
  payInEnabled: boolean
  payOutEnabled: boolean
  fallbackPspAccountId: number | null
  /** Whether recurrences may be made here. Those that are there are debited in any case. */
  recurrenceEnabled: boolean
  createdAt: Date
  /** Who alone sells through it; null: sellers share it. */
  ownerAccountId: number | null
  /** Sellers who receive or are paid through it. */
  boundAccounts: number
}

const COLUMNS = columnsOf<ManagedAccount>({
  ...PSP_ACCOUNT,
  payInEnabled: 'pay_in_enabled',
  payOutEnabled: 'pay_out_enabled',
  fallbackPspAccountId: 'fallback_psp_account_id',
  recurrenceEnabled: 'recurrence_enabled',
  boletoEnabled: 'boleto_enabled',
  cardEnabled: 'card_enabled',
  debitEnabled: 'debit_enabled',
  cardEntry: 'card_entry',
  cardEntryOrigin: 'card_entry_origin',
  cardSettlement: 'card_settlement',
  createdAt: 'created_at',
  ownerAccountId: 'owner_account_id',
  boundAccounts: `(select count(*)::int from account
    where psp_account.id in (pay_in_psp_account_id, pay_out_psp_account_id, boleto_psp_account_id, card_psp_account_id))`,
})

/** Newest first, below `cursor`. */
export const listManaged = (db: Queryable, page: { cursor: bigint | null; limit: number }) =>
  db.query<ManagedAccount>(sql`
    select ${COLUMNS} from psp_account where (${page.cursor}::bigint is null or id < ${page.cursor})
    order by id desc limit ${page.limit}`)

export async function findManaged(db: Queryable, id: number): Promise<ManagedAccount | null> {
  const [row] = await db.query<ManagedAccount>(sql`select ${COLUMNS} from psp_account where id = ${id}`)
  return row ?? null
}

/** Changes of PSP accounts are serial: duplicates are searched among all of them. */
export async function lockManaged(tx: Transaction): Promise<ManagedAccount[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('psp accounts', 0))`)
  return tx.query<ManagedAccount>(sql`select ${COLUMNS} from psp_account order by id`)
}

/**
 * Whether this account has anything open that only its own bank can end: a payout, a sale that may still be paid, a refund, a
 * recurrence, a debit, or a charge by boleto or card.
 * Their creation locks the row of the account with a key share, so that none begins between this query and the commit.
 */
export async function hasUnfinished(tx: Transaction, id: number): Promise<boolean> {
  await tx.query(sql`select from psp_account where id = ${id} for update`)
  // Everything without an end has a due time, and few rows have one: each of these queries reads a small index.
  const [row] = await tx.query<{ unfinished: boolean }>(sql`
    select exists (
      select from withdrawal join payout_attempt using (account_id, payout_id)
      where withdrawal.due_at is not null and psp_account_id = ${id} and outcome in ('asked', 'accepted', 'unknown')
    ) or exists (
      select from sale where due_at is not null and psp_account_id = ${id} and status in ('PENDENTE', 'EM_PROCESSAMENTO')
    ) or exists (
      select from refund where due_at is not null and psp_account_id = ${id} and status = 'PENDING'
    ) or ${hasRecurring(id)} or ${hasOpenCharges(id)} as unfinished`)
  return row?.unfinished ?? true
}

/** Whether a recurrence or debit of this account needs its receiving account. */
export async function needsReceivingAccount(tx: Transaction, id: number): Promise<boolean> {
  await tx.query(sql`select from psp_account where id = ${id} for update`)
  const [row] = await tx.query<{ needed: boolean }>(sql`select ${hasRecurring(id)} as needed`)
  return row?.needed ?? true
}

/** Whether a charge of this account may still be paid, has to be looked up, or is to be settled. */
export async function hasChargesUnderWay(tx: Transaction, id: number): Promise<boolean> {
  await tx.query(sql`select from psp_account where id = ${id} for update`)
  const [row] = await tx.query<{ open: boolean }>(sql`select ${hasOpenCharges(id)} as open`)
  return row?.open ?? true
}

export type NewManaged = Omit<
  ManagedAccount,
  'id' | 'version' | 'fallbackPspAccountId' | 'ownerAccountId' | 'boundAccounts'
>

export async function insertManaged(tx: Transaction, account: NewManaged, callbackTokenHash: Buffer): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, pay_in_enabled, pay_out_enabled,
      credentials_sealed, callback_token_hash, recurrence_enabled, receiver_branch, receiver_account,
      receiver_account_type, collect_base_url, boleto_enabled, bolepix, created_at)
    values (${account.kind}, ${account.environment}, ${account.name}, ${account.baseUrl}, ${account.pixKey},
      ${account.payInEnabled}, ${account.payOutEnabled}, ${account.credentialsSealed}, ${callbackTokenHash},
      ${account.recurrenceEnabled}, ${account.receiverBranch}, ${account.receiverAccount},
      ${account.receiverAccountType}, ${account.collectBaseUrl}, ${account.boletoEnabled}, ${account.bolepix},
      ${account.createdAt})
    returning id`)
  return (row as { id: number }).id
}

export interface ManagedUpdate {
  account: ManagedAccount
  /** null: the callback address stays. */
  callbackTokenHash: Buffer | null
  now: Date
}

export const updateManaged = (tx: Transaction, { account, callbackTokenHash, now }: ManagedUpdate) =>
  tx.query(sql`
    update psp_account set name = ${account.name}, base_url = ${account.baseUrl},
      pay_in_enabled = ${account.payInEnabled}, pay_out_enabled = ${account.payOutEnabled},
      fallback_psp_account_id = ${account.fallbackPspAccountId}, credentials_sealed = ${account.credentialsSealed},
      recurrence_enabled = ${account.recurrenceEnabled}, receiver_branch = ${account.receiverBranch},
      receiver_account = ${account.receiverAccount}, receiver_account_type = ${account.receiverAccountType},
      collect_base_url = ${account.collectBaseUrl}, boleto_enabled = ${account.boletoEnabled}, bolepix = ${account.bolepix},
      card_enabled = ${account.cardEnabled}, debit_enabled = ${account.debitEnabled}, card_entry = ${account.cardEntry},
      card_entry_origin = ${account.cardEntryOrigin},
      card_settlement = ${account.cardSettlement === null ? null : JSON.stringify(account.cardSettlement)}::jsonb,
      off_since = case when not ${account.payInEnabled || account.payOutEnabled} then coalesce(off_since, ${now}) end,
      callback_token_hash = coalesce(${callbackTokenHash}::bytea, callback_token_hash), version = ${account.version},
      seal = default
    where id = ${account.id}`)

/** Includes accounts that are switched off: they are still asked about open payments. */
export const listAddresses = (db: Queryable) =>
  db.query<Pick<PspAccount, 'id' | 'name' | 'environment' | 'baseUrl' | 'collectBaseUrl'>>(sql`
    select id, name, environment, base_url as "baseUrl", collect_base_url as "collectBaseUrl" from psp_account order by id`)
