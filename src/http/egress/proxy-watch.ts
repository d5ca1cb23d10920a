// Whether the operator's own proxy can be reached. While it cannot, no receiver is at fault, and senders should wait. The check
// only connects to the proxy itself: its answers about some receiver's address do not count, since strangers choose those
// addresses.
import { reasonOf, TOO_LATE_TO_CONNECT } from './obstacle.ts'
import type { GiveUp, Opened } from './sockets.ts'

/** Why it cannot be reached; null: it can be again. */
export type ProxyChanged = (trouble: string | null) => void

export interface ProxyWatch {
  /** A connection to the proxy did not come about. */
  suspect(): void
  close(): void
}

const ALLOWED_MS = 3_000
const AGAIN_AFTER_MS = 1_000

export function watchProxy(connect: (opened: Opened) => GiveUp, changed: ProxyChanged): ProxyWatch {
  let trouble: string | null = null
  /** Ends the probe under way, or the wait for the next one. */
  let stop: (() => void) | null = null
  let isClosed = false

  function probe(): void {
    const giveUp = connect((error, socket) => {
      clearTimeout(late)
      socket?.destroy()
      found(error === null ? null : reasonOf(error))
    })
    const late = setTimeout(() => {
      giveUp()
      found(TOO_LATE_TO_CONNECT)
    }, ALLOWED_MS).unref()
    stop = () => {
      clearTimeout(late)
      giveUp()
    }
  }

  function found(now: string | null): void {
    const hasChanged = (now === null) !== (trouble === null)
    trouble = now
    stop = null
    if (now !== null) {
      const next = setTimeout(probe, AGAIN_AFTER_MS).unref()
      stop = () => clearTimeout(next)
    }
    if (hasChanged) changed(now)
  }

  return {
    suspect() {
      if (stop === null && !isClosed) probe()
    },
    close() {
      isClosed = true
      stop?.()
    },
  }
}
