// The servers of a list, as one process knows them: which is the one to write to, found again whenever it is lost, and never a former
// primary once a later history has been seen. Sessions at a server that is given up are cut: what they are asked would wait for nothing,
// or be written where nobody reads it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SECOND_MS } from '#kernel/time.ts'
import type { Connection } from '../postgres.ts'
import { bestOf, type Known, NoneWritable, NotWritable, objectionTo, refuseStrangers, type Seen } from './candidates.ts'
import { placeOf, type ServerAddress } from './server-list.ts'
import type { ServerStatus } from './status.ts'
import { openStatusSession, type StatusSession } from './status-session.ts'

/** While several are asked, one that takes writes is not the last word: a later primary may take a moment longer. */
const GRACE_MS = SECOND_MS / 2
/** After a search in vain nobody searches for so long. */
const NOT_AGAIN_MS = SECOND_MS / 5
const WATCH_EVERY_MS = SECOND_MS
/** So many looks a server may leave unanswered while another takes writes. */
const MAX_SILENT = 2

export class Servers {
  readonly #list: readonly ServerAddress[]
  readonly #statusSessions: readonly StatusSession[]
  readonly #sessions = new Map<pg.Client, ServerAddress | null>()
  readonly #listeners: (() => void)[] = []
  #known: Known = { system: null, timeline: 0 }
  #current: ServerAddress | null = null
  #finding: Promise<ServerAddress> | null = null
  #failed: { error: Error; until: number } | null = null
  #watching: NodeJS.Timeout | null = null
  #isLooking = false
  #silent = 0

  /** An empty list: the one server that the connection names itself. */
  constructor(connection: Connection) {
    this.#list = connection.servers ?? []
    this.#statusSessions = this.#list.map(server => openStatusSession(connection, server))
  }

  /** Null where there is nothing to choose. Throws NoneWritable. */
  async writable(): Promise<ServerAddress | null> {
    if (this.#list.length === 0) return null
    if (this.#current !== null) return this.#current
    if (this.#failed !== null && performance.now() < this.#failed.until) throw this.#failed.error
    this.#finding ??= this.#find().finally(() => {
      this.#finding = null
    })
    return this.#finding
  }

  /** Called for a session before it is used: throws NotWritable where nothing may be written there. */
  admit(server: ServerAddress | null, standing: ServerStatus): void {
    const objection = objectionTo(standing, this.#known)
    if (objection !== '')
      throw new NotWritable(
        server === null ? `the server cannot be used: ${objection}` : `${placeOf(server)}: ${objection}`,
      )
    const { system, timeline } = this.#known
    const isLater = timeline !== 0 && (standing.timeline ?? 0) > timeline
    this.#known = { system: system ?? standing.system, timeline: Math.max(timeline, standing.timeline ?? 0) }
    if (isLater) for (const listener of this.#listeners) listener()
  }

  /** Called at once when another server has been promoted in the place of the one that was worked on, before anything is asked of it. */
  onPromotion(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** It could not be reached, or is not the one. Sessions that go on there may go on. */
  doubt(server: ServerAddress | null): void {
    if (server === this.#current) this.#current = null
  }

  /** What was to be written was refused: nobody goes on there. */
  giveUp(): void {
    this.#current = null
    this.#silent = 0
    this.#cut()
  }

  /** Sessions at any other server than the one that is written to: they would hang, or write where nobody reads. */
  #cut(): void {
    for (const [client, server] of this.#sessions)
      if (this.#current === null || server !== this.#current)
        client.connection.stream.destroy(new NotWritable('its server is not the one that takes writes any more'))
  }

  /** From now until its end. */
  join(client: pg.Client, server: ServerAddress | null): void {
    this.#sessions.set(client, server)
    client.once('end', () => this.#leave(client))
    if (this.#list.length > 0) this.#watching ??= setInterval(() => void this.#lookAgain(), WATCH_EVERY_MS).unref()
  }

  #leave(client: pg.Client): void {
    this.#sessions.delete(client)
    if (this.#sessions.size > 0) return
    clearInterval(this.#watching ?? undefined)
    this.#watching = null
    for (const session of this.#statusSessions) session.close()
  }

  async #find(): Promise<ServerAddress> {
    const seen: Seen[] = []
    const looks = this.#statusSessions.map(async ({ server, look }) => {
      seen.push({ server, found: await look() })
    })
    const all = Promise.all(looks)
    const enough = Promise.any(
      looks.map(one =>
        one.then(() => {
          if (bestOf(seen, this.#known) === null) throw new Error('not that one')
        }),
      ),
    ).catch(() => {})
    await Promise.race([all, enough.then(() => Promise.race([all, sleep(GRACE_MS)]))])
    const inOrder = this.#list.flatMap(server => seen.filter(one => one.server === server))
    try {
      if (this.#known.system === null) refuseStrangers(inOrder)
      const best = bestOf(inOrder, this.#known)
      if (best === null) throw new NoneWritable(inOrder, this.#known)
      this.#current = best
      this.#silent = 0
      this.#cut()
      return best
    } catch (error) {
      this.#failed = { error: error as Error, until: performance.now() + NOT_AGAIN_MS }
      throw error
    }
  }

  async #lookAgain(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    await (this.#current === null ? this.writable().catch(() => {}) : this.#watch(this.#current))
    this.#isLooking = false
  }

  /** A session may hang at a server that is gone, and a former primary may go on taking writes: neither tells anybody by itself. */
  async #watch(server: ServerAddress): Promise<void> {
    const seen = await Promise.all(
      this.#statusSessions.map(async one => ({ server: one.server, found: await one.look() })),
    )
    if (server !== this.#current) return
    const here = seen.find(one => one.server === server)?.found
    const isSilent = here === undefined || here instanceof Error
    this.#silent = isSilent ? this.#silent + 1 : 0
    const best = bestOf(seen, this.#known)
    const isLost = isSilent ? this.#silent >= MAX_SILENT && best !== null : !here.writable
    // A later history is certain at once, whatever this one says or does not say.
    if (isLost || (best !== server && timelineAt(best, seen) > this.#known.timeline)) this.giveUp()
  }
}

function timelineAt(server: ServerAddress | null, seen: readonly Seen[]): number {
  const found = seen.find(one => one.server === server)?.found
  return found === undefined || found instanceof Error ? 0 : (found.timeline ?? 0)
}

const known = new WeakMap<object, Servers>()

/** What this process knows is one, however many pools and clients it has. Null: the embedded server, which is nobody's copy. */
export function serversOf(connection: Connection): Servers | null {
  if (connection.servers === undefined) return null
  const servers = known.get(connection.servers) ?? new Servers(connection)
  known.set(connection.servers, servers)
  return servers
}
