// The reference: what may be sent and what must be logged, kept by simple counting apart from the engine. It reports what is wrong; it
// knows nothing of lanes, epochs or batches.
import { createHmac } from 'node:crypto'
import { type Logged, wrongLog } from './judgement.ts'

export interface Letter {
  url: string
  eventId: string
  redelivery: boolean
  headers: Record<string, string>
  body: Buffer
}

export interface Closing extends Omit<Logged, 'started_ms'> {
  webhook_id: bigint
  http_status: number | null
  redelivery: boolean
}

const MAX_ATTEMPTS = 3

interface Tally {
  /** Deliveries there have been. */
  created: number
  /** Of those, the ones that are over for certain. */
  closed: number
  /** Letters on their way, of engines that live. */
  pending: number
  posted: number
  answers: (number | null)[]
  /** Requests that may be missing in the log, because their engine ended or was taken for dead before they were in it. */
  doubtful: number
  /** Its receiver was removed, perhaps in the middle of its attempts. */
  isRemoved: boolean
}

/** What signs at a moment: where receivers look, and in addition while a new secret waits. */
export interface Signers {
  first: string
  beside: string | null
}

export function openReference(signersOf: (url: string) => Signers[]) {
  const bodies = new Map<string, Buffer>()
  const tallies = new Map<string, Tally>()
  const wrong: string[] = []

  const keyOf = (url: string, eventId: string, redelivery: boolean) =>
    `${redelivery ? 'again' : 'first'} ${new URL(url).pathname} ${eventId}`

  function tallyOf(key: string): Tally {
    const known = tallies.get(key)
    if (known !== undefined) return known
    const tally = { created: 0, closed: 0, pending: 0, posted: 0, answers: [], doubtful: 0, isRemoved: false }
    tallies.set(key, tally)
    return tally
  }

  function isSigned({ url, headers, body }: Letter): boolean {
    const signed = Buffer.concat([Buffer.from(`${headers['X-Service-Timestamp']}.`), body])
    const by = (secret: string | null) =>
      secret === null ? undefined : `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`
    return signersOf(url).some(
      ({ first, beside }) =>
        headers['X-Service-Signature'] === by(first) && headers['X-Service-Signature-Next'] === by(beside),
    )
  }

  const isOfRemoved = ({ path, event_uid, redelivery }: Closing) =>
    tallies.get(keyOf(`http://x${path}`, event_uid, redelivery))?.isRemoved === true

  return {
    wrong,
    event: (eventId: string, body: Buffer) => void bodies.set(eventId, body),
    /** A delivery is owed: of the event itself, or because of a resend. */
    created(url: string, eventId: string, redelivery: boolean): void {
      tallyOf(keyOf(url, eventId, redelivery)).created++
    },
    posted(letter: Letter): void {
      const key = keyOf(letter.url, letter.eventId, letter.redelivery)
      const tally = tallyOf(key)
      tally.posted++
      tally.pending++
      const { created, closed, pending, posted, doubtful } = tally
      if (pending > created - closed) wrong.push(`${key}: sent although it is over or under way`)
      if (posted > MAX_ATTEMPTS * created + doubtful) wrong.push(`${key}: sent ${posted} times`)
      if (!bodies.get(letter.eventId)?.equals(letter.body)) wrong.push(`${key}: other bytes`)
      if (!isSigned(letter)) wrong.push(`${key}: badly signed`)
    },
    /** The webhook is gone: what was owed is dropped, and what is under way counts for nothing. */
    removed(url: string, log: Closing[]): void {
      const path = new URL(url).pathname
      for (const [key, tally] of tallies) {
        if (key.split(' ')[1] !== path) continue
        const logged = log.filter(row => keyOf(`http://x${row.path}`, row.event_uid, row.redelivery) === key)
        tally.pending = 0
        tally.created = logged.filter(({ outcome }) => outcome !== 'RETRY').length
        tally.closed = tally.created
        tally.doubtful = tally.posted - logged.filter(isSent).length
        tally.isRemoved = true
      }
    },
    answered({ url, eventId, redelivery }: Letter, status: number | null, isOver: boolean): void {
      const tally = tallyOf(keyOf(url, eventId, redelivery))
      tally.pending--
      tally.answers.push(status)
      if (isOver) tally.closed++
    },
    /** The request just posted will not be logged: its engine has been taken for dead and does not know it yet. */
    inVain({ url, eventId, redelivery }: Letter): void {
      const tally = tallyOf(keyOf(url, eventId, redelivery))
      tally.pending--
      tally.doubtful++
    },
    /** How many answers must be in the log by now, if everything is written. */
    owedToLog: () =>
      tallies.values().reduce((sum, { posted, pending, doubtful }) => sum + posted - pending - doubtful, 0),
    /** The engine has ended, or was taken for dead: what it has not logged by now may never be. */
    ended(log: Closing[]): void {
      const rows = Map.groupBy(log, ({ path, event_uid, redelivery }) =>
        keyOf(`http://x${path}`, event_uid, redelivery),
      )
      for (const [key, tally] of tallies) {
        const logged = rows.get(key) ?? []
        tally.pending = 0
        tally.closed = logged.filter(({ outcome }) => outcome !== 'RETRY').length
        tally.doubtful = tally.posted - logged.filter(isSent).length
      }
    },
    /** At the end, when nothing is open any more. */
    judged(log: Closing[]): string[] {
      const rows = Map.groupBy(log, ({ path, event_uid, redelivery }) =>
        keyOf(`http://x${path}`, event_uid, redelivery),
      )
      wrong.push(...wrongLog(log.filter(row => !isOfRemoved(row))))
      for (const key of rows.keys()) if (!tallies.has(key)) wrong.push(`${key}: in the log, and nothing that happened`)
      for (const [key, tally] of tallies)
        wrong.push(...wrongEnd(tally, rows.get(key) ?? []).map(message => `${key}: ${message}`))
      return wrong
    },
  }
}

export type Reference = ReturnType<typeof openReference>

const isSent = ({ outcome }: Pick<Closing, 'outcome'>) => outcome !== 'SKIPPED'

function wrongEnd({ created, posted, doubtful, answers }: Tally, rows: Closing[]): string[] {
  const sent = rows.filter(isSent)
  const over = rows.filter(({ outcome }) => outcome !== 'RETRY').length
  const left = [...answers]
  const unheard = sent.filter(({ http_status }) => {
    const place = left.indexOf(http_status)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return [
    ...(over === created ? [] : [`${over} of ${created} deliveries are over`]),
    ...(posted - sent.length > doubtful ? [`${posted} sent, ${sent.length} in the log, ${doubtful} in doubt`] : []),
    ...unheard.map(({ http_status }) => `the log has an answer ${http_status} that nobody gave`),
    ...rows
      .filter(row => row.outcome !== outcomeOf(row))
      .map(row => `${row.http_status} at ${row.n} was ${row.outcome}`),
  ]
}

/** As the contract says it: 2xx is done, 4xx is final, everything else is tried three times. */
function outcomeOf({ http_status, n, outcome }: Closing): string {
  if (outcome === 'SKIPPED') return outcome
  if (http_status !== null && http_status < 300) return 'DELIVERED'
  if (http_status !== null && http_status < 500) return 'FAILED'
  return n < MAX_ATTEMPTS ? 'RETRY' : 'FAILED'
}
