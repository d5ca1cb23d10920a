// The request log as the rest of the gateway sees it: it watches a server, and says how much it had to drop. It ends when what it has seen
// is written.
import type { FastifyBaseLogger } from 'fastify'
import type { OpenDatabase } from '#db/postgres.ts'
import type { Guard, Server, ServerDeps } from '#http/server.ts'
import type { Clock } from '#kernel/time.ts'
import { openBuffer } from './buffer.ts'
import { observeRequests, observeUnknown } from './observe.ts'
import { insertRequests } from './store.ts'

export interface RequestLogDeps {
  db: OpenDatabase
  clock: Clock
  log: FastifyBaseLogger
  /** For how many days requests are kept besides today; 0: none is logged. */
  days: number
}

export interface RequestLog extends AsyncDisposable {
  /** Logs the requests of the routes that are added from now on. */
  watch(server: Pick<Server, 'addHook'>): void
  /** For the server: what logs calls that no route takes. */
  unknownRoute(guard: Guard): NonNullable<ServerDeps['unknownRoute']>
  /** Requests that found no room, since this process began. */
  dropped(): number
}

export function openRequestLog({ db, clock, log, days }: RequestLogDeps): RequestLog {
  /** At keys of calls that no route takes. */
  const looking = new Set<Promise<void>>()
  const buffer = openBuffer({ write: lines => insertRequests(db, lines), clock, log })
  return {
    watch(server) {
      if (days > 0) observeRequests(server, buffer.record)
    },
    unknownRoute: guard => (days > 0 ? observeUnknown({ record: buffer.record, looking }, guard) : () => {}),
    dropped: buffer.dropped,
    async [Symbol.asyncDispose]() {
      await Promise.all(looking)
      await buffer.stop()
    },
  }
}
