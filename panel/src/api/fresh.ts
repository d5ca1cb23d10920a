// Which sales have been paid a moment ago, while a person was looking: lists show them for a few seconds in another light.
import { useSyncExternalStore } from 'react'

const FRESH_MS = 4_000

let fresh: ReadonlySet<number> = new Set()
const watchers = new Set<() => void>()

function set(next: ReadonlySet<number>): void {
  fresh = next
  for (const notify of watchers) notify()
}

export function markFresh(ids: number[]): void {
  if (ids.length === 0) return
  set(fresh.union(new Set(ids)))
  setTimeout(() => set(fresh.difference(new Set(ids))), FRESH_MS)
}

const watch = (notify: () => void) => {
  watchers.add(notify)
  return () => void watchers.delete(notify)
}

export const useIsFresh = (id: number): boolean => useSyncExternalStore(watch, () => fresh.has(id))
