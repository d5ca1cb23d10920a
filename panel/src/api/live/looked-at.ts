// Whether the tab is visible: what needs a connection waits for it, and is closed after the tab was hidden for a while.
import { pause } from '../pause.ts'

/** A person who leafs through tabs opens no stream in each. */
const LOOKED_AT_MS = 300
const HIDDEN_MS = 5_000

const isHidden = () => document.visibilityState === 'hidden'

/** Waits for a person. False: they have only passed by, or it is over. */
export async function isLookedAt(signal: AbortSignal): Promise<boolean> {
  while (isHidden() && !signal.aborted) await turned(signal)
  await pause(LOOKED_AT_MS, signal)
  return !isHidden() && !signal.aborted
}

const turned = (signal: AbortSignal): Promise<unknown> =>
  new Promise(done => {
    const over = new AbortController()
    const end = () => {
      over.abort()
      done(null)
    }
    document.addEventListener('visibilitychange', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })

/** Aborts when the tab was hidden for a while. */
export function whenHidden(): { signal: AbortSignal; stop: () => void } {
  const hidden = new AbortController()
  let timer = 0
  const turn = () => {
    clearTimeout(timer)
    if (isHidden()) timer = window.setTimeout(() => hidden.abort(), HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', turn)
  turn()
  return {
    signal: hidden.signal,
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', turn)
    },
  }
}
