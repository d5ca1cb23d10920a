// The ledger's SQL: wallets are locked in order of account id, so that two batches can never wait for each other, and a
// batch is written by one statement whatever its size.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Transfer, Wallet } from './ledger.ts'

interface WalletRow {
  account_id: number
  seq: bigint
  available_centavos: Centavos
  blocked_centavos: Centavos
  fee_centavos: Centavos
  received_centavos: Centavos
  clearing_centavos: Centavos
  head: string
  lacking_centavos: Centavos
}

export interface Locked {
  wallets: Wallet[]
  /** Some were not there at the first look. What was sent to the database right behind the call may have been read before them. */
  late: boolean
}

/** Locks the wallets, making those that do not exist yet. Accounts that do not exist are simply not among the answer. */
export async function lockWallets(tx: Transaction, accountIds: number[], now: Date): Promise<Locked> {
  const ids = [...new Set(accountIds)]
  const rows = await selectForUpdate(tx, ids)
  if (rows.length === ids.length) return { wallets: rows.map(walletOf), late: false }
  await makeWallets(tx, ids, now)
  return { wallets: (await selectForUpdate(tx, ids)).map(walletOf), late: true }
}

const selectForUpdate = (tx: Transaction, accountIds: number[]) =>
  tx.query<WalletRow>(sql`
    select account_id, seq, available_centavos, blocked_centavos, fee_centavos, received_centavos, clearing_centavos,
      encode(head, 'hex') as head, lacking_centavos
    from wallet where account_id = any(${accountIds}::int[])
    order by account_id for update`)

/** An account without a balance record gets one with zeros. */
export const makeWallets = (db: Queryable, accountIds: number[], now: Date) =>
  db.query(sql`
    insert into wallet (account_id, updated_at)
    select id, ${now} from account where id = any(${accountIds}::int[])
    order by id on conflict do nothing`)

export interface Balance {
  available: Centavos
  blocked: Centavos
}

/** By account id; accounts without a wallet are not among the answer. */
export async function findBalances(db: Queryable, accountIds: number[]): Promise<Map<number, Balance>> {
  const rows = await db.query<Pick<WalletRow, 'account_id' | 'available_centavos' | 'blocked_centavos'>>(sql`
    select account_id, available_centavos, blocked_centavos from wallet where account_id = any(${accountIds}::int[])`)
  return new Map(
    rows.map(row => [row.account_id, { available: row.available_centavos, blocked: row.blocked_centavos }]),
  )
}

const walletOf = (row: WalletRow): Wallet => ({
  accountId: row.account_id,
  seq: row.seq,
  balance: {
    available: row.available_centavos,
    blocked: row.blocked_centavos,
    fee: row.fee_centavos,
    received: row.received_centavos,
    clearing: row.clearing_centavos,
  },
  head: row.head,
  shortfall: row.lacking_centavos,
})

/** A transfer with its place in the chain of its wallet. */
export interface Linked {
  transfer: Transfer
  hash: string
}

/**
 * Appends the transfers, opens, lowers and closes their holds, and moves the running figures: one statement. A hold must
 * have been written before the batch that takes from it.
 */
