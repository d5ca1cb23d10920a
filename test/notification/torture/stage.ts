// A stage for one play: an account with two webhooks, an engine on the real database, and simulated receivers, clock and deaths. Whatever
// happens is reported to the reference.
import sql from 'sql-template-tag'
import { ConnectionTrouble, type Database } from '#db/postgres.ts'
import type { Egress, Posted } from '#http/egress/egress.ts'
import { orThrow } from '#kernel/failure.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { closeOwedTo } from '#notification/backlog/skip-store.ts'
import { resendMissed } from '#notification/delivery-log/resend.ts'
import { insertRedelivery } from '#notification/delivery-log/resend-store.ts'
import type { EventName } from '#notification/events/catalogue.ts'
import { eventUid } from '#notification/events/event.ts'
import { until } from '../../until.ts'
import { ATTEMPTS } from '../attempts.ts'
import { openAccount } from './audience.ts'
import { type Engine, startEngine } from './engine.ts'
import { cartEvent, saleEvent } from './events.ts'
import { type Closing, type Letter, openReference } from './reference.ts'
import { openSubscriptions, type Subscription } from './subscriptions.ts'

const WAITS_MS = [30 * SECOND_MS, 5 * MINUTE_MS]
const DRAINS_MS = 20_000
const LOGS_MS = 10_000
/** What one command takes on the played clock. */
const COMMAND_MS = 1

interface Waiting extends Letter {
  answer: (posted: Posted) => void
  /** Of an engine that has ended or was taken for dead: any answer counts for nothing. */
  isFenced: boolean
}

interface Played {
  engine: Engine
  /** Nothing of it reaches the database any more. */
  cut(): void
  /** Resolves when the statements that it has under way are over. */
  quiet(): Promise<unknown>
}

export interface Stage {
  emit(kind: 'sale' | 'cart', count: number, handedOver: boolean): Promise<void>
  /** To the letter at this place among those on their way. */
  answer(place: number, status: number | null): void
  answerAll(status: number | null): void
  pass(ms: number): void
  resend(place: number): Promise<void>
  resendMissed(webhook: number): Promise<void>
  switchOff(webhook: number, who: 'seller' | 'house'): Promise<void>
  switchOn(webhook: number): Promise<void>
  rotate(webhook: number): Promise<void>
  /** The waiting secret signs alone from now on. */
  activate(webhook: number): Promise<void>
  choose(webhook: number, events: EventName[]): Promise<void>
  /** Removes it, and another comes in its place. */
  replace(webhook: number): Promise<void>
  die(): Promise<void>
  beThoughtDead(): Promise<void>
  /** Waits until what was answered is in the log. */
  settle(): Promise<void>
  /** Everything is brought to its end, by answering this to all that is left. Answers what was wrong. */
  end(status: number): Promise<string[]>
}

