// DATABASE_URL with several servers: how the list is read, which of them is written to, and that a former primary is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import sql from 'sql-template-tag'
import { type Connection, ConnectionTrouble, openDatabase } from '#db/postgres.ts'
import { bestOf, type Known, NoneWritable, objectionTo, refuseStrangers, type Seen } from '#db/server/candidates.ts'
import { clientFor } from '#db/server/client.ts'
import { reachServer } from '#db/server/given-server.ts'
import { connectionTo, placeOf, problemOf } from '#db/server/server-list.ts'
import type { ServerStatus } from '#db/server/status.ts'
import { freePort } from '../free-port.ts'
import { freshDatabase } from '../gateway.ts'

const READ: [url: string, servers: string[]][] = [
  ['postgres://u:p@h1:5432,h2:6432/d?target_session_attrs=read-write', ['h1:5432', 'h2:6432']],
  ['postgresql://u:p%40@h1,h2,h3/d', ['h1:5432', 'h2:5432', 'h3:5432']],
  ['postgres://u@[::1]:6000,[fe80::1]/d?sslmode=disable', ['::1:6000', 'fe80::1:5432']],
  ['postgres://u@%2Frun%2Fa,%2Frun%2Fb:5433/d', ['/run/a:5432', '/run/b:5433']],
  ['postgres:///d?host=h1,h2&port=1,2', ['h1:1', 'h2:2']],
  ['postgres:///d?host=h1,h2&port=6432', ['h1:6432', 'h2:6432']],
  ['postgres://u@h1/d?target_session_attrs=primary', []],
]

for (const [url, servers] of READ)
  test(`${url} names ${servers.join(' and ') || 'one server'}`, () => {
    const connection = connectionTo(url)
    assert.deepEqual(connection.servers?.map(placeOf), servers)
    const client = new pg.Client(connection)
    assert.equal(client.database, 'd')
    if (servers.length > 0) assert.equal(`${client.host}:${client.port}`, servers[0])
  })

const BAD: [url: string, words: RegExp][] = [
  ['postgres://u:hidden@h1,,h2/d', /^names no host at place 2 of its list$/],
  ['postgres://u:hidden@h1,h2:x/d', /^must have a port from 1 to 65535 for h2$/],
  ['postgres://u:hidden@h1:70000,h2/d', /^must have a port from 1 to 65535 for h1$/],
  ['postgres://u:hidden@h1,h2,h1:5432/d', /^names h1:5432 twice$/],
  [
    'postgres://u:hidden@h1,h2/d?target_session_attrs=any',
    /target_session_attrs=read-write, or none: Porteira writes$/,
  ],
  ['postgres:///d?host=h1,h2,h3&port=1,2', /^names 3 hosts and 2 ports$/],
  ['mysql://u:hidden@h1,h2/d', /^must be an address that begins with postgres:/],
]

for (const [url, words] of BAD)
  test(`${url} is refused`, () => {
    const problem = problemOf(url) ?? ''
    assert.match(problem, words)
    assert.doesNotMatch(problem, /hidden/)
  })

const [A, B] = [
  { host: 'a', port: 1 },
  { host: 'b', port: 2 },
]
const NEW: Known = { system: null, timeline: 0 }
const on = (timeline: number | null, more: Partial<ServerStatus> = {}): ServerStatus => ({
  writable: true,
  timeline,
  system: '7',
  ...more,
})

test('of two that take writes the one with the later history is written to, and the former primary never again', () => {
  const seen: Seen[] = [
    { server: A, found: on(1) },
    { server: B, found: on(2) },
  ]
  assert.equal(bestOf(seen, NEW), B)
  const known = { system: '7', timeline: 2 }
  assert.equal(bestOf([{ server: A, found: on(1) }], known), null)
  assert.match(objectionTo(on(1), known), /a former primary: its history is 1, and 2 has been worked on/)
  assert.equal(objectionTo(on(3), known), '')
})

test('a standby, a stranger, and one that says nothing of itself', () => {
  const known = { system: '7', timeline: 2 }
  assert.match(objectionTo(on(2, { writable: false }), known), /a standby, or takes no writes/)
  assert.match(objectionTo(on(2, { system: '8' }), known), /not a copy of the database that was worked on/)
  assert.equal(objectionTo(on(null, { system: null }), known), '')
  const seen: Seen[] = [
    { server: A, found: on(1, { system: '8' }) },
    { server: B, found: on(1) },
  ]
  assert.throws(() => refuseStrangers(seen), /a:1 and b:2 are not copies of one database/)
  const none = new NoneWritable(
    [
      { server: A, found: new Error('connect ECONNREFUSED') },
      { server: B, found: on(1) },
    ],
    known,
  )
  assert.match(none.message, /^none takes writes: a:1: connect ECONNREFUSED; b:2: it is a former primary/)
})

/** A server that is gone, and the real one. */
async function listOf({ host = '', port, user, database }: Connection): Promise<string> {
  const gone = await freePort()
  return `postgres://${user}@localhost/${database}?host=127.0.0.1,${encodeURIComponent(host)}&port=${gone},${port}`
}

test('every way to the database takes the server that is there and takes writes', async t => {
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const list = await reachServer(await listOf(connection))
  const db = openDatabase(list, 2)
  t.after(() => db.close())
  assert.deepEqual(await db.query(sql`select current_database()::text as name`), [{ name: connection.database }])
  const client = clientFor(list)
  await client.connect()
  await client.end()

  // From now on sessions that begin find a server that takes no writes.
  await db.query(sql`do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`)
  await assert.rejects(
    reachServer(await listOf(connection)),
    /none takes writes: .*it is a standby, or takes no writes/,
  )
  await assert.rejects(clientFor(list).connect(), /it is a standby, or takes no writes/)
  const other = openDatabase(await onlyOf(connection), 1)
  t.after(() => other.close())
  await assert.rejects(other.query(sql`select 1`), ConnectionTrouble)
})

const onlyOf = async ({ host = '', port, user, database }: Connection): Promise<Connection> =>
  connectionTo(`postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`)

test('a session whose server takes no writes any more is given up, and what was asked is told to come later', async t => {
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const db = openDatabase(await onlyOf(connection), 1)
  t.after(() => db.close())
  const pidOf = async () => (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid
  const first = await pidOf()
  await db.query(sql`set default_transaction_read_only = on`)
  await assert.rejects(
    db.transaction(async tx => void (await tx.query(sql`update house set pulse = pulse`))),
    (error: Error) => error instanceof ConnectionTrouble && /read-only transaction/.test(error.message),
  )
  assert.notEqual(await pidOf(), first)
})
