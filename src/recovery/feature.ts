// Recovery: the state of the gateway while its database may not know everything that it has done. It is detected at the start
// (the database lies elsewhere, or is older than what this machine has seen), when a standby is promoted for which commits did not wait,
// later by the sweeps, or requested by a person.
// Only a person ends it. This file answers at every step whether the gateway is in recovery.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Actor } from '#audit/audit.ts'
import type { Database } from '#db/postgres.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { Failure } from '#kernel/failure.ts'
import { type Clock, SECOND_MS } from '#kernel/time.ts'
import type { PspKinds } from '#psp/kinds.ts'
import { type Entered, type Entering, enterRecovery } from './enter.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { InstallationFile } from './installation.ts'
import { type Fingerprint, fingerprintOfCluster, fingerprintOfServer } from './place.ts'
import { endByPerson, type Resume } from './resume.ts'
import {
  acceptHistory,
  adoptFirstFingerprint,
  countPausedWork,
  findTimeline,
  type LogEntry,
  type PausedWork,
  type Recovering,
  readGatewayState,
  readLog,
  readSweeps,
  type SweepStanding,
} from './store.ts'
import { type History, isPromoted, readFrom, suspicionAtStart } from './suspicion.ts'

export interface Recovery {
  /** What this process knows, at most a second old. While it is not known what a promoted standby lacks it is active too. */
  active(): boolean
  /**
   * Answers what has changed: in recovery already, the gateway only reads from further back. `actor` absent: the gateway itself.
   */
  enter(reason: string, from: Date, actor?: Actor): Promise<Entered['change']>
  /** From where on the PSPs' lists are read by default: the last heartbeat and an hour. */
  defaultFrom(): Promise<Date>
  resume(resume: Resume): Promise<Failure | Status>
  status(): Promise<Status>
  /** Called whenever the gateway may work again. */
  onResume(work: () => void): void
  stop(): Promise<void>
}

export interface Status {
  recovering: Recovering | null
  sweeps: SweepStanding[]
  /** What waits for a person; nothing does outside of a recovery. */
  paused: PausedWork
  log: LogEntry[]
}

export interface RecoveryDeps {
  db: Database
  pspKinds: PspKinds
  clock: Clock
  log: FastifyBaseLogger
  alerts: Pick<Alerts, 'raise' | 'resolve'>
  /** The folder of the embedded server's cluster; absent where the server is the operator's own. */
  cluster?: string | undefined
  /** Says where the database lies in the place of the cluster or the server. */
  fingerprint?: () => Promise<Fingerprint>
  /** Calls when a standby has been promoted, before anything is asked of it; absent: nobody says so. */
  onPromotion?: (listener: () => void) => void
  /** Null: this machine remembers nothing. */
  file: InstallationFile | null
  /** A person asked for it at the start. */
  forced: boolean
  heartbeatIntervalMs?: number
  /** How often another process's word is looked for. */
  lookMs?: number
}

const LOG_ENTRIES = 20
const HEARTBEAT_INTERVAL_MS = 5 * SECOND_MS
const LOOK_MS = SECOND_MS

export async function openRecovery(deps: RecoveryDeps): Promise<Recovery> {
  const { db, clock, log, alerts, file, heartbeatIntervalMs = HEARTBEAT_INTERVAL_MS, lookMs = LOOK_MS } = deps
  const resumed: (() => void)[] = []
  let changes = 0
  const here = await placeOf(deps)
  if (here === null) log.warn('the database server does not say which one it is: only its pulse tells a copy')
  // What was copied from the embedded server is known by its place, and brought to life by nobody but us.
  const timeline = deps.cluster === undefined ? await findTimeline(db) : null
  let recovering = await recoveringAtStart(deps, here, timeline)
  if (recovering !== null) log.warn(recovering, 'the gateway is in recovery')

  function learn(now: Recovering | null): void {
    const before = recovering
    recovering = now
    changes++
    if (before === null && now !== null) log.warn(now, 'the gateway is in recovery')
    if (before !== null && now === null) resumeWork()
  }

  function resumeWork(): void {
    for (const work of resumed) work()
  }

  async function enter(entering: Entering, seen?: bigint): Promise<Entered['change']> {
    const entered = await enterRecovery(deps, entering, seen)
    learn(entered.recovering)
    raise(alerts, entered)
    return entered.change
  }

  async function look(): Promise<false> {
    const asked = changes
    const { recovering } = await readGatewayState(db)
    // What was read before a change of our own is older than that.
    if (asked === changes) learn(recovering)
    return false
  }

  async function status(): Promise<Status> {
    const { recovering } = await readGatewayState(db)
    return {
      recovering,
      sweeps: await readSweeps(db),
      paused: recovering === null ? { cashouts: 0, refunds: 0, deliveries: 0 } : await countPausedWork(db),
      log: await readLog(db, LOG_ENTRIES),
    }
  }

  const heartbeat = startHeartbeat({
    db,
    clock,
    log,
    file,
    here,
    reportsHistory: timeline !== null,
    everyMs: heartbeatIntervalMs,
    onOlder: enter,
    learn: look,
    onJudged: () => recovering === null && resumeWork(),
  })
  deps.onPromotion?.(heartbeat.doubt)
  const looking = startDueLoop({ name: 'recovery', everyMs: lookMs, firstInMs: lookMs, round: look, log })

  return {
    active: () => recovering !== null || heartbeat.isInDoubt(),
    enter: (reason, from, actor) => enter({ reason, from, ...(actor !== undefined && { actor }) }),
    defaultFrom: async () => readFrom(await readGatewayState(db), null, clock()),
    async resume(resume) {
      const outcome = await endByPerson({ db, clock }, resume, here)
      if (outcome instanceof Failure) return outcome
      log.info(resume, 'the recovery has ended')
      alerts.resolve('RECOVERY_ENTERED', null)
      learn(null)
      return status()
    },
    status,
    onResume: work => resumed.push(work),
    async stop() {
      await looking.stop()
      await heartbeat.stop()
    },
  }
}

function placeOf({ db, cluster, fingerprint }: RecoveryDeps): Promise<Fingerprint> {
  if (fingerprint !== undefined) return fingerprint()
  return cluster === undefined ? fingerprintOfServer(db) : fingerprintOfCluster(cluster)
}

async function recoveringAtStart(
  deps: RecoveryDeps,
  here: Fingerprint,
  timeline: number | null,
): Promise<Recovering | null> {
  const { db, clock, log, file, forced, alerts } = deps
  // In this order: what another process notes after our look at the database is newer than what we saw there.
  const seen = (await file?.read().catch(unreadable(log))) ?? null
  const stored = await readGatewayState(db)
  const history: History = { before: stored.before, here: timeline, isSynchronous: stored.isSynchronous }
  const suspicion = suspicionAtStart({ stored, here, seen, history, forced, now: clock() })
  if (suspicion !== null) {
    const entered = await enterRecovery(deps, suspicion, seen?.pulse)
    raise(alerts, entered)
    if (isPromoted(history)) await acceptHistory(db, history)
    return entered.recovering
  }
  if (isPromoted(history)) await acceptHistory(db, history)
  if (here !== null) await adoptFirstFingerprint(db, here)
  return stored.recovering
}

const unreadable = (log: RecoveryDeps['log']) => (error: unknown) => {
  log.warn({ err: error }, 'what this machine remembers of the database cannot be read')
  return null
}

function raise(alerts: RecoveryDeps['alerts'], { change, recovering }: Entered): void {
  if (change === 'entered') alerts.raise('RECOVERY_ENTERED', recovering, null)
}
