// Not part of the suite: a million lines and a hundred thousand sales, exported by a gateway that is a process of its own and
// is watched for its memory, and the answers of the lists at that size.
//   node --test --test-global-setup=test/setup.ts test/statement/one-million.ts
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { openDatabase } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'
import { signIn } from '../access/person.ts'
import { freshDatabase } from '../gateway.ts'
import { openGateway } from '../process/scene.ts'
import { readSheet } from '../start/gateway.ts'
import { writeManyLines, writeManySales } from './many.ts'

const LINES = 1_000_000
const SALES = 100_000
const MIB = 1024 ** 2
const MAX_GROWN_BYTES = 150 * MIB

/** Downloads it, and looks at what the process holds at first and whenever so many rows have come. */
async function watched(pid: number, url: string, headers: Record<string, string>, every: number) {
  const resident = [await residentBytes(pid)]
  const answer = await fetch(url, { headers })
  let lines = 0
  for await (const chunk of answer.body ?? []) {
    const before = Math.floor(lines / every)
    for (const byte of chunk) if (byte === 10) lines++
    if (Math.floor(lines / every) > before) resident.push(await residentBytes(pid))
  }
  return { lines, resident }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

const inMib = (bytes: number) => Math.round(bytes / MIB)

test('a million lines in constant memory', async context => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const gateway = await openGateway(resources, { connection })
  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  const rui = await signIn(gateway, (await readSheet(gateway.dataDir)).seller)
  // An account that has booked nothing yet.
  const person = { id: crypto.randomUUID(), name: 'Loja', email: 'loja@example.com' }
  const large = await openAccount(db, { person, status: 'ACTIVE', now: new Date() })
  await db.query(sql`
    insert into member (account_id, user_id, role, created_at, approves_at)
    select ${large}, user_id, 'OWNER', created_at, created_at from member where account_id = ${gateway.seller.accountId}`)
  const from = new Date(Date.now() - 89 * DAY_MS)
  await writeManyLines(db, { accountId: large, sales: LINES / 2, from, everyMs: 15_000 })
  await writeManySales(db, { accountId: large, sales: SALES, from, everyMs: 76_000 })
  const own = { 'x-account-id': String(large), cookie: rui.cookie }

  for (const [path, rows] of [
    ['/api/sales/export.csv', SALES],
    ['/api/statement/export.csv', LINES],
  ] as const) {
    const began = performance.now()
    const { lines, resident } = await watched(gateway.child.pid ?? 0, gateway.url + path, own, rows / 10)
    assert.equal(lines, rows + 1)
    const seconds = (performance.now() - began) / 1_000
    context.diagnostic(
      `${path}: ${rows} rows in ${seconds.toFixed(1)} s, resident MiB ${resident.map(inMib).join(' ')}`,
    )
    assert.ok(Math.max(...resident) - (resident[0] ?? 0) < MAX_GROWN_BYTES)
  }
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
  for (const path of [
    '/api/metrics?days=90',
    '/api/metrics?days=30',
    '/api/sales',
    '/api/sales?status=PENDENTE',
    '/api/sales?q=pedido-77777',
    '/api/sales?q=cliente 77',
    '/api/sales?q=nobody of that name',
    `/api/sales?from=${day(60)}&to=${day(60)}`,
    '/api/statement',
    `/api/statement?from=${day(60)}&to=${day(60)}`,
    '/api/statement?type=DISPUTE_HELD',
    '/api/statement?referenceType=sale&reference=77777',
    '/api/statement?sale=77777',
    `/api/statement/balance?at=${day(60)}`,
    `/api/statement/summary?from=${day(60)}&to=${day(30)}`,
    '/api/statement/summary',
  ]) {
    const laps: number[] = []
    for (let n = 0; n < 9; n++) {
      const began = performance.now()
      const answer = await fetch(gateway.url + path, { headers: own })
      await answer.text()
      assert.equal(answer.status, 200, path)
      laps.push(performance.now() - began)
    }
    context.diagnostic(`${path}: median ${laps.toSorted((one, other) => one - other)[4]?.toFixed(1)} ms`)
  }
})