export async function openStage(db: Database): Promise<Stage> {
  const accountId = await openAccount(db)
  const letters: Waiting[] = []
  let ahead = 0
  let events = 0n
  let deadEpoch: bigint | null = null
  const clock = () => new Date(Date.now() + ahead)
  let played = start()
  const wake = () => played.engine.dispatcher.wake()
  const renew = (lane: bigint) => played.engine.dispatcher.renew(lane)
  const webhooks = await openSubscriptions({ db, clock, accountId, renew })
  const reference = openReference(webhooks.signersOf)

  const egress: Egress = {
    post(url, headers, body) {
      const { promise, resolve } = Promise.withResolvers<Posted>()
      const eventId = headers['X-Service-Event-Id'] ?? ''
      const redelivery = headers['X-Service-Redelivery'] === 'true'
      const isFenced = played.engine.dispatcher.epoch() === deadEpoch
      const letter = { url, eventId, redelivery, headers, body, answer: resolve, isFenced }
      letters.push(letter)
      reference.posted(letter)
      if (isFenced) reference.inVain(letter)
      return promise
    },
    close: async () => {},
  }

  function start(): Played {
    let isCut = false
    const going = new Set<Promise<unknown>>()
    const guarded: Database = {
      ...db,
      async query<Row>(statement: Parameters<Database['query']>[0]): Promise<Row[]> {
        if (isCut) return []
        const asked = db.query<Row>(statement)
        going.add(asked)
        return await asked.finally(() => going.delete(asked))
      },
      async transaction<T>(work: Parameters<Database['transaction']>[0]): Promise<T> {
        if (isCut) throw new ConnectionTrouble(new Error('cut'))
        const asked = db.transaction(work)
        going.add(asked)
        return (await asked.finally(() => going.delete(asked))) as T
      },
    }
    const lazy: Egress = { post: (...given) => egress.post(...given), close: async () => {} }
    const engine = startEngine({ db: guarded, egress: lazy, waitsMs: WAITS_MS, clock })
    return {
      engine,
      cut() {
        isCut = true
      },
      quiet: () => Promise.allSettled(going),
    }
  }

  const readLog = async (): Promise<Closing[]> => {
    const rows = await db.query<Omit<Closing, 'path'>>(sql`
      select delivery_id, n, outcome, webhook_id, event_uid, http_status, redelivery
      from ${ATTEMPTS} where account_id = ${accountId} order by delivery_id, n`)
    return rows.map(row => ({ ...row, path: webhooks.pathOf(row.webhook_id) }))
  }

  function answerLetter(letter: Waiting, status: number | null): void {
    letters.splice(letters.indexOf(letter), 1)
    const isOver = status !== null && status < 500
    if (!letter.isFenced) reference.answered(letter, status, isOver)
    letter.answer({ status, error: status === null ? 'no answer in time' : null, head: null, durationMs: 5 })
  }

  async function fence(): Promise<void> {
    for (const letter of letters) letter.isFenced = true
    reference.ended(await readLog())
  }

  /** Receivers that say nothing are left alone; a seller who saves the webhook ends that. */
  function unpark(): void {
    for (const lane of played.engine.dispatcher.pausedLanes()) renew(lane)
  }

  /** As the gateway does it: what is under way ends by itself. */
  async function closeOwed(): Promise<void> {
    const except = webhooks
      .disabled()
      .flatMap(({ listener, disabledAt }) => played.engine.dispatcher.drop(listener.id, disabledAt ?? clock()))
    await closeOwedTo(db, { except, now: clock(), limit: 1_000 })
  }

  async function missedOf({ listener }: Subscription): Promise<string[]> {
    const rows = await db.query<{ event_uid: string; outcome: string | null }>(sql`
      select uid as event_uid, null as outcome from delivery join event on event.id = event_id
      where webhook_id = ${listener.id}
      union all (select event_uid, outcome from ${ATTEMPTS} where account_id = ${accountId} and webhook_id = ${listener.id}
        and outcome <> 'RETRY' order by created_at desc, delivery_id desc)`)
    const last = new Map<string, string | null>()
    for (const { event_uid, outcome } of rows) if (!last.has(event_uid)) last.set(event_uid, outcome)
    return [...last].filter(([, outcome]) => outcome === 'FAILED' || outcome === 'SKIPPED').map(([uid]) => uid)
  }

  const stage: Stage = {
    async emit(kind, count, handedOver) {
      ahead += COMMAND_MS
      const factOf = kind === 'sale' ? saleEvent : cartEvent
      const given = Array.from({ length: count }, () => factOf({ accountId, number: ++events }))
      for (const event of given) {
        reference.event(eventUid(event), event.body)
        for (const { listener } of webhooks.hearing(event.type)) reference.created(listener.url, eventUid(event), false)
      }
      const { outbox } = played.engine
      const pendingDeliveries = await db.transaction(tx => outbox.write(tx, given, clock()))
      if (handedOver) outbox.send(pendingDeliveries.flat())
    },
    answer(place, status) {
      const letter = letters[place % letters.length]
      if (letter !== undefined) answerLetter(letter, status)
    },
    answerAll(status) {
      for (const letter of [...letters]) answerLetter(letter, status)
    },
    pass(ms) {
      ahead += ms
      unpark()
      wake()
    },
    async resend(place) {
      ahead += COMMAND_MS
      const there = (await readLog()).filter(row => webhooks.isThere(row.webhook_id))
      const chosen = there[place % there.length]
      if (chosen === undefined) return
      const { delivery_id, path, event_uid } = chosen
      // Before it is there to be sent.
      reference.created(`http://receivers.test${path}`, event_uid, true)
      if ((await insertRedelivery(db, accountId, delivery_id, clock())) === null)
        reference.wrong.push(`delivery ${delivery_id} could not be sent again`)
      wake()
    },
    async resendMissed(place) {
      ahead += COMMAND_MS
      const webhook = webhooks.at(place)
      if (webhook.state !== 'on') return
      await stage.settle()
      const missed = await missedOf(webhook)
      for (const uid of missed) reference.created(webhook.listener.url, uid, true)
      const request = { since: new Date(0) }
      const answer = orThrow(await resendMissed({ db, clock }, accountId, webhook.listener.id, request, async () => {}))
      if (answer.resent !== missed.length)
        reference.wrong.push(`${answer.resent} facts were sent again, ${missed.length} had been missed`)
      wake()
    },
    async switchOff(place, who) {
      ahead += COMMAND_MS
      const webhook = webhooks.at(place)
      if (webhook.state !== 'on') return
      if (who === 'seller') return webhooks.switchTo(webhook, false)
      await webhooks.disable(webhook)
      await closeOwed()
    },
    async switchOn(place) {
      ahead += COMMAND_MS
      const webhook = webhooks.at(place)
      if (webhook.state !== 'on') await webhooks.switchTo(webhook, true)
    },
    rotate: place => webhooks.rotate(webhooks.at(place)),
    activate: place => webhooks.activate(webhooks.at(place)),
    choose: (place, events) => webhooks.choose(webhooks.at(place), events),
    async replace(place) {
      await stage.settle()
      const webhook = webhooks.at(place)
      const { url } = webhook.listener
      await webhooks.replace(webhook)
      for (const letter of letters) letter.isFenced ||= letter.url === url
      reference.removed(url, await readLog())
    },
    async die() {
      played.cut()
      await played.quiet()
      const dead = played.engine.dispatcher
      await db.query(sql`delete from sender`)
      await fence()
      stage.answerAll(null)
      await dead.stop()
      played = start()
      await until(() => played.engine.dispatcher.epoch(), 'the next engine to be there')
    },
    async beThoughtDead() {
      deadEpoch = played.engine.dispatcher.epoch() ?? deadEpoch
      await db.query(sql`delete from sender`)
      // What it was writing at that moment is written or not by now.
      await played.quiet()
      await fence()
    },
    async settle() {
      const logged = async () => (await readLog()).filter(({ outcome }) => outcome !== 'SKIPPED').length
      await until(async () => (await logged()) >= reference.owedToLog() || null, 'the log', LOGS_MS)
    },
    async end(status) {
      const open = async () => {
        const [row] = await db.query<{ count: number }>(sql`
          select count(*)::int as count from delivery where account_id = ${accountId}`)
        return row?.count ?? 0
      }
      const step = async () => {
        stage.pass(6 * MINUTE_MS)
        stage.answerAll(status)
        await stage.settle()
        await closeOwed()
        return (await open()) === 0 || null
      }
      try {
        await until(step, 'everything to end', DRAINS_MS)
        return reference.judged(await readLog())
      } finally {
        stage.answerAll(null)
        await played.engine.dispatcher.stop()
      }
    },
  }
  await until(() => played.engine.dispatcher.epoch(), 'the engine to be there')
  return stage
}
