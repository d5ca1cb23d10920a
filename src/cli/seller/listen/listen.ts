// porteira listen: what happens in the account, brought to a server on this machine as webhooks would bring it, a line for each.
import { setTimeout as wait } from 'node:timers/promises'
import { keyOf, mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import type { Given } from '../commands.ts'
import { keysOf } from '../profiles.ts'
import { type Terminal, Trouble } from '../terminal.ts'
import { type Answered, forward, type Target } from './forward.ts'
import { openLanes } from './lanes.ts'
import { followEvents, type StreamedEvent } from './stream.ts'

/** After each attempt that failed. */
const RETRY_WAITS_MS = [1_000, 5_000, 30_000]

export async function listen(given: Given, terminal: Terminal): Promise<boolean> {
  const keys = await keysOf(terminal.env, given.profile as string | undefined)
  const target = targetIn(given, terminal)
  const lanes = openLanes()
  await followEvents({
    keys,
    terminal,
    types: given.events as string | undefined,
    after: given.after as string | undefined,
    onReady(cursor) {
      if (lanes.handledUpTo() === null) terminal.print(`Listening at ${keys.address}. Ctrl-C ends it.`)
      else terminal.complain('Listening again.')
      lanes.beginAt(cursor)
    },
    onEvent: event =>
      lanes.add(`${event.subject}/${event.subjectId}`, event.cursor, () => deliver(target, event, terminal)),
  })
  const upTo = lanes.handledUpTo()
  if (upTo !== null) terminal.print(`Ended. To go on from here: --after ${upTo}`)
  return true
}

/** null: events are shown and go nowhere. */
function targetIn(given: Given, { env, print }: Terminal): Target | null {
  const url = given['forward-to']
  if (url === undefined) return null
  if (!URL.canParse(String(url)) || !/^https?:/.test(String(url)))
    throw new Trouble('--forward-to: expected an address such as http://localhost:4000/hook')
  const secret = env.PORTEIRA_LISTEN_SECRET || mintWebhookSecret(systemRandom)
  print(`Secret of this listener, for your server to verify with: ${secret}`)
  return { url: String(url), key: keyOf(secret), standardHeaders: given['standard-headers'] === true }
}

async function deliver(target: Target | null, event: StreamedEvent, terminal: Terminal): Promise<void> {
  if (target === null) return terminal.print(lineOf(event, null, terminal))
  for (const [n, waitMs] of [...RETRY_WAITS_MS, null].entries()) {
    const answered = await forward(target, event, terminal.leaving)
    if (terminal.leaving.aborted && answered.status === null) return stopped()
    const isLast = waitMs === null || !isTriedAgain(answered)
    const next = isLast ? '' : `, again in ${waitMs / 1000} s (attempt ${n + 1})`
    terminal.print(`${lineOf(event, answered, terminal)}${next}`)
    if (isLast) return
    await wait(waitMs, null, { signal: terminal.leaving }).catch(stopped)
  }
}

/** Not handled: it is not counted as done. The process ends. */
const stopped = (): Promise<never> => new Promise(() => {})

/** As webhooks: what a server may have had no time for. */
const isTriedAgain = ({ status }: Answered) => status === null || status >= 500

function lineOf(event: StreamedEvent, answered: Answered | null, { paint }: Terminal): string {
  const time = paint('dim', systemClock().toISOString().slice(11, 19))
  const what = `${time}  ${event.type}${event.redelivery ? ' (again)' : ''}  ${event.eventId}`
  if (answered === null) return what
  const { status, why, tookMs } = answered
  const isTaken = status !== null && status >= 200 && status < 300
  return `${what} → ${paint(isTaken ? 'green' : 'red', String(status ?? why))}  ${tookMs} ms`
}
