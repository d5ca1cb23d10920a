// The stream of events, read for as long as the command runs: when it breaks it is opened again behind the last thing that came, so that a
// restart of the gateway, or of the network, loses nothing.
import { setTimeout as wait } from 'node:timers/promises'
import { keyHeaders, Refused, reach, refusalOf } from '../api.ts'
import type { Keys } from '../profiles.ts'
import { type Terminal, Trouble } from '../terminal.ts'

export interface StreamedEvent {
  /** To come back with, once it has been handled. */
  cursor: string
  id: number
  eventId: string
  type: string
  subject: string
  subjectId: number
  redelivery: boolean
  /** null is what each attempt makes anew. */
  headers: Record<string, string | null>
  /** The bytes of the webhook, as UTF-8. */
  body: string
}

export interface StreamOrder {
  keys: Keys
  types: string | undefined
  after: string | undefined
  terminal: Terminal
  onReady(cursor: string): void
  /** Waited for before more is read. */
  onEvent(event: StreamedEvent): Promise<void>
}

/** Three heartbeats of the gateway. */
const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 10_000
/** Coming back does not help: the keys are not good, or the question is wrong. */
const FINAL = new Set([400, 401, 403, 404])

export async function followEvents(order: StreamOrder): Promise<void> {
  const { terminal } = order
  let cursor = order.after
  let waitMs = FIRST_WAIT_MS
  const heard = (at: string) => {
    cursor = at
    waitMs = FIRST_WAIT_MS
  }
  while (!terminal.leaving.aborted) {
    try {
      await readOnce(order, cursor, heard)
      if (!terminal.leaving.aborted) terminal.complain('The gateway has ended the stream; opening it again.')
    } catch (error) {
      if (terminal.leaving.aborted) return
      if (!(error instanceof Trouble) || (error instanceof Refused && FINAL.has(error.status))) throw error
      terminal.complain(`${error.message} Trying again.`)
    }
    await wait(waitMs, null, { signal: terminal.leaving }).catch(() => null)
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
  }
}

async function readOnce(order: StreamOrder, cursor: string | undefined, heard: (at: string) => void): Promise<void> {
  const { keys, terminal, types } = order
  const query = new URLSearchParams({
    ...(types !== undefined && { type: types }),
    ...(cursor !== undefined && { after: cursor }),
  })
  const silent = new AbortController()
  const watch = setTimeout(() => silent.abort(), SILENCE_MS)
  const signal = AbortSignal.any([silent.signal, terminal.leaving])
  try {
    const answer = await reach(keys, `/api/events/stream?${query}`, { headers: keyHeaders(keys), signal })
    if (!answer.ok) throw await refusalOf(answer)
    for await (const frame of framesOf(answer)) {
      watch.refresh()
      await handle(frame, order)
      heard(frame.id)
    }
  } finally {
    clearTimeout(watch)
    silent.abort()
  }
}

interface Frame {
  event: string
  id: string
  data: string
}

async function handle({ event, id, data }: Frame, { onReady, onEvent }: StreamOrder): Promise<void> {
  if (event === 'ready') onReady(id)
  if (event === 'event') await onEvent({ ...JSON.parse(data), cursor: id })
}

async function* framesOf({ body }: Response): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const bytes of body ?? []) {
      const texts = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
      rest = texts.pop() ?? ''
      for (const text of texts) {
        const frame = frameIn(text)
        if (frame.id !== '') yield frame
      }
    }
  } catch (error) {
    throw new Trouble(`The stream broke off (${(error as Error).message}).`)
  }
}

function frameIn(text: string): Frame {
  const frame = { event: '', id: '', data: '' }
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^(event|id|data): (.*)$/.exec(line) ?? []
    if (name !== undefined) frame[name as keyof Frame] = value
  }
  return frame
}
