// An inbox over a real database and a PSP that is never called: what a callback's entries are is all that is read of it.
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { openEfi } from '#psp/adapters/efi.ts'
import type { PspHttp } from '#psp/client/conversation.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import { type ApplyHint, startInbox } from '#psp/inbox/inbox.ts'
import { insertFirstPspAccount } from '#psp/store.ts'
import { hearAlerts } from '../alerts.ts'
import { freshDatabase } from '../gateway.ts'
import { until } from '../until.ts'

export const E2E = 'E99990002202601011200abcdefghijk'
/** No PSP at all: callbacks are read without one. */
const NOBODY: PspHttp = {
  call: async () => ({ status: null, reason: 'nobody' }),
  probe: async () => ({ kind: 'unknown', reason: 'nobody' }),
  close: async () => {},
}

export const LATER: Applied = { later: 'the PSP does not confirm it yet' }
export const RECEIVED = Buffer.from(JSON.stringify({ pix: [{ endToEndId: E2E }] }))

export interface Row {
  attempts: number
  seen: number
  dueAt: Date | null
  applied: boolean
  trouble: string | null
}

export const rowOf = async (db: Database): Promise<Row> => {
  const [row] = await db.query<Row>(sql`
    select attempts, seen, due_at as "dueAt", applied_at is not null as applied, trouble from psp_inbox order by id limit 1`)
  return row as Row
}

/** An inbox over a real database, whose clock stands still until it is moved. */
export async function openInbox(t: TestContext, apply: ApplyHint, more: { maxAMinute?: number } = {}) {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 3)
  const log = pino({ level: 'silent' })
  let now = new Date('2026-03-01T12:00:00Z')
  await insertFirstPspAccount(db, {
    kind: 'efi',
    environment: 'live',
    name: 'efi',
    baseUrl: 'http://127.0.0.1',
    pixKey: 'key',
    paysOut: true,
    credentialsSealed: '',
    callbackTokenHash: Buffer.from('x'),
    receivingAccount: null,
    now,
  })
  const psp = openEfi({ http: NOBODY, pixKey: 'key' })
  const circuitOpen = new Set<number>()
  const psps = { psp: async () => psp, circuitOpen: () => [...circuitOpen] }
  const alerts = hearAlerts()
  const inbox = startInbox({ db, psps, log, apply, clock: () => now, alerts, ...more })
  t.after(async () => {
    await inbox.stop()
    await db.close()
    await drop()
  })
  return {
    db,
    inbox,
    alerts: alerts.codes,
    known: alerts.params,
    circuitOpen,
    now: () => now,
    forward(to: Date) {
      now = to
      inbox.wake()
    },
    /** The row, once it has been tried so often. */
    tried: (attempts: number) =>
      until(async () => {
        const row = await rowOf(db)
        return row.attempts === attempts ? row : null
      }, `attempt ${attempts}`),
  }
}
