// A gateway whose bank keeps its books in a file, so that a test can change them; and two operators.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import sql from 'sql-template-tag'
import { boundsOf, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { freshDatabase, openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'
import { casesOf, openCases, reconciled } from './asking.ts'

export interface Scene extends AsyncDisposable {
  gateway: TestGateway
  olga: Person
  otto: Person
  /** On which everything happens. */
  day: LocalDate
  /** Another gateway over the same database and bank. */
  beside(): Promise<TestGateway>
  /** The bank's own books are changed without a trace. */
  plant(...statements: [statement: string, ...values: SQLInputValue[]][]): Promise<void>
  /** The next day, with everything that the sweeps had to do done. */
  nextDay(): Promise<void>
  /** Requests the day and waits until it is read. */
  reconciled(day?: LocalDate, pspAccountId?: number): Promise<Answer['body']>
  cases(query?: string): Promise<Answer['body'][]>
  /** "received MISSING_HERE 1000", of the open ones. */
  open(): Promise<string[]>
  /** Proposed by the first operator, confirmed by the second. */
  confirmed(path: string, body: object): Promise<Answer>
}

export async function openScene(env: Record<string, string> = {}, startsAt = new Date()): Promise<Scene> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'bank-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const ahead = startsAt.getTime() - Date.now()
  const bankClock = () => new Date(Date.now() + ahead)
  const bankSettings = { dataDir, latencyMs: 0, clock: bankClock }
  let bank = await openBank({ ...bankSettings, port: 0 })
  resources.defer(() => bank.close())
  const all = { SWEEP_EVERY_MS: '3600000', ...env }
  const gateway = resources.use(await openTestGateway({ env: all, on: { connection, bank }, startsAt: bankClock() }))
  const olga = await registerOperator(gateway)
  const otto = await registerOperator(gateway)
  const scene: Scene = {
    gateway,
    olga,
    otto,
    day: dateAt(startsAt),
    beside: async () =>
      resources.use(await openTestGateway({ env: all, on: { connection, bank }, startsAt: gateway.now() })),
    async plant(...statements) {
      const { port } = bank
      await bank.close()
      const books = new DatabaseSync(join(dataDir, 'bank.db'))
      books.exec('pragma foreign_keys = off')
      const changed = statements.map(([statement, ...values]) =>
        Number(books.prepare(statement).run(...values).changes),
      )
      books.close()
      bank = await openBank({ ...bankSettings, port })
      assert.deepEqual(
        changed,
        statements.map(() => 1),
      )
    },
    async nextDay() {
      const tomorrow = gateway.now().getTime() + DAY_MS
      // In its first minutes the day before is not believed to be over.
      const early = boundsOf(dateAt(new Date(tomorrow))).from.getTime() + HOUR_MS - tomorrow
      gateway.advance(DAY_MS + Math.max(0, early))
      // By its own clock: of what it has read before a moment of another one it would not know that it is late, for an hour.
      const now = gateway.now()
      await until(async () => {
        const rows = await gateway.db.query(sql`select from psp_sweep where due_at <= ${now} or swept_to < ${now}`)
        return rows.length === 0 || null
      }, 'the lists to be swept')
    },
    reconciled: (day = scene.day, pspAccountId = 1) => reconciled(olga, day, pspAccountId),
    cases: query => casesOf(olga, query),
    open: () => openCases(olga),
    async confirmed(path, body) {
      const proposed = await olga.call('POST', path, body)
      assert.equal(proposed.status, 201, proposed.text)
      const own = await olga.call('POST', `/api/admin/proposals/${proposed.body.id}/confirm`, { reason: 'Eu mesma.' })
      assert.equal(own.status, 403, 'the same person is not the second one')
      return otto.call('POST', `/api/admin/proposals/${proposed.body.id}/confirm`, { reason: 'Conferido.' })
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
  return scene
}

export async function paidOut(seller: Seller, amount: number, pixKey = 'ana@example.com', status = 'COMPLETED') {
  const { path } = await take(seller, { amount, pixKey })
  return seller.reaches(path, status)
}
