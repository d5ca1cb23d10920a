// Work that a caller waits for only so long. What takes longer goes on by itself, and whoever has begun it can wait for its end.

export const LATE = Symbol('late')

/** So long, from its beginning, one caller waits for one piece of work after the other. */
export interface TimeLimit extends Disposable {
  /** LATE when the time is over; the work goes on. Its failure is the caller's while there is one, and `failed`'s after that. */
  of<T>(work: Promise<T>, failed: (error: unknown) => void): Promise<T | typeof LATE>
}

export interface InTime {
  within(ms: number): TimeLimit
  /** Resolves when nothing goes on any more. */
  idle(): Promise<void>
}

export function openInTime(): InTime {
  const goingOn = new Set<Promise<void>>()
  return {
    within(ms) {
      const late = Promise.withResolvers<typeof LATE>()
      const timer = setTimeout(() => late.resolve(LATE), ms)
      return {
        async of(work, failed) {
          const first = await Promise.race([work, late.promise])
          if (first !== LATE) return first
          const rest: Promise<void> = work.then(() => {}, failed).finally(() => goingOn.delete(rest))
          goingOn.add(rest)
          return first
        },
        [Symbol.dispose]: () => clearTimeout(timer),
      }
    },
    async idle() {
      await Promise.all(goingOn)
    },
  }
}
