// A load on an engine of this process: events for many webhooks at a rate, received by a receiver each, and how long each took from its
// commit to its receipt.
import sql from 'sql-template-tag'
import { ConnectionTrouble, type Database, openDatabase } from '#db/postgres.ts'
import { openEgress } from '#http/egress/egress.ts'
import { type DomainEvent, eventUid } from '#notification/events/event.ts'
import { freshDatabase } from '../../gateway.ts'
import { until } from '../../until.ts'
import { type Listener, listen, openAccount } from './audience.ts'
import { type Engine, startEngine } from './engine.ts'
import { saleEvent } from './events.ts'
import { openReceivers, type Receivers, sharedNowMs } from './receivers.ts'

export interface Committed {
  accountId: number
  atMs: number
}

export interface Load extends AsyncDisposable {
  db: Database
  engine: Engine
  receivers: Receivers
  accountIds: number[]
  /** One more account with a webhook; the url is one of the receivers' unless it is given. */
  enrol(url?: string): Promise<{ accountId: number; listener: Listener; path: string }>
  emit(events: DomainEvent[]): Promise<void>
  /** Events for these accounts in turn. Answers what was committed, by its id. */
  run(load: { accountIds: number[]; perSecond: number; forMs: number }): Promise<Map<string, Committed>>
  /** Between commit and receipt, the 99th percentile, of what these accounts were sent. Waits until all of it has come. */
  p99(committed: Map<string, Committed>, accountIds: number[]): Promise<number>
}

const TURN_MS = 5
const OK = 200
const ARRIVE_MS = 30_000

export async function openLoad({ timeoutMs = 10_000 } = {}): Promise<Load> {
  const resources = new AsyncDisposableStack()
  try {
    return await layLoad(resources, timeoutMs)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function layLoad(resources: AsyncDisposableStack, timeoutMs: number): Promise<Load> {
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 12)
  resources.defer(() => db.close())
  // What is left under way at the end must not keep it waiting.
  const receivers = resources.use(await openReceivers())
  const egress = openEgress({ publicOnly: false, timeoutMs })
  const engine = startEngine({ db, egress, timeoutMs })
  resources.defer(() => engine.dispatcher.stop())
  resources.defer(() => egress.close())
  const accountIds: number[] = []
  let events = 0n

  async function emit(given: DomainEvent[]): Promise<void> {
    const pendingDeliveries = await db.transaction(tx => engine.outbox.write(tx, given, new Date()))
    engine.outbox.send(pendingDeliveries.flat())
  }

  return {
    db,
    engine,
    receivers,
    accountIds,
    emit,
    async enrol(url) {
      const accountId = await openAccount(db)
      accountIds.push(accountId)
      const path = `/${accountId}`
      const listener = await listen(db, { accountId, url: url ?? receivers.at(path) })
      receivers.rules.set(path, { secret: listener.secret, answer: () => OK })
      return { accountId, listener, path }
    },
    async run({ accountIds: among, perSecond, forMs }) {
      const committed = new Map<string, Committed>()
      const going = new Set<Promise<void>>()
      const startedAt = performance.now()
      let begun = 0
      const begin = () => {
        const event = saleEvent({ accountId: among[begun++ % among.length] as number, number: ++events })
        const paying = emitTimed(event, committed).finally(() => going.delete(paying))
        going.add(paying)
      }
      await new Promise<void>(done => {
        const timer = setInterval(() => {
          const sinceMs = performance.now() - startedAt
          while (begun < (Math.min(sinceMs, forMs) * perSecond) / 1_000) begin()
          if (sinceMs < forMs) return
          clearInterval(timer)
          done()
        }, TURN_MS)
      })
      await Promise.all(going)
      return committed
    },
    async p99(committed, among) {
      const events = new Set(among)
      const awaited = new Map([...committed].filter(([, { accountId }]) => events.has(accountId)))
      const here = () => receivers.receipts.filter(({ eventId }) => awaited.has(eventId))
      const all = await until(() => (here().length >= awaited.size ? here() : null), 'all letters', ARRIVE_MS)
      const tookMs = all.map(({ eventId, atMs }) => atMs - (awaited.get(eventId)?.atMs ?? 0)).toSorted((a, b) => a - b)
      return tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.POSITIVE_INFINITY
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }

  async function emitTimed(event: DomainEvent, committed: Map<string, Committed>): Promise<void> {
    try {
      const pendingDeliveries = await db.transaction(tx => engine.outbox.write(tx, [event], new Date()))
      committed.set(eventUid(event), { accountId: event.accountId, atMs: sharedNowMs() })
      engine.outbox.send(pendingDeliveries.flat())
    } catch (error) {
      // The machine is too busy for this rate: then it is a smaller one.
      if (!(error instanceof ConnectionTrouble)) throw error
    }
  }
}

/** How many deliveries wait for their end. */
export async function openDeliveries(db: Database): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count from delivery`)
  return row?.count ?? 0
}
