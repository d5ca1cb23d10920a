// The chain of a wallet: one hash for one entry, wherever it is computed. Memory, the database and the doctor agree, whatever the session's
// settings; and a database from before the chain is chained as it would have been written.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import pg from 'pg'
import sql from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { openDatabase } from '#db/postgres.ts'
import { centavos } from '#kernel/money.ts'
import { openBooks } from '#ledger/books.ts'
import { GENESIS, linkOf, momentText } from '#ledger/chain.ts'
import type { HoldReason, Kind, Side, Subject, Transfer } from '#ledger/ledger.ts'
import { freshDatabase } from '../gateway.ts'

const { connection, drop } = await freshDatabase()
const db = openDatabase(connection)
after(async () => {
  await db.close()
  await drop()
})

const AT = new Date('2026-03-01T12:00:00.123Z')

interface Entry {
  transfer: Transfer
  at: Date
}

const entry = (
  [seq, kind, debit, credit]: [bigint, Kind, Side, Side],
  [amount, availableAfter, blockedAfter]: [bigint, bigint, bigint],
  [subject, subjectId]: [Subject, bigint],
  more: Partial<Transfer> = {},
  at = AT,
): Entry => ({
  at,
  transfer: {
    accountId: 1001,
    seq,
    kind,
    debit,
    credit,
    amount: centavos(amount),
    subject,
    subjectId,
    availableAfter: centavos(availableAfter),
    blockedAfter: centavos(blockedAfter),
    ...more,
  },
})

const KNOWN: [Entry, hash: string][] = [
  [
    entry([1n, 'SALE', 'clearing', 'available'], [100_00n, 100_00n, 0n], ['sale', 7n], { pspAccountId: 1 }),
    '40bd4bcbf08987ecb2ba00165b0231e288382a9892d60ef53f071034a2554ba0',
  ],
  [
    entry([2n, 'RESERVE_HELD', 'available', 'blocked'], [25_00n, 75_00n, 25_00n], ['sale', 7n], {
      forced: true,
      opens: { reason: 'RESERVE', releaseAt: new Date('2026-03-31T12:00:00Z') },
    }),
    '55fd0fd8fff0ce757afa556184bedabbda720f42999e48ecbd602a905763981d',
  ],
  [
    entry(
      [3n, 'CASHOUT_PAID', 'blocked', 'clearing'],
      [9_007_199_254_740_993n, -1n, 25_00n],
      ['withdrawal', 9_223_372_036_854_775_807n],
      { forced: true, hold: { seq: 2n, resolves: true }, pspAccountId: 2_147_483_647 },
      new Date('1999-01-01T00:00:00Z'),
    ),
    'b6c39ca450fb2ccf948f8e6b915eb8d7fedb5e4cf57577d8c5661e2abb4cdcf9',
  ],
]

const parametersOf = (previous: string, { transfer, at }: Entry) => [
  ...[Buffer.from(previous, 'hex'), transfer.accountId, transfer.seq, transfer.kind, transfer.debit, transfer.credit],
  ...[transfer.amount, transfer.availableAfter, transfer.blockedAfter, transfer.forced ?? false],
  ...[transfer.hold?.seq ?? null, transfer.hold?.resolves ?? false, transfer.pspAccountId ?? null],
  ...[transfer.subject, transfer.subjectId, at, transfer.opens?.reason ?? null, transfer.opens?.releaseAt ?? null],
]

const PLACES = Array.from({ length: 18 }, (_, n) => `$${n + 1}`).join(', ')

test('known entries have known hashes, in memory and in the database', async () => {
  const client = new pg.Client(connection)
  await client.connect()
  let previous = GENESIS
  for (const [known, hash] of KNOWN) {
    assert.equal(linkOf(previous, known.transfer, momentText(known.at)), hash)
    const parameters = parametersOf(previous, known)
    const { rows } = await client.query(`select encode(transfer_hash(${PLACES}), 'hex') as hash`, parameters)
    assert.equal(rows[0].hash, hash)
    previous = hash
  }
  await client.end()
})

const SETTINGS = [
  "set timezone = 'America/Sao_Paulo'",
  "set datestyle = 'SQL, DMY'",
  'set extra_float_digits = 0',
  "set bytea_output = 'escape'",
  "set intervalstyle = 'iso_8601'",
]

