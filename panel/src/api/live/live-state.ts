// Whether changes are being told at the moment: `off` while the line is down, `paused` while nobody looks.
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

/** What is told need not be asked for every few seconds. */
export const useIsLive = (): boolean => useLiveState() === 'on'
