// Requests go first. While many of them come at once, what can wait a little gives way to them: it is gathered, stands in their way
// only now and then, and costs less. It never waits for long, since payouts must not starve.

export interface Pressure {
  /** So many requests are decided together. */
  during<T>(inFlight: number, work: () => Promise<T>): Promise<T>
  /** Resolves at once in calm times, else when they have come, and in any case soon. */
  calm(): Promise<void>
}

export interface PressureSettings {
  /** So many at once are no calm times. */
  many: number
  /** How long it has to have been calm. */
  calmMs: number
  /** Nobody gives way for longer. */
  maxMs: number
}

export const DEFAULT_PRESSURE: PressureSettings = { many: 8, calmMs: 50, maxMs: 1_000 }

export function openPressure({ many, calmMs, maxMs }: PressureSettings): Pressure {
  let underWay = 0
  let endedAt = Number.NEGATIVE_INFINITY
  const isCalm = () => underWay === 0 && performance.now() - endedAt >= calmMs

  async function duringMany<T>(work: () => Promise<T>): Promise<T> {
    underWay++
    try {
      return await work()
    } finally {
      underWay--
      endedAt = performance.now()
    }
  }

  return {
    during: (inFlight, work) => (inFlight >= many ? duringMany(work) : work()),
    async calm() {
      const latest = performance.now() + maxMs
      while (!isCalm() && performance.now() < latest) await new Promise(wake => setTimeout(wake, calmMs))
    },
  }
}
