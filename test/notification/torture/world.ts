// What outlives the engines: a database, the receivers, and the diaries.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../../gateway.ts'
import { listen, openAccount } from './audience.ts'
import { type Entry, readDiary } from './diary.ts'
import type { Given } from './engine-process.ts'
import { type Life, startLife } from './lives.ts'
import { openReceivers, type Receivers, type Rule, sharedNowMs } from './receivers.ts'

export interface World extends AsyncDisposable {
  db: Database
  connection: Connection
  receivers: Receivers
  accountIds: number[]
  /** Who receives an event, by its account and form. */
  hears(accountId: number, form: string): string[]
  begin(life: number, given?: Partial<Given>): Promise<Life>
  /** What all engines have written down, in the order of time, and what was noted here. */
  diary(): Entry[]
  note(entry: Entry): void
  /** More who receive an account's sales. */
  more: Map<number, string[]>
  /** What was judged is not kept: neither what was written down nor what was received. */
  forget(): void
  /** How many deliveries wait for their end. */
  open(): Promise<number>
}

const OK = 200
const TROUBLE = 503
const REFUSED = 422
const SLOW_MS = 120
const POSTBACKS = '/postbacks'

/**
 * A tenth of the events is refused once, a few are twice, and fewer as often as they are tried; which, their ids decide. So few that the
 * receiver's circuit never opens for it, also when only such events are left to send.
 */
function moody(eventId: string, nth: number): number {
  const lot = Number.parseInt(eventId.slice(0, 2), 16)
  return nth > REFUSALS_BELOW.filter(below => lot < below).length ? OK : TROUBLE
}
const REFUSALS_BELOW = [30, 6, 3]

const SIGNED: [account: number, path: string, rule: Pick<Rule, 'answer' | 'delayMs'>][] = [
  [0, '/well', { answer: () => OK }],
  [0, '/moody', { answer: moody }],
  [1, '/slow', { answer: () => OK, delayMs: SLOW_MS }],
  [1, '/refuses', { answer: () => REFUSED }],
  [2, '/other', { answer: () => OK }],
]
const UNSIGNED: [account: number, path: string][] = [
  [1, '/unsigned'],
  [2, '/unsigned-too'],
]
const ACCOUNTS = 3
export const RECEIVERS = SIGNED.length + UNSIGNED.length + 1

export async function openWorld(): Promise<World> {
  const resources = new AsyncDisposableStack()
  try {
    return await layWorld(resources)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function layWorld(resources: AsyncDisposableStack): Promise<World> {
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 3)
  resources.defer(() => db.close())
  const folder = await mkdtemp(join(tmpdir(), 'porteira-torture-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const receivers = resources.use(await openReceivers())
  await db.query(sql`create table payment (account_id integer not null, number bigint not null)`)
  const accountIds: number[] = []
  for (let n = 0; n < ACCOUNTS; n++) accountIds.push(await openAccount(db))
  const accountAt = (place: number) => accountIds[place] as number
  for (const [place, path, rule] of SIGNED) {
    const { secret } = await listen(db, { accountId: accountAt(place), url: receivers.at(path) })
    receivers.rules.set(path, { ...rule, secret })
  }
  for (const [place, path] of UNSIGNED) {
    await listen(db, { accountId: accountAt(place), url: receivers.at(path), type: 'WITHDRAWAL' })
    receivers.rules.set(path, { secret: null, answer: () => OK })
  }
  receivers.rules.set(POSTBACKS, { secret: 'postback', answer: () => OK })

  const lives = resources.use(new AsyncDisposableStack())
  const diaries: string[] = []
  const more = new Map<number, string[]>()
  const noted: Entry[] = []
  let forgotten = 0
  const base = {
    connection,
    accountIds,
    port: receivers.port,
    postbackUrl: receivers.at(POSTBACKS),
    perSecond: 100,
    timeoutMs: 10_000,
    trap: null,
    waitsMs: null,
    aheadMs: 0,
  }
  return {
    db,
    connection,
    receivers,
    accountIds,
    more,
    hears(accountId, form) {
      const others = more.get(accountId)
      if (others !== undefined) return others
      if (form === 'SALE_POSTBACK') return [POSTBACKS]
      const among: [number, string, ...unknown[]][] = form === 'SALE' ? SIGNED : UNSIGNED
      return among.filter(([place]) => accountAt(place) === accountId).map(([, path]) => path)
    },
    async begin(life, given = {}) {
      const diary = join(folder, `diary-${life}`)
      diaries.push(diary)
      return lives.use(await startLife({ ...base, ...given, life, diary }))
    },
    diary: () =>
      [...noted, ...diaries.flatMap(readDiary)]
        .filter(({ atMs }) => atMs >= forgotten)
        .toSorted((a, b) => a.atMs - b.atMs),
    note: entry => void noted.push(entry),
    forget() {
      forgotten = sharedNowMs()
      noted.length = 0
      more.clear()
      receivers.receipts.length = 0
      receivers.complaints.length = 0
      receivers.forget()
    },
    async open() {
      const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from delivery`)
      return row?.count ?? 0
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
