// Holds as the rest of the gateway sees them: what operators do with them, and the worker that releases what is held until a
// day that has come. It ends with what it has begun.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import { batched } from '#db/batched.ts'
import type { Database } from '#db/postgres.ts'
import type { Pressure } from '#kernel/concurrency/pressure.ts'
import type { Clock } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { Commands } from '#proposal/proposal.ts'
import { placeHold } from './order/place.ts'
import { releaseHold } from './order/release.ts'
import { seizeHold } from './order/seize.ts'
import { type DueHolds, releaseHolds } from './release/release.ts'
import { startReleaseWork } from './release/worker.ts'

export interface HoldsDeps {
  db: Database
  clock: Clock
  outbox: Outbox
  alerts: Pick<Alerts, 'raise'>
  log: Pick<FastifyBaseLogger, 'error'>
  /** Releases give way to requests while many of them come at once. */
  pressure: Pressure
}

export interface Holds extends AsyncDisposable {
  /** What takes two operators. */
  readonly commands: Commands
}

export function openHolds(deps: HoldsDeps): Holds {
  const release = batched('hold.release', (dues: DueHolds[]) => releaseHolds(deps, dues), deps.pressure.calm)
  const work = startReleaseWork({ ...deps, release })
  return {
    commands: { 'hold.place': placeHold, 'hold.lift': releaseHold, 'hold.take': seizeHold },
    [Symbol.asyncDispose]: () => work.stop(),
  }
}
