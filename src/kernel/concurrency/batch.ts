// A batch is the unit, and one is a batch of one. Calls that arrive while a flush is under way are gathered and flushed together,
// in order of arrival, when it has ended; a call with none ahead goes at once and alone. A caller cannot see the difference: each
// gets its own answer or its own error. No clock is waited for by itself.
import { Failure } from '../failure.ts'
import { batchRuns, belonging } from './observed.ts'

export interface BatchSettings<Ask, Answer> {
  /** What it does, for those who measure. */
  name: string
  /** One answer for each ask, in their order. */
  flush: (requests: Ask[]) => Promise<Answer[]>
  /** The largest batch. */
  max: number
  /** Beyond so many waiting calls, new ones are refused with OVERLOADED. */
  maxWaiting: number
  /**
   * Whether a batch that failed with this error has certainly changed nothing, so that its halves may be tried by
   * themselves and a poisoned ask fails alone. Where it has not, everybody gets the error: nothing is ever repeated blindly.
   */
  divisible: (error: unknown) => boolean
  /** Waited for before each batch is taken, by what can wait for others; absent: nothing is. */
  gather?: () => Promise<void>
}

interface Waiting<Ask, Answer> {
  request: Ask
  sinceMs: number
  origin: unknown
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

export function makeBatch<Ask, Answer>(settings: BatchSettings<Ask, Answer>): (request: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      if (settings.gather !== undefined) await settings.gather()
      const batch = waiting.slice(0, settings.max)
      waiting = waiting.slice(settings.max)
      await batchRuns.during(
        () => runOf(batch),
        () => answer(batch),
      )
      // A caller that has just been answered and calls again, and what has come in meanwhile, goes along with those who wait.
      if (batch.length > 1 || waiting.length > 0) await new Promise(resolve => setImmediate(resolve))
    }
    running = false
  }

  const runOf = (batch: Waiting<Ask, Answer>[]) => ({
    name: settings.name,
    size: batch.length,
    waitsMs: batch.map(({ sinceMs }) => performance.now() - sinceMs),
    origins: batch.map(({ origin }) => origin),
  })

  async function answer(batch: Waiting<Ask, Answer>[]): Promise<void> {
    let answers: Answer[]
    try {
      answers = await settings.flush(batch.map(({ request }) => request))
    } catch (error) {
      if (batch.length > 1 && settings.divisible(error)) return answerHalves(batch)
      return refuse(batch, error)
    }
    // What the flush has done stands: from here on nothing of it is tried again.
    if (answers.length !== batch.length) return refuse(batch, new Error('a flush must answer every ask'))
    for (const [n, { resolve }] of batch.entries()) resolve(answers[n] as Answer)
  }

  function refuse(batch: Waiting<Ask, Answer>[], error: unknown): void {
    for (const { reject } of batch) reject(error)
  }

  async function answerHalves(batch: Waiting<Ask, Answer>[]): Promise<void> {
    const middle = batch.length >> 1
    await answer(batch.slice(0, middle))
    await answer(batch.slice(middle))
  }

  return request => {
    if (waiting.length >= settings.maxWaiting)
      return Promise.reject(new Failure('OVERLOADED', 'Too much at once; please try again', { retryAfterSeconds: 1 }))
    return new Promise<Answer>((resolve, reject) => {
      waiting.push({ request, sinceMs: performance.now(), origin: belonging.getStore(), resolve, reject })
      if (!running) void run()
    })
  }
}
