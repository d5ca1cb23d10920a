// Connections for a library that speaks to the driver itself and hides why it has failed. This pool notes it: where the database
// was the reason, the caller of the library gets that, and not that something is broken.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { poolOf } from './pool.ts'
import { type Connection, ConnectionTrouble, isTroubled } from './postgres.ts'

export interface LibraryPool {
  /** For the library. */
  pool: pg.Pool
  /**
   * Does the library's work. Throws ConnectionTrouble where the database was away meanwhile, whatever the library says itself:
   * it may call something done that nobody could write down.
   */
  during<T>(work: () => Promise<T>): Promise<T>
}

interface Trouble {
  trouble: ConnectionTrouble | null
}

export function libraryPool(connection: Connection, options: { max: number; searchPath: string }): LibraryPool {
  const pool = poolOf(connection, options)
  const troubles = new AsyncLocalStorage<Trouble>()
  const heed = (error: unknown) => {
    const met = troubles.getStore()
    if (met !== undefined && isTroubled(error)) met.trouble ??= new ConnectionTrouble(error)
  }
  listenTo(pool, 'connect', heed)
  pool.on('connect', client => listenTo(client, 'query', heed))

  return {
    pool,
    async during(work) {
      const met: Trouble = { trouble: null }
      const answer = await troubles.run(met, work).catch(error => {
        throw met.trouble ?? error
      })
      if (met.trouble !== null) throw met.trouble
      return answer
    },
  }
}

type Method = (...args: unknown[]) => unknown

/** Where it answers a promise; a caller with a callback gets the error there. */
function listenTo<Name extends string>(
  target: Record<Name, unknown>,
  name: Name,
  heed: (error: unknown) => void,
): void {
  const method = (target[name] as Method).bind(target)
  const heard: Method = (...args) => {
    const answer = method(...args)
    if (answer instanceof Promise) answer.catch(heed)
    return answer
  }
  target[name] = heard
}
