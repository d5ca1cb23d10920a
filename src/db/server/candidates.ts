// Which server of a list is the one to write to. Pure: what each of them has answered, and what is known already, lead to one of them or to
// words why there is none.
import { placeOf, type ServerAddress } from './server-list.ts'
import type { ServerStatus } from './status.ts'

export interface Seen {
  server: ServerAddress
  /** Or why it could not be asked. */
  found: ServerStatus | Error
}

/** What this process has worked on. */
export interface Known {
  system: string | null
  /** 0: none yet. */
  timeline: number
}

/** None of the servers can be written to. */
export class NoneWritable extends Error {
  /** What each of them had against it. */
  readonly reasons: readonly Error[]
  constructor(seen: readonly Seen[], known: Known) {
    const reasons = seen.map(({ found }) =>
      found instanceof Error ? found : new NotWritable(objectionTo(found, known)),
    )
    super(`none takes writes: ${seen.map(({ server }, n) => `${placeOf(server)}: ${wordsOf(reasons[n])}`).join('; ')}`)
    this.reasons = reasons
  }
}

/** A server answers and is not the one to write to. */
export class NotWritable extends Error {}

const wordsOf = (error: Error | undefined) =>
  error instanceof AggregateError ? error.errors.map(one => one.message).join(', ') : (error?.message ?? '')

/** Servers of which one cannot be a copy of the other. */
class NoCopies extends Error {}

/** What speaks against writing to a server that answers; '' is nothing. */
export function objectionTo({ writable, timeline, system }: ServerStatus, known: Known): string {
  if (!writable) return 'it is a standby, or takes no writes'
  if (known.system !== null && system !== null && system !== known.system)
    return 'it is not a copy of the database that was worked on'
  if (timeline !== null && timeline < known.timeline)
    return `it is a former primary: its history is ${timeline}, and ${known.timeline} has been worked on`
  return ''
}

/** The one with the latest history, of equals the first in the list. Null: none so far. */
export function bestOf(seen: readonly Seen[], known: Known): ServerAddress | null {
  let best: { server: ServerAddress; timeline: number } | null = null
  for (const { server, found } of seen) {
    if (found instanceof Error || objectionTo(found, known) !== '') continue
    const timeline = found.timeline ?? 0
    if (best === null || timeline > best.timeline) best = { server, timeline }
  }
  return best?.server ?? null
}

/** Before anything is known they have to be copies of one database. */
export function refuseStrangers(seen: readonly Seen[]): void {
  const answered = seen.flatMap(({ server, found }) =>
    found instanceof Error || found.system === null ? [] : { server, found },
  )
  const other = answered.find(one => one.found.system !== answered[0]?.found.system)
  if (other === undefined || answered[0] === undefined) return
  throw new NoCopies(`${placeOf(answered[0].server)} and ${placeOf(other.server)} are not copies of one database`)
}