test('no setting of a session changes a hash', async () => {
  const client = new pg.Client(connection)
  await client.connect()
  const [[known, hash]] = KNOWN as [[Entry, string]]
  for (const setting of SETTINGS) {
    await client.query(setting)
    const parameters = parametersOf(GENESIS, known)
    const { rows } = await client.query(`select encode(transfer_hash(${PLACES}), 'hex') as hash`, parameters)
    assert.equal(rows[0].hash, hash, setting)
  }
  await client.end()
})

const anyEntry = fc.record({
  amount: fc.bigInt({ min: 1n, max: 2n ** 53n }),
  forced: fc.boolean(),
  subjectId: fc.bigInt({ min: 1n, max: 2n ** 62n }),
  release: fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
  reason: fc.constantFrom<HoldReason>('RESERVE', 'WITHDRAWAL'),
  at: fc.date({ min: new Date('1970-01-02'), max: new Date('2100-01-01'), noInvalidDate: true }),
})

/** The hashes that the database makes of what is stored, of every transfer in order. */
const CHAINED = sql`
  select encode(hash, 'hex') as hash, encode(transfer_hash(lag(hash, 1, decode(repeat('00', 32), 'hex')) over wallet,
    account_id, seq, kind, debit, credit, transfer.amount_centavos, available_after_centavos, blocked_after_centavos,
    forced, hold_seq, resolves_hold, psp_account_id, transfer.subject, transfer.subject_id, transfer.created_at, reason,
    release_at), 'hex') as due
  from transfer left join hold using (account_id, seq) window wallet as (partition by account_id order by seq)
  order by account_id, seq`

interface ChainRow {
  hash: string
  due: string
}

const newAccount = () =>
  openAccount(db, { person: { id: randomUUID(), name: 'Loja', email: 'l@example.com' }, status: 'ACTIVE', now: AT })

test('whatever is written, the database makes the same chain of it', async () => {
  const accounts = [await newAccount(), await newAccount()]
  await fc.assert(
    fc.asyncProperty(fc.array(anyEntry, { minLength: 1, maxLength: 8 }), async entries => {
      for (const { amount, forced, subjectId, release, reason, at } of entries)
        await db.transaction(async tx => {
          const books = await openBooks(tx, accounts, at)
          for (const accountId of accounts) {
            const of = { amount: centavos(amount), subject: 'sale' as const, subjectId, forced }
            books.mustPost(accountId, { kind: 'SALE', ...of, pspAccountId: 3 })
            const opens = { reason, ...(release !== null && { releaseAt: release }) }
            books.mustPost(accountId, { kind: 'RESERVE_HELD', ...of, forced: true, opens })
          }
          await books.write()
        })
      const rows = await db.query<ChainRow>(CHAINED)
      assert.deepEqual(
        rows.map(({ hash }) => hash),
        rows.map(({ due }) => due),
      )
    }),
    { numRuns: 20 },
  )
  const heads = await db.query<{ same: boolean }>(sql`
    select head = (select hash from transfer where transfer.account_id = wallet.account_id order by seq desc limit 1) as same
    from wallet where seq > 0`)
  assert.deepEqual(heads, [{ same: true }, { same: true }])
})

const MIGRATION = fileURLToPath(new URL('../../migrations/0021_ledger_chain.sql', import.meta.url))

test('entries from before the chain get the hashes that they would have had', async () => {
  const stored = () => db.query(sql`select account_id, seq, hash from transfer order by account_id, seq`)
  const heads = () => db.query(sql`select account_id, head from wallet order by account_id`)
  const before = { stored: await stored(), heads: await heads() }
  const [up = '', down = ''] = readFileSync(MIGRATION, 'utf8').split('-- Down Migration')
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(down)
  await client.query("set timezone = 'Asia/Tokyo'")
  await client.query(up)
  await client.end()
  // The statements that this pool had prepared were of the table before.
  const fresh = openDatabase(connection, 1)
  const after = {
    stored: await fresh.query(sql`select account_id, seq, hash from transfer order by account_id, seq`),
    heads: await fresh.query(sql`select account_id, head from wallet order by account_id`),
  }
  await fresh.close()
  assert.ok(before.stored.length > 0)
  assert.deepEqual(after, before)
})
