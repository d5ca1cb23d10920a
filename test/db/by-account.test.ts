// What grows with the sellers can be spread over several database servers by account: then a server sees the rows of its own accounts only,
// and can keep no promise about others. So every table with an account_id leads with it in its keys.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { type Database, openDatabase } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import type { Difference } from '#reconciliation/case/difference.ts'
import { findRun } from '#reconciliation/case/store.ts'
import { keepCases } from '#reconciliation/run/store.ts'
import { freshDatabase } from '../gateway.ts'

let db: Database
let drop: () => Promise<void>
before(async () => {
  const fresh = await freshDatabase()
  db = openDatabase(fresh.connection, 1)
  drop = fresh.drop
})
after(async () => {
  await db.close()
  await drop()
})

/** Not the partitions: what holds for their table holds for them. */
const OF_ACCOUNTS = sql`
  select class.oid, class.relname from pg_class class
  join pg_attribute on attrelid = class.oid and attname = 'account_id' and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

/** Primary keys and unique indexes whose first column is another. */
const keysThatMix = () =>
  db.query<{ found: string }>(sql`
    with of_accounts as (${OF_ACCOUNTS})
    select pg_get_indexdef(indexrelid) as found
    from pg_index join of_accounts on of_accounts.oid = indrelid
    where indisunique and pg_get_indexdef(indexrelid, 1, true) <> 'account_id'
    order by 1`)

/** Between two tables with accounts: those that do not say that both rows are of one account. */
const referencesThatMix = () =>
  db.query<{ found: string }>(sql`
    with of_accounts as (${OF_ACCOUNTS})
    select conrelid::regclass || ': ' || pg_get_constraintdef(pg_constraint.oid) as found
    from pg_constraint
    join of_accounts on of_accounts.oid = conrelid
    join of_accounts as referenced on referenced.oid = confrelid
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = confkey[1]
    where contype = 'f' and conparentid = 0 and (own.attname <> 'account_id' or theirs.attname <> 'account_id')
    order by 1`)

const found = (rows: { found: string }[]) => rows.map(row => row.found)

test('every key of a table with an account_id begins with it', async () => {
  assert.deepEqual(found(await keysThatMix()), [])
})

test('a foreign key between tables with an account_id begins with it', async () => {
  assert.deepEqual(found(await referencesThatMix()), [])
})

test('a difference that is found again for another account stays the one case', async () => {
  const [run] = await db.query<{ id: bigint }>(sql`
    with psp as (
      insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
      values ('bcb', 'test', 'Banco', 'http://127.0.0.1', 'k', '', '', now()) returning id
    )
    insert into reconciliation (psp_account_id, day, state, stage, started_at, due_at)
    select id, '2026-03-01', 'RUNNING', 'received', now(), now() from psp returning id`)
  const person = { id: randomUUID(), name: 'Loja', email: 'loja@example.com' }
  const accountId = await openAccount(db, { person, status: 'ACTIVE', now: new Date() })
  const found = {
    list: 'received',
    entryId: 'E1',
    kind: 'MISSING_HERE',
    difference: centavos(5n),
    day: '2026-03-01' as unknown as LocalDate,
  } as const
  const sides = { ours: null, theirs: { amount: 5, state: 'moved', at: null } }
  const keep = async (accountId: number | null) => {
    const whole = await findRun(db, run?.id ?? 0n)
    assert.ok(whole)
    await db.transaction(tx =>
      keepCases(tx, whole, [{ ...found, ...sides, accountId } as unknown as Difference], new Date()),
    )
  }
  await keep(null)
  await keep(accountId)
  const cases = await db.query(sql`select account_id, entry_id from reconciliation_case`)
  assert.deepEqual(cases, [{ account_id: SUSPENSE_ACCOUNT_ID, entry_id: 'E1' }])
})

test('what breaks this is found, in new tables too', async () => {
  await db.query(
    sql`create table bad (account_id integer, id bigint primary key, code text, unique (account_id, code))`,
  )
  await db.query(
    sql`create table worse (account_id integer, bad_id bigint references bad, primary key (account_id, bad_id))`,
  )
  await db.query(sql`create unique index bad_code on bad (lower(code)) where id > 0`)
  await db.query(sql`create table apart (id bigint primary key, day date unique)`)
  const keys = found(await keysThatMix())
  assert.deepEqual(
    keys.map(key => /INDEX (\w+)/.exec(key)?.[1]),
    ['bad_code', 'bad_pkey'],
  )
  assert.deepEqual(found(await referencesThatMix()), ['worse: FOREIGN KEY (bad_id) REFERENCES bad(id)'])
})
