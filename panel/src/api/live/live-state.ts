// Whether the live stream is connected: `off` while the connection is down, `paused` while the tab is hidden.
import { useSyncExternalStore } from 'react'

export type LiveState = 'on' | 'off' | 'paused'

let state: LiveState = 'paused'
const watchers = new Set<() => void>()

export function setLiveState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const notify of watchers) notify()
}

const watch = (notify: () => void) => {
  watchers.add(notify)
  return () => void watchers.delete(notify)
}

export const useLiveState = (): LiveState => useSyncExternalStore(watch, () => state)

/** What the stream reports need not be polled every few seconds. */
export const useIsLive = (): boolean => useLiveState() === 'on'
