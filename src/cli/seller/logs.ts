// The requests of an account as they come, with its keys. The log is read newest first, and a request stands in it by the moment at which it
// began, once it was answered: each look goes back far enough for slow ones, and shows what no look has shown.
import { setTimeout as wait } from 'node:timers/promises'
import { type Body, call, reach } from './api.ts'
import type { Given } from './commands.ts'
import { KINDS, queryOf } from './objects.ts'
import { type Keys, keysOf } from './profiles.ts'
import { type Terminal, Trouble } from './terminal.ts'

const LOOK_MS = 1_000
/** Longer than the gateway works on any request. */
const BACK_MS = 60_000
const PAGE_ROWS = 100
/** Of one look; a gateway may get more requests than a person can read. */
const MAX_PAGES = 10

export async function tail(given: Given, terminal: Terminal): Promise<boolean> {
  const { env, leaving, print, complain } = terminal
  const keys = await keysOf(env, given.profile as string | undefined)
  const look = openLook(keys, given)
  await look()
  complain(`Watching ${keys.address}: requests from now on. Ctrl-C ends.`)
  while (await passes(LOOK_MS, leaving)) {
    const { fresh, more } = await look()
    if (more) complain('There are more requests than are shown. Narrow them: porteira logs tail --help')
    for (const request of fresh) print(given.json ? JSON.stringify(request) : lineOf(request, terminal))
  }
  return true
}

interface Look {
  /** The oldest first. */
  fresh: Body[]
  more: boolean
}

function openLook(keys: Keys, given: Given): () => Promise<Look> {
  let seen = new Set<string>()
  return async () => {
    const from = new Date((await timeAt(keys)) - BACK_MS).toISOString()
    const { requests, more } = await requestsSince(keys, { ...given, from })
    const fresh = requests.filter(({ id }) => !seen.has(id)).toReversed()
    seen = new Set(requests.map(({ id }) => id))
    return { fresh, more }
  }
}

/** By the gateway's clock, whatever this machine's says. */
async function timeAt(keys: Keys): Promise<number> {
  const answer = await reach(keys, '/health/live', {})
  await answer.body?.cancel()
  const then = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(then)) throw new Trouble(`${keys.address} does not say what time it is: expected a header Date`)
  return then
}

async function requestsSince(keys: Keys, given: Given): Promise<{ requests: Body[]; more: boolean }> {
  const requests: Body[] = []
  const query = queryOf(KINDS.logs, given, PAGE_ROWS)
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, nextCursor } = await call(keys, 'GET', `${KINDS.logs.path}?${query}`)
    requests.push(...data)
    if (nextCursor === null) return { requests, more: false }
    query.set(KINDS.logs.cursor, nextCursor)
  }
  return { requests, more: true }
}

/** false: the command is to end. */
const passes = (ms: number, leaving: AbortSignal): Promise<boolean> =>
  wait(ms, true, { signal: leaving }).catch(() => false)

const FIRST_REFUSAL = 400
const FIRST_FAULT = 500

function lineOf({ id, createdAt, method, path, status, errorCode, durationMs, subject }: Body, { paint }: Terminal) {
  const colour = status >= FIRST_FAULT ? 'red' : status >= FIRST_REFUSAL ? 'yellow' : 'green'
  const outcome = paint(colour, errorCode === null ? String(status) : `${status} ${errorCode}`)
  const about = subject === null ? '' : `  ${subject.kind} ${subject.uuid}`
  return `${createdAt}  ${method} ${path} → ${outcome}  ${durationMs} ms${about}  ${paint('dim', id)}`
}