export async function writeTransfers(tx: Transaction, linked: Linked[], wallets: Wallet[], now: Date): Promise<void> {
  if (linked.length === 0) return
  const rows = linked.map(transferRow)
  const changed = new Set(linked.map(({ transfer }) => transfer.accountId))
  const figures = wallets.filter(wallet => changed.has(wallet.accountId)).map(figureRow)
  const taken = new Set(linked.flatMap(({ transfer }) => holdTaken(transfer) ?? [])).size
  const moved = await tx.query<{ taken: number }>(sql`
    with moved as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved(account_id int, seq bigint, kind text,
        debit text, credit text, amount bigint, available_after bigint, blocked_after bigint, forced boolean,
        hold_seq bigint, resolves boolean, psp_account_id int, subject text, subject_id bigint,
        reason text, release_at timestamptz, hash bytea)
    ), appended as (
      insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
        blocked_after_centavos, forced, hold_seq, resolves_hold, psp_account_id, subject, subject_id, created_at, hash)
      select account_id, seq, kind, debit, credit, amount, available_after, blocked_after, forced, hold_seq, resolves,
        psp_account_id, subject, subject_id, ${now}, hash
      from moved
    ), opened as (
      insert into hold (account_id, seq, reason, amount_centavos, open_centavos, subject, subject_id, release_at, created_at)
      select account_id, seq, reason, amount, amount, subject, subject_id, release_at, ${now}
      from moved where reason is not null
    ), taken as (
      update hold set open_centavos = open_centavos - gone.amount,
        closed_at = case when open_centavos = gone.amount then ${now}::timestamptz end
      from (
        select account_id, hold_seq, sum(amount) as amount
        from moved where hold_seq is not null group by account_id, hold_seq
      ) gone
      where hold.account_id = gone.account_id and hold.seq = gone.hold_seq
      returning 1
    )
    update wallet set seq = figure.seq, available_centavos = figure.available, blocked_centavos = figure.blocked,
      fee_centavos = figure.fee, received_centavos = figure.received, clearing_centavos = figure.clearing,
      head = figure.head, lacking_centavos = figure.lacking, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as figure(account_id int, seq bigint, available bigint,
      blocked bigint, fee bigint, received bigint, clearing bigint, head bytea, lacking bigint)
    where wallet.account_id = figure.account_id
    returning (select count(*) from taken)::int as taken`)
  // Where the blocked figure moved and no hold did, the two would part for ever.
  if (moved.length !== figures.length || moved[0]?.taken !== taken)
    throw new Error('a transfer takes from a hold that is not there')
}

const holdTaken = ({ accountId, hold }: Transfer) => (hold === undefined ? null : `${accountId}/${hold.seq}`)

// Whole numbers go as text: a JSON number would lose centavos beyond 2^53.
const transferRow = ({ transfer, hash }: Linked) => ({
  account_id: transfer.accountId,
  seq: transfer.seq.toString(),
  kind: transfer.kind,
  debit: transfer.debit,
  credit: transfer.credit,
  amount: transfer.amount.toString(),
  available_after: transfer.availableAfter.toString(),
  blocked_after: transfer.blockedAfter.toString(),
  forced: transfer.forced ?? false,
  hold_seq: transfer.hold?.seq.toString(),
  resolves: transfer.hold?.resolves ?? false,
  psp_account_id: transfer.pspAccountId,
  subject: transfer.subject,
  subject_id: transfer.subjectId.toString(),
  reason: transfer.opens?.reason,
  release_at: transfer.opens?.releaseAt,
  hash: bytesText(hash),
})

const bytesText = (hex: string) => `\\x${hex}`

const figureRow = (wallet: Wallet) => ({
  account_id: wallet.accountId,
  seq: wallet.seq.toString(),
  available: wallet.balance.available.toString(),
  blocked: wallet.balance.blocked.toString(),
  fee: wallet.balance.fee.toString(),
  received: wallet.balance.received.toString(),
  clearing: wallet.balance.clearing.toString(),
  head: bytesText(wallet.head),
  lacking: wallet.shortfall.toString(),
})

/** For wallets that lack another amount than before, and in which nothing has moved. */
export const writeLack = (tx: Transaction, wallets: Wallet[]) =>
  tx.query(sql`
    update wallet set lacking_centavos = next.lacking
    from unnest(${wallets.map(wallet => wallet.accountId)}::int[], ${wallets.map(wallet => wallet.shortfall)}::bigint[])
      as next(account_id, lacking)
    where wallet.account_id = next.account_id`)

/** Those of the wallets that another transaction has locked at this moment. */
export async function findLockedWallets(db: Queryable, accountIds: number[]): Promise<Set<number>> {
  const rows = await db.query<{ account_id: number }>(sql`
    with free as materialized (
      select account_id from wallet where account_id = any(${accountIds}::int[]) for update skip locked
    )
    select account_id from wallet
    where account_id = any(${accountIds}::int[]) and account_id not in (select account_id from free)`)
  return new Set(rows.map(row => row.account_id))
}
