// Runs asynchronous work at most n at a time, the rest in order of arrival.

export interface Limited {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs or waits any more. */
  idle(): Promise<void>
}

export function limited(max: number): Limited {
  const waiting: (() => void)[] = []
  const watchers: (() => void)[] = []
  let running = 0

  const begin = () => {
    if (running < max) {
      running++
      return Promise.resolve()
    }
    return new Promise<void>(go => waiting.push(go))
  }

  const end = () => {
    const next = waiting.shift()
    if (next !== undefined) return next()
    running--
    if (running === 0) for (const resolve of watchers.splice(0)) resolve()
  }

  return {
    async run(work) {
      await begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise(resolve => watchers.push(resolve))),
  }
}
