// How fast the doctor reads, against how fast the ledger writes: entries per second of both in one run, the ledger by group commit and
// durable, the doctor over everything that is stored with the entries as well. Run by itself, or by bench:money.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { makePartitions, migrate } from '#db/migrate.ts'
import { type Database, openDatabase } from '#db/postgres.ts'
import { type Examination, examine } from '#doctor/examine.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'

export interface DoctorFigures {
  entries: number
  writtenPerSecond: number
  readPerSecond: number
  ratio: number
}

const BATCH = 256
/** Before the first events, so that none are expected of these cashouts. */
const THEN = new Date('2020-01-01T12:00:00Z')
const AMOUNT = centavos(100_00)

/** Cashouts that were requested and refused: two entries and a hold each. The database must be fresh. */
export async function doctorFigures(db: Database, { entries = 200_000, accounts = 1 } = {}): Promise<DoctorFigures> {
  await makePartitions(db)
  const ids = await fundedAccounts(db, accounts, entries)
  const began = performance.now()
  for (let written = 0; written < entries; written += 2 * BATCH) await writeBatch(db, ids, written / 2)
  const writtenPerSecond = perSecond(entries, performance.now() - began)
  await addCashouts(db)
  await db.query(sql`analyze`)
  const examination = await examine({ db, clock: systemClock })
  if (examination === null || examination.findings.length > 0)
    throw new Error(`the doctor found fault: ${JSON.stringify(examination?.findings)}`)
  const read = entriesIn(examination)
  const readPerSecond = perSecond(read, examination.durationMs)
  return { entries: read, writtenPerSecond, readPerSecond, ratio: readPerSecond / writtenPerSecond }
}

const perSecond = (count: number, ms: number) => (count * 1_000) / ms
const entriesIn = ({ rows }: Examination) => rows.transfer ?? 0

async function fundedAccounts(db: Database, count: number, entries: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const person = { id: crypto.randomUUID(), name: 'Loja', email: 'loja@example.com' }
    ids.push(await openAccount(db, { person, status: 'ACTIVE', now: THEN }))
  }
  await db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    values ('efi', 'test', 'Banco', 'http://127.0.0.1', 'chave', '', '', ${THEN})`)
  const funds = (AMOUNT * BigInt(entries)) as Centavos
  const incomingPayments = await db.query<{ account_id: number; id: bigint }>(sql`
    insert into receipt (account_id, psp_account_id, end_to_end_id, amount_centavos, payer_name, payer_document, paid_at,
      status, reason, created_at)
    select id, 1, 'E' || id, ${funds}::bigint, 'Maria', '', ${THEN}, 'CREDITED', 'NO_SALE', ${THEN}
    from unnest(${ids}::int[]) id returning account_id, id`)
  await db.transaction(async tx => {
    const books = await openBooks(tx, ids, THEN)
    for (const { account_id, id: subjectId } of incomingPayments) {
      const of = { amount: funds, subject: 'receipt' as const, subjectId }
      books.mustPost(account_id, { kind: 'RECEIPT_KEPT', ...of, pspAccountId: 1 })
      books.mustPost(account_id, { kind: 'RECEIPT_CREDITED', ...of })
    }
    await books.write()
  })
  return ids
}

/** One commit that holds, and one that releases. */
async function writeBatch(db: Database, ids: number[], first: number): Promise<void> {
  const requests = Array.from({ length: BATCH }, (_, n) => ({
    accountId: ids[(first + n) % ids.length] as number,
    of: { amount: AMOUNT, subject: 'withdrawal' as const, subjectId: BigInt(first + n + 1) },
  }))
  const accountIds = requests.map(({ accountId }) => accountId)
  const seqs = await db.transaction(async tx => {
    const books = await openBooks(tx, accountIds, THEN)
    const opens = { reason: 'WITHDRAWAL' as const }
    const held = requests.map(({ accountId, of }) => books.mustPost(accountId, { kind: 'CASHOUT_HELD', ...of, opens }))
    await books.write()
    return held.map(({ seq }) => seq)
  })
  await db.transaction(async tx => {
    const books = await openBooks(tx, accountIds, THEN)
    for (const [n, { accountId, of }] of requests.entries())
      books.mustPost(accountId, { kind: 'CASHOUT_RELEASED', ...of, hold: { seq: seqs[n] as bigint, resolves: true } })
    await books.write()
  })
}

/** The rows that the entries are about. */
async function addCashouts(db: Database): Promise<void> {
  await db.query(sql`
    insert into withdrawal (account_id, id, uuid, state, version, amount_centavos, fee_fixed_centavos, fee_variable_centavos,
      net_centavos, pix_key, pix_key_type, hold_seq, failure_code, failure_message, created_at, updated_at, processed_at)
    overriding system value
    select account_id, subject_id, gen_random_uuid(), 'refused', 2, amount_centavos, 0, 0, amount_centavos,
      'maria@example.com', 'EMAIL', seq, 'REFUSED', '', ${THEN}, ${THEN}, ${THEN}
    from hold`)
}

if (import.meta.main) {
  await using resources = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-bench-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbedded({ dataDir })
  resources.defer(() => rm(server.folder, { recursive: true, force: true }))
  resources.defer(() => server.stop())
  await migrate(server.connection)
  const db = openDatabase(server.connection, 2)
  resources.defer(() => db.close())
  const entries = Number(process.argv[2] ?? 200_000)
  const figures = await doctorFigures(db, { entries, accounts: Number(process.argv[3] ?? 1) })
  process.stdout.write(
    `${figures.entries} entries: written ${figures.writtenPerSecond.toFixed(0)} /s, ` +
      `read by the doctor ${figures.readPerSecond.toFixed(0)} /s, ratio ${figures.ratio.toFixed(1)}\n`,
  )
}
