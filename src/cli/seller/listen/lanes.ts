// Events of one object go one after the other, those of others beside them. Also how far everything has been handled, so that a later
// listener can begin there.
export interface Lanes {
  /** Resolves when there is room for more. */
  add(lane: string, cursor: string, work: () => Promise<void>): Promise<void>
  /** Everything up to there has been handled. */
  handledUpTo(): string | null
  beginAt(cursor: string): void
}

const MAX_WAITING = 64

export function openLanes(): Lanes {
  const last = new Map<string, Promise<void>>()
  const open: { cursor: string; isDone: boolean }[] = []
  let handled: string | null = null
  let waiting = 0
  let room: (() => void) | null = null

  function close(): void {
    for (let first = open[0]; first?.isDone === true; first = open[0]) {
      handled = first.cursor
      open.shift()
    }
    waiting--
    room?.()
    room = null
  }

  return {
    handledUpTo: () => handled,
    beginAt(cursor) {
      handled ??= cursor
    },
    async add(lane, cursor, work) {
      const place = { cursor, isDone: false }
      open.push(place)
      waiting++
      const mine = (last.get(lane) ?? Promise.resolve()).then(work).finally(() => {
        place.isDone = true
        if (last.get(lane) === mine) last.delete(lane)
        close()
      })
      last.set(lane, mine)
      if (waiting < MAX_WAITING) return
      await new Promise<void>(resolve => {
        room = resolve
      })
    },
  }
}
