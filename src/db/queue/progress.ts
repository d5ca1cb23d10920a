// Which work of this process has begun and does not end: every call has a deadline, so that what is under way for minutes hangs.

interface UnderWay {
  name: string
  sinceMs: number
}

/** Longer than any round of claiming, and than any work on one row with its calls. */
const STALLED_MS = 5 * 60_000

const underWay = new Set<UnderWay>()

/** Answers what is to be called at the end. */
export function begun(name: string): () => void {
  const work = { name, sinceMs: performance.now() }
  underWay.add(work)
  return () => void underWay.delete(work)
}

/** Names of the work that makes no progress. */
export const stalled = (nowMs = performance.now()): string[] => [
  ...new Set([...underWay].filter(({ sinceMs }) => nowMs - sinceMs > STALLED_MS).map(({ name }) => name)),
]
