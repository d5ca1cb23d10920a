// How long a person waits for each step of a way through the panel. The figures are in the report of the tests.
import type { TestContext } from 'node:test'

export interface Stopwatch {
  step<T>(name: string, walk: () => Promise<T>): Promise<T>
  /** What only a test does on the way is not counted. */
  aside<T>(look: () => Promise<T>): Promise<T>
  /** Of all steps, in milliseconds. */
  whole(): number
}

export function stopwatch(test: Pick<TestContext, 'diagnostic'>): Stopwatch {
  let [counted, notCounted] = [0, 0]
  const say = (took: number, name: string) => test.diagnostic(`${String(Math.round(took)).padStart(6)} ms  ${name}`)
  const timed = async <T>(walk: () => Promise<T>, record: (took: number) => void): Promise<T> => {
    const from = performance.now()
    const seen = await walk()
    record(performance.now() - from)
    return seen
  }
  return {
    step(name, walk) {
      const before = notCounted
      return timed(walk, took => {
        const own = took - (notCounted - before)
        counted += own
        say(own, name)
      })
    },
    aside: look =>
      timed(look, took => {
        notCounted += took
      }),
    whole() {
      say(counted, 'in all')
      return counted
    },
  }
}
