// What the hash chain costs: the ledger by group commit with it, against the same without it, in turn and durable. Without it, the tables
// lack the two columns and a writer of its own replaces the ledger's, which differs in nothing else. Only the ledger is measured, and no
// other part of a request, so that no other cost hides the chain's. Run by itself, or by bench:money.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type Connection, type Database, openDatabase, type Transaction } from '#db/postgres.ts'
import { centavos, ZERO } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import { type Posting, post, SIDES, type Transfer, type Wallet } from '#ledger/ledger.ts'
import { median } from './notifications/figures.ts'

export interface ChainFigures {
  /** With the chain, of without: one ratio for each pair. */
  ratios: number[]
  withPerSecond: number
  withoutPerSecond: number
}

type Write = (tx: Transaction, accountId: number, postings: Posting[], now: Date) => Promise<void>

const BATCH = 256
const THEN = new Date('2020-01-01T12:00:00Z')

/** On a fresh server; the databases are of its owner. */
export async function chainFigures(
  connection: Connection,
  { pairs = 15, entries = 6_400 } = {},
): Promise<ChainFigures> {
  await using resources = new AsyncDisposableStack()
  const side = async (name: string, write: Write) => {
    const db = await freshDatabase(resources, connection, name)
    const person = { id: crypto.randomUUID(), name: 'Loja', email: 'loja@example.com' }
    const accountId = await openAccount(db, { person, status: 'ACTIVE', now: THEN })
    return { db, run: () => rateOf(db, write, accountId, entries) }
  }
  const chained = await side('chain_on', writeChained)
  const unchained = await side('chain_off', writeUnchained)
  await unchained.db.query(sql`alter table transfer drop column hash`)
  await unchained.db.query(sql`alter table wallet drop column head`)

  const rates: { on: number; off: number }[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const first = pair % 2 === 0 ? { on: await chained.run() } : { off: await unchained.run() }
    const both = { on: first.on ?? (await chained.run()), off: first.off ?? (await unchained.run()) }
    // The first warms everything up.
    if (pair > 0) rates.push(both)
  }
  return {
    ratios: rates.map(({ on, off }) => on / off),
    withPerSecond: median(rates.map(({ on }) => on)),
    withoutPerSecond: median(rates.map(({ off }) => off)),
  }
}

async function freshDatabase(resources: AsyncDisposableStack, connection: Connection, name: string): Promise<Database> {
  const owner = openDatabase(connection, 1)
  await owner.query(sql`create database ${raw(name)}`)
  await owner.close()
  const own = { ...connection, database: name }
  await migrate(own)
  const db = openDatabase(own, 2)
  resources.defer(() => db.close())
  return db
}

async function rateOf(db: Database, write: Write, accountId: number, entries: number): Promise<number> {
  const began = performance.now()
  for (let written = 0; written < entries; written += BATCH) {
    const postings = Array.from({ length: BATCH }, (_, n) => postingOf(written + n))
    await db.transaction(tx => write(tx, accountId, postings, THEN))
  }
  return (entries * 1_000) / (performance.now() - began)
}

const AMOUNT = centavos(1_00)

/** An incoming payment, and a hold on it: what most batches consist of. */
function postingOf(n: number): Posting {
  const of = { amount: AMOUNT, subject: 'withdrawal' as const, subjectId: BigInt(n) }
  if (n % 2 === 0) return { kind: 'CASHOUT_UNCHARGED', ...of, pspAccountId: 1 }
  return { kind: 'CASHOUT_HELD', ...of, opens: { reason: 'WITHDRAWAL' } }
}

const writeChained: Write = async (tx, accountId, postings, now) => {
  const books = await openBooks(tx, [accountId], now)
  for (const posting of postings) books.mustPost(accountId, posting)
  await books.write()
}

const writeUnchained: Write = async (tx, accountId, postings, now) => {
  const wallet = await lockUnchained(tx, accountId, now)
  const transfers = postings.map(posting => {
    const transfer = post(wallet, posting)
    if (transfer === 'INSUFFICIENT_BALANCE') throw new Error('there is money for all of it')
    return transfer
  })
  await insertUnchained(tx, transfers, wallet, now)
}

async function lockUnchained(tx: Transaction, accountId: number, now: Date): Promise<Wallet> {
  const lock = () =>
    tx.query<Record<string, bigint>>(sql`
      select account_id, seq, available_centavos, blocked_centavos, fee_centavos, received_centavos, clearing_centavos
      from wallet where account_id = any(${[accountId]}::int[]) order by account_id for update`)
  let [row] = await lock()
  if (row === undefined) {
    await tx.query(sql`insert into wallet (account_id, updated_at) values (${accountId}, ${now})`)
    ;[row] = await lock()
  }
  const balance = Object.fromEntries(SIDES.map(side => [side, row?.[`${side}_centavos`] ?? 0n]))
  return { accountId, seq: row?.seq ?? 0n, balance: balance as Wallet['balance'], head: '', shortfall: ZERO }
}

async function insertUnchained(tx: Transaction, transfers: Transfer[], wallet: Wallet, now: Date): Promise<void> {
  const rows = transfers.map(transfer => ({
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
  }))
  const figures = [
    {
      account_id: wallet.accountId,
      seq: wallet.seq.toString(),
      ...Object.fromEntries(SIDES.map(side => [side, wallet.balance[side].toString()])),
    },
  ]
  await tx.query(sql`
    with moved as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved(account_id int, seq bigint, kind text,
        debit text, credit text, amount bigint, available_after bigint, blocked_after bigint, forced boolean,
        hold_seq bigint, resolves boolean, psp_account_id int, subject text, subject_id bigint,
        reason text, release_at timestamptz)
    ), appended as (
      insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
        blocked_after_centavos, forced, hold_seq, resolves_hold, psp_account_id, subject, subject_id, created_at)
      select account_id, seq, kind, debit, credit, amount, available_after, blocked_after, forced, hold_seq, resolves,
        psp_account_id, subject, subject_id, ${now}
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
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as figure(account_id int, seq bigint, available bigint,
      blocked bigint, fee bigint, received bigint, clearing bigint)
    where wallet.account_id = figure.account_id
    returning (select count(*) from taken)::int as taken`)
}

if (import.meta.main) {
  await using resources = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-bench-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbedded({ dataDir })
  resources.defer(() => rm(server.folder, { recursive: true, force: true }))
  resources.defer(() => server.stop())
  const { ratios, withPerSecond, withoutPerSecond } = await chainFigures(server.connection)
  process.stdout.write(
    `with the chain ${withPerSecond.toFixed(0)} /s, without ${withoutPerSecond.toFixed(0)} /s: ` +
      `${median(ratios).toFixed(3)} (${ratios.map(ratio => ratio.toFixed(2)).join(', ')})\n`,
  )
}
