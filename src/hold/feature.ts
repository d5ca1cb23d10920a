// Holds as the rest of the gateway sees them: what operators do with them, and the worker that releases what is held until a
// day that has come. It ends with what it has begun.
import type { FastifyBaseLogger } from 'fastify'
import { batched } from '#db/batched.ts'
import type { Pressure } from '#kernel/concurrency/pressure.ts'
import type { Commands } from '#proposal/proposal.ts'
import { placeHold } from './order/place.ts'
import { releaseHold } from './order/release.ts'
import { seizeHold } from './order/seize.ts'
import { type DueHolds, type ReleaseDeps, releaseHolds } from './release/release.ts'
import { type ReleaseWorkDeps, startReleaseWork } from './release/worker.ts'

export interface HoldsDeps extends ReleaseDeps, Pick<ReleaseWorkDeps, 'alerts'> {
  log: FastifyBaseLogger
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
