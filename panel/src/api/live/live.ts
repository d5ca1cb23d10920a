// The live stream of this tab: it reports changes in the account as they happen. It reconnects by itself after every
// interruption, later each time, and pauses while the tab is hidden: a browser has few connections for all tabs of one address.
import type { Changed } from '#live/wire.ts'
import { fetchFile } from '../call.ts'
import { pause } from '../pause.ts'
import { Problem } from '../problem.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import { setLiveState } from './live-state.ts'
import { isLookedAt, whenHidden } from './looked-at.ts'

export type { Changed }

export interface LiveListener {
  changed: (changes: Changed[]) => void
  /** Changes may have been missed: everything on the screen is to be reloaded. */
  missed: () => void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
/** By then a screen has its first answers. */
const SETTLED_MS = 2_000
/** The gateway sends at least a heartbeat every 15 seconds. */
const SILENCE_MS = 40_000

/** Answers how to end it. */
export function startLive(listener: LiveListener): () => void {
  const leaving = new AbortController()
  void run(listener, leaving.signal).finally(() => setLiveState('paused'))
  return () => leaving.abort()
}

interface Line {
  lastId: string
  hasBeenOn: boolean
  /** Tries in a row that came to nothing. */
  inVain: number
}

async function run(listener: LiveListener, signal: AbortSignal): Promise<void> {
  const line: Line = { lastId: '', hasBeenOn: false, inVain: 0 }
  while (!signal.aborted) {
    if (!(await isLookedAt(signal))) continue
    const end = await hear(line, listener, signal)
    // The page is on its way to the sign-in.
    if (end === 'signed out') return
    setLiveState(end === 'hidden' ? 'paused' : 'off')
    if (end === 'interrupted') await pause(waitMs(line), signal)
  }
}

/** Spread in time, so that a restarted gateway does not get all clients at once. */
const waitMs = ({ inVain }: Line) => Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** inVain) * (0.5 + Math.random())

type End = 'interrupted' | 'hidden' | 'signed out'

async function hear(line: Line, listener: LiveListener, signal: AbortSignal): Promise<End> {
  const hidden = whenHidden()
  const silent = new AbortController()
  const either = AbortSignal.any([signal, hidden.signal, silent.signal])
  try {
    const headers = { accept: 'text/event-stream', ...(line.lastId !== '' && { 'last-event-id': line.lastId }) }
    const answer = await fetchFile('/api/live', { headers, signal: either })
    await readTo(answer, event => take(event, line, listener), silent)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return 'signed out'
    // A client that may not listen any more may not read either, and the person has to see that.
    if (error instanceof Problem && error.status === 403 && line.inVain === 0) listener.missed()
    line.inVain++
  } finally {
    hidden.stop()
  }
  return hidden.signal.aborted ? 'hidden' : 'interrupted'
}

function take({ event, data, id }: StreamEvent, line: Line, listener: LiveListener): void {
  line.lastId = id
  if (event === 'changed') listener.changed(JSON.parse(data) as Changed[])
  if (event !== 'ready' && event !== 'reset') return
  const isFirst = !line.hasBeenOn && line.inVain === 0
  line.inVain = 0
  line.hasBeenOn = true
  setLiveState('on')
  // Something may have changed after it was read and before the line was on. The first screen is not held up for that.
  if (isFirst) setTimeout(listener.missed, SETTLED_MS)
  else listener.missed()
}

/** A connection without any data is dead, whatever the network reports. */
async function readTo({ body }: Response, take: (event: StreamEvent) => void, silent: AbortController): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return
  const feed = readEvents(take)
  let timer = 0
  try {
    for (;;) {
      timer = window.setTimeout(() => silent.abort(), SILENCE_MS)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      feed(value)
    }
  } finally {
    clearTimeout(timer)
  }
}
