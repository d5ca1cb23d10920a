// A sweeper without a gateway: its database, its clock, and a PSP whose lists are what the test says.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { centavos } from '#kernel/money.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { PSP_KINDS } from '#psp/kinds.ts'
import type { Listed, Outcome, Payout, Period, Psp, Received } from '#psp/port.ts'
import { insertFirstPspAccount } from '#psp/store.ts'
import { startSweeps } from '#psp/sweep/sweep.ts'
import { type HeardAlerts, hearAlerts } from '../alerts.ts'
import { freshDatabase } from '../gateway.ts'
import { until } from '../until.ts'

export const CREATED = new Date('2026-03-01T12:00:00Z')
export const after = (ms: number, from: Date = CREATED) => new Date(from.getTime() + ms)

export type Page<T> = Outcome<Listed<T>>
export const EMPTY = { kind: 'done', value: { items: [], more: false, unread: [] as string[] } } as const
export const page = <T>(items: T[], more = false, unread: string[] = []): Page<T> => ({
  kind: 'done',
  value: { items, more, unread },
})
export const received = (endToEndId: string) => ({ endToEndId, amount: centavos(1) }) as Received

export interface Scene {
  db: Database
  deps: Parameters<typeof startSweeps>[0]
  /** "12:00 to 12:10 page 0" for every page that was requested, the list first. */
  asked: string[]
  compared: string[]
  alerts: HeardAlerts
  /** What the lists answer; absent: nothing in them. */
  answer: {
    received?: (period: Period, page: number, pspAccountId: number) => Promise<Page<Received>>
    sent?: () => Promise<Page<Payout>>
  }
  clock: { now: Date }
  begin(): Sweeper
}

export interface Sweeper {
  wake(): void
  recovered(pspAccountId: number): void
  stop(): Promise<void>
}

const minutes = (date: Date) => date.toISOString().slice(8, 16).replace('T', ' ')

/** `paysOut: false` is an account that could pay and is switched off; of a kind that cannot, there is `bcb`. */
export async function openScene(
  t: TestContext,
  { kind = 'bcb', paysOut = false }: { kind?: 'bcb' | 'efi'; paysOut?: boolean } = {},
): Promise<Scene> {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 5)
  await insertFirstPspAccount(db, {
    kind,
    environment: 'live',
    name: kind,
    baseUrl: 'http://127.0.0.1',
    pixKey: 'key',
    paysOut,
    credentialsSealed: '',
    callbackTokenHash: Buffer.from('x'),
    receivingAccount: null,
    now: CREATED,
  })
  const begun: Sweeper[] = []
  t.after(async () => {
    await Promise.all(begun.map(sweeper => sweeper.stop()))
    await db.close()
    await drop()
  })
  const alerts = hearAlerts()
  const scene: Scene = {
    db,
    asked: [],
    compared: [],
    alerts,
    answer: {},
    clock: { now: CREATED },
    deps: {
      db,
      log: pino({ level: 'silent' }),
      everyMs: MINUTE_MS,
      clock: () => scene.clock.now,
      psps: { kinds: PSP_KINDS, psp: async id => pspOf(id) },
      alerts,
      async received(_id, items) {
        scene.compared.push(...items.map(({ endToEndId }) => endToEndId))
        return { fresh: 0 }
      },
      sent: async () => ({ orphans: 0 }),
      recurrences: async () => {},
      debits: async () => {},
      boletos: async () => ({ orphans: 0 }),
      boletosRead: async () => {},
      boletosReadBack: async () => {},
      cards: async () => ({ orphans: 0 }),
      cardsReadBack: async () => {},
      onOrphans: () => {},
    },
    begin() {
      const sweeper = startSweeps(scene.deps)
      begun.push(sweeper)
      return sweeper
    },
  }
  const note = (list: string, { from, to }: Period, number: number) =>
    void scene.asked.push(`${list} ${minutes(from)} to ${minutes(to)} page ${number}`)
  const pspOf = (id: number) =>
    ({
      payIn: {
        listReceived: async (period: Period, number: number) => {
          note('received', period, number)
          return (await scene.answer.received?.(period, number, id)) ?? EMPTY
        },
      },
      payOut: {
        list: async (period: Period, number: number) => {
          note('sent', period, number)
          return (await scene.answer.sent?.()) ?? EMPTY
        },
      },
    }) as unknown as Psp
  return scene
}

export const rowsOf = async ({ db }: Scene) =>
  db.query<{ list: string; sweptTo: Date; dueAt: Date; deep: Date | null; trouble: string | null }>(sql`
    select list, swept_to as "sweptTo", due_at as "dueAt", deep_swept_at as deep, trouble from psp_sweep order by list`)

export const rowOf = async (scene: Scene) => {
  const [row] = await rowsOf(scene)
  assert.ok(row)
  return row
}

/** Until the only list is due at this time again, which is when its sweep has ended. */
export const dueAt = (scene: Scene, at: Date) =>
  until(async () => {
    const [row] = await rowsOf(scene)
    return row?.dueAt.getTime() === at.getTime() ? row : null
  }, `the list to be due at ${at.toISOString()}`)
