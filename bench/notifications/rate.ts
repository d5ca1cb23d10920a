// Work that comes at a rate of its own, whether or not the earlier work is done, as customers do.

/** Calls `work` so many times a second for so long. */
export async function atRate(perSecond: number, forMs: number, work: (n: number) => void): Promise<void> {
  const startedAt = performance.now()
  for (let n = 0; ; ) {
    const sinceMs = performance.now() - startedAt
    if (sinceMs >= forMs) return
    for (const due = (sinceMs * perSecond) / 1_000; n < due; n++) work(n)
    await new Promise(wake => setTimeout(wake, 1))
  }
}
