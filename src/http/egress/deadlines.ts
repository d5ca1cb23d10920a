// Deadlines that are all equally far away: the exchange that began first is late first, so one timer and the order of arrival do
// for thousands. Most are met, and then cost no timer at all.

export interface Deadlines<Item> {
  add(item: Item): void
  remove(item: Item): void
  /** Those that are not met yet, the oldest first. */
  pending(): Iterable<Item>
}

export function openDeadlines<Item extends { readonly startedMs: number }>(
  allowedMs: number,
  late: (item: Item) => void,
): Deadlines<Item> {
  // A set keeps the order in which things were put in.
  const waiting = new Set<Item>()
  let timer: NodeJS.Timeout | null = null

  function arm(ms: number): void {
    timer = setTimeout(fire, Math.max(1, Math.ceil(ms)))
  }

  function fire(): void {
    timer = null
    const nowMs = performance.now()
    for (const item of waiting) {
      const leftMs = item.startedMs + allowedMs - nowMs
      if (leftMs > 0) {
        arm(leftMs)
        return
      }
      waiting.delete(item)
      late(item)
    }
  }

  return {
    add(item) {
      waiting.add(item)
      if (timer === null) arm(allowedMs)
      else if (waiting.size === 1) timer.ref()
    },
    // The timer is left to run out: arming it anew for every item would cost more than the item.
    remove(item) {
      waiting.delete(item)
      if (waiting.size === 0) timer?.unref()
    },
    pending: () => waiting,
  }
}
