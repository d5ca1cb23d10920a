// A listener at GET /api/live, or at the stream of a cart, that keeps what it receives.
import { until } from '../until.ts'

export interface Heard {
  event: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  data: any
}

export interface Listener extends AsyncDisposable {
  status: number
  headers: Headers
  /** The whole text, as far as it has come. */
  text(): string
  heard: Heard[]
  /** Waits until an event of this name has been received. */
  hears(event: string): Promise<Heard>
  /** Waits until it has received that this happened. */
  hearsOf(happened: string): Promise<{ what: string; id: number; event: string }>
  /** All changes that it has received. */
  changes(): { what: string; id: number; event: string }[]
  /** The other side has ended it. */
  ended: Promise<void>
}

export const listen = (
  gateway: { url: string },
  person: { cookie: string },
  headers: Record<string, string> = {},
): Promise<Listener> => listenAt(`${gateway.url}/api/live`, { cookie: person.cookie, ...headers })

export async function listenAt(address: string, headers: Record<string, string> = {}): Promise<Listener> {
  const leaving = new AbortController()
  const answer = await fetch(address, { headers, signal: leaving.signal })
  let text = ''
  const heard: Heard[] = []
  let rest = ''
  const ended = read(answer, more => {
    text += more
    const frames = (rest + more).split('\n\n')
    rest = frames.pop() ?? ''
    heard.push(...frames.flatMap(heardIn))
  })
  const changes = () => heard.filter(({ event }) => event === 'changed').flatMap(({ data }) => data)
  return {
    status: answer.status,
    headers: answer.headers,
    heard,
    changes,
    ended,
    text: () => text,
    hears: event => until(() => heard.find(one => one.event === event) ?? null, event),
    hearsOf: happened => until(() => changes().find(({ event }) => event === happened) ?? null, happened),
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await ended
    },
  }
}

async function read({ body }: Response, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const bytes of body ?? []) take(decoder.decode(bytes, { stream: true }))
  } catch {
    // Cut off, by either side.
  }
}

const FRAME = /^event: (.*)\n(?:id: (.*)\n)?data: (.*)$/

function heardIn(frame: string): Heard[] {
  const [, event = '', id = '', data = '{}'] = FRAME.exec(frame) ?? []
  return event === '' ? [] : [{ event, id, data: JSON.parse(data) }]
}
