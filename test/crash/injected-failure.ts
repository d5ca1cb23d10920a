// Makes a database and a PSP fail at one chosen step: before or after a statement, before or after a commit, before or after a call. Either
// the process dies there (nothing of it ever goes on, and its transaction is rolled back), or the step fails while the process goes on (a
// lost connection, a PSP that does not answer).
import { CommitInDoubt, type Database, type Queryable, type Transaction } from '#db/postgres.ts'
import type { Boletos, Cards, Collect } from '#psp/collect/port.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { PayIn, PayOut, Psp } from '#psp/port.ts'

export type Mode = 'dies' | 'fails'

export interface FailurePlan {
  /** Takes one step; this is where it may end. */
  step(name: string): Promise<void>
  /** What was passed so far, in order. */
  readonly steps: string[]
  /** Resolves when the process has died. */
  readonly death: Promise<void>
  /** Whether the step has been reached. */
  fulfilled(): boolean
}

export class Lost extends Error {}

/** Fails at the step of this number, counted from one; 0 is a quiet life. */
export function failureAt(number: number, mode: Mode): FailurePlan {
  const steps: string[] = []
  const { promise: death, resolve: die } = Promise.withResolvers<void>()
  return {
    steps,
    death,
    fulfilled: () => number > 0 && steps.length >= number,
    async step(name) {
      steps.push(name)
      if (mode === 'fails' && steps.length === number) throw new Lost(`lost at ${name}`)
      if (mode === 'fails' || number === 0 || steps.length < number) return
      // Nor does anything that it did in parallel.
      die()
      await never()
    },
  }
}

const never = (): Promise<never> => new Promise(() => {})

const nameOf = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40)

function fragileQueries(db: Queryable, failure: FailurePlan): Queryable['query'] {
  return async statement => {
    await failure.step(`before "${nameOf(statement.text)}"`)
    const rows = await db.query<never>(statement)
    await failure.step(`after "${nameOf(statement.text)}"`)
    return rows
  }
}

export function fragileDatabase(db: Database, failure: FailurePlan): Database {
  return {
    query: fragileQueries(db, failure),
    close: () => db.close(),
    async transaction(work) {
      await failure.step('before begin')
      const dead = failure.death.then(() => Promise.reject(new Lost('died')))
      dead.catch(() => {})
      const attempt = db.transaction(tx => Promise.race([inside(tx, work), dead]))
      const answer = await attempt.catch(error => (error.message === 'died' ? never() : Promise.reject(error)))
      await failure.step('after commit').catch(lost => Promise.reject(new CommitInDoubt(lost)))
      return answer
    },
  }
  async function inside<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const answer = await work({ inTransaction: true, query: fragileQueries(tx, failure) })
    await failure.step('before commit')
    return answer
  }
}

/** Answers that never come have an unknown outcome for their callers. */
function fragileCalls<Port extends PayIn | PayOut | Collect | Boletos | Cards>(port: Port, failure: FailurePlan): Port {
  const unknown = (error: unknown) => {
    if (error instanceof Lost) return { kind: 'unknown' as const, reason: error.message }
    throw error
  }
  const wrapped = Object.entries(port).map(([name, call]) => {
    if (typeof call !== 'function') return [name, call]
    const fragile = async (...given: unknown[]) => {
      try {
        await failure.step(`before the call ${name}`)
        const answer = await call(...given)
        await failure.step(`after the call ${name}`)
        return answer
      } catch (error) {
        return unknown(error)
      }
    }
    return [name, fragile]
  })
  return Object.fromEntries(wrapped)
}

const fragileCollect = (collect: Collect, failure: FailurePlan): Collect => ({
  ...fragileCalls(collect, failure),
  ...(collect.boletos !== undefined && { boletos: fragileCalls(collect.boletos, failure) }),
  ...(collect.cards !== undefined && { cards: fragileCalls(collect.cards, failure) }),
})

export function fragilePsps(psps: PspDirectory, failure: FailurePlan): PspDirectory {
  const fragile = (psp: Psp): Psp => ({
    ...psp,
    payIn: fragileCalls(psp.payIn, failure),
    payOut: psp.payOut && fragileCalls(psp.payOut, failure),
    ...(psp.collect !== undefined && { collect: fragileCollect(psp.collect, failure) }),
  })
  return {
    ...psps,
    psp: async id => fragile(await psps.psp(id)),
    payIn: async id => fragileCalls(await psps.payIn(id), failure),
    payOut: async id => fragileCalls(await psps.payOut(id), failure),
  }
}
