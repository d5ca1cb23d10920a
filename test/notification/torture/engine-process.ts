// The program: an engine in a process of its own, that writes events at a rate and sends them, like a gateway without routes. One variable
// of the environment configures it, and messages control it. It ends when its parent does.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sql from 'sql-template-tag'
import { CommitInDoubt, type Connection, ConnectionTrouble, openDatabase } from '#db/postgres.ts'
import { openEgress } from '#http/egress/egress.ts'
import { type DomainEvent, eventUid } from '#notification/events/event.ts'
import { openDiary } from './diary.ts'
import { startEngine } from './engine.ts'
import { postbackEvent, saleEvent, withdrawalEvent } from './events.ts'
import { sharedNowMs } from './receivers.ts'
import { layTrap, type Point } from './trap.ts'

export interface Given {
  connection: Connection
  diary: string
  life: number
  /** Transactions a second; each publishes for one of the accounts in turn. */
  perSecond: number
  accountIds: number[]
  /** Where the sales of the first account have their postbacks; null: nowhere. */
  postbackUrl: string | null
  timeoutMs: number
  port: number
  waitsMs: number[] | null
  /** How far its clock is ahead. */
  aheadMs: number
  trap: { point: Point; count: number } | null
}

export type EngineCommand = 'emit' | 'hush' | 'stop' | 'weigh' | { aheadMs: number }
export type EngineReport = 'ready' | 'hushed' | 'stopped' | 'passed' | Weight

export interface Weight {
  /** Of what is still used. */
  heapBytes: number
  rssBytes: number
}

const LOOK_MS = 5
const EVENTS_A_LIFE = 1_000_000n

const given: Given = JSON.parse(process.env.TORTURE ?? 'null')
const say = (what: EngineReport) => process.send?.(what)
const write = openDiary(given.diary)
const trap = layTrap({
  point: given.trap?.point ?? null,
  count: given.trap?.count ?? 0,
  port: given.port,
  closing: (point, seen) => write({ kind: 'killed', atMs: sharedNowMs(), point, seen }),
})
const plain = openDatabase(given.connection, 10)
const db = trap.database(plain)
const egress = trap.egress(openEgress({ publicOnly: false, timeoutMs: given.timeoutMs }))
write({ kind: 'opened', atMs: sharedNowMs(), life: given.life })
let aheadMs = given.aheadMs
const clock = () => new Date(Date.now() + aheadMs)
const waits = given.waitsMs === null ? {} : { waitsMs: given.waitsMs }
const { dispatcher, outbox } = startEngine({ db, egress, timeoutMs: given.timeoutMs, clock, ...waits })
const emitting = new Set<Promise<void>>()
let timer: NodeJS.Timeout | null = null
let emitted = 0

function eventsOf(n: number): DomainEvent[] {
  const place = n % given.accountIds.length
  const accountId = given.accountIds[place] as number
  const number = BigInt(given.life) * EVENTS_A_LIFE + BigInt(n)
  const events = [saleEvent({ accountId, number }), withdrawalEvent({ accountId, number })]
  if (place === 0 && given.postbackUrl !== null)
    events.push(postbackEvent({ accountId, number, postbackUrl: given.postbackUrl }))
  return events
}

async function emit(n: number): Promise<void> {
  const events = eventsOf(n)
  const ids = events.map(eventUid)
  write({ kind: 'asked', atMs: sharedNowMs(), ids })
  const now = clock()
  const pendingDeliveries = await db.transaction(async tx => {
    await tx.query(sql`
      insert into payment (account_id, number) values (${events[0]?.accountId}, ${events[0]?.subjectId})`)
    return outbox.write(tx, events, now)
  })
  write({ kind: 'committed', atMs: sharedNowMs(), ids })
  trap.pass('after the commit')
  outbox.send(pendingDeliveries.flat())
}

function emitAtRate(): void {
  const startedAt = performance.now()
  const before = emitted
  timer = setInterval(() => {
    const due = before + ((performance.now() - startedAt) * given.perSecond) / 1_000
    for (; emitted < due; emitted++) {
      const going = emit(emitted)
        .catch(error => {
          if (!(error instanceof ConnectionTrouble || error instanceof CommitInDoubt)) throw error
        })
        .finally(() => emitting.delete(going))
      emitting.add(going)
    }
  }, LOOK_MS)
}

async function hush(): Promise<void> {
  if (timer !== null) clearInterval(timer)
  await Promise.all(emitting)
  say('hushed')
}

async function stop(): Promise<void> {
  await hush()
  await dispatcher.stop()
  await egress.close()
  await plain.close()
  say('stopped')
  process.disconnect?.()
}

function weigh(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, rss } = process.memoryUsage()
  say({ heapBytes: heapUsed, rssBytes: rss })
}

function pass(to: number): void {
  aheadMs = to
  dispatcher.wake()
  say('passed')
}

const commands = { emit: emitAtRate, hush, stop, weigh }
process.on('message', (reported: EngineCommand) =>
  typeof reported === 'string' ? commands[reported]() : pass(reported.aheadMs),
)
process.on('disconnect', () => process.exit())
say('ready')
