// What everything in the house stands on: the database, the seal over its secrets, the PSP accounts, time and chance.
import type { Logger } from 'pino'
import { openAlarms } from '#admin/alarm.ts'
import { startDueLoop } from '#db/due.ts'
import { startTakeOver } from '#db/lease.ts'
import { makePartitions } from '#db/migrate.ts'
import { isWorthHalving } from '#db/passing.ts'
import { type Connection, type Database, openDatabase, type Transaction } from '#db/postgres.ts'
import { startStatistics } from '#db/statistics.ts'
import { batched } from '#kernel/batch.ts'
import { makeSeal, type Seal } from '#kernel/seal.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { type Clock, HOUR_MS, type RandomBytes, SECOND_MS } from '#kernel/time.ts'
import type { SendMail } from '#mail/mail.ts'
import { dropPastNotifications } from '#notification/retention.ts'
import { openDirectory, type PspDirectory } from '#psp/directory.ts'
import { ensureFirstAccount, type FirstAccount, type PspTls, sandboxAccount } from '#psp/first-account.ts'
import { hasPspAccount } from '#psp/store.ts'
import type { InstallationFile } from '#recovery/installation.ts'
import { fingerprintOfCluster, fingerprintOfServer } from '#recovery/place.ts'
import { openRecovery, type Recovery } from '#recovery/recovery.ts'
import type { SealedConfig } from '#secrets.ts'
import { readPspTls } from './tls-files.ts'

export interface HouseNeeds {
  config: SealedConfig
  connection: Connection
  log: Logger
  clock: Clock
  random: RandomBytes
  /** Where the sandbox bank listens; null when the PSP is a real one. */
  sandboxUrl: string | null
  /** The folder of the embedded server's cluster; absent where the server is the operator's own. */
  cluster?: string
  /** What this machine remembers of the database; absent: nothing. */
  installation?: InstallationFile
  /** Sends mail in the place of the server that the settings name. */
  sendMail?: SendMail
}

export interface Ground extends HouseNeeds {
  db: Database
  seal: Seal
  psps: PspDirectory
  recovery: Recovery
  /** Rings when a person has to look. */
  alarm: (said: string, known: object) => void
  /** Rings once for each key: for what is told again and again. */
  alarmOnce: (key: string, said: string, known: object) => void
  /** The same as `alarm`, kept in the commit of what it is about. */
  alarmIn: (tx: Transaction, said: string, known: object) => Promise<void>
}

export async function layGround(parts: AsyncDisposableStack, needs: HouseNeeds): Promise<Ground> {
  const { config, connection, log, clock, random, sandboxUrl } = needs
  const seal = makeSeal(config.encryptionKey, random)
  const db = openDatabase(connection, connectionsOf(config))
  parts.defer(() => db.close())
  // Ended after all who work: what they have not finished by then is due for the next process.
  const takingOver = startTakeOver({ db, clock, log })
  parts.defer(() => takingOver.stop())
  const statistics = startStatistics({ db, log })
  parts.defer(() => statistics.stop())
  const alarms = openAlarms({ db, clock, log })
  parts.defer(() => alarms.stop())
  const alarm = alarms.ring
  const recovery = await openHouseRecovery(needs, db, alarm)
  parts.defer(() => recovery.stop())
  // Before the first fact: a day whose rows lie in the default partition cannot get its own any more.
  await makePartitions(db)
  const round = () => tendPartitions(db, config.notificationDays, log)
  const partitions = startDueLoop({ name: 'partitions', everyMs: HOUR_MS, log, round })
  parts.defer(() => partitions.stop())

  const { production } = config
  await ensureFirstAccount(
    { db, ...seal, random, now: clock(), production, log },
    firstAccountOf(config, sandboxUrl, await firstPspTls(needs, db)),
  )
  const timeoutMs = config.psp.timeout_ms
  const psps = openDirectory({
    db,
    open: seal.open,
    timeoutMs,
    clock,
    random,
    log,
    alarm,
    parked: recovery.active,
    mtlsCallbacks: config.callback !== null,
    withSandbox: config.psp.kind === 'sandbox',
  })
  parts.defer(() => psps.close())
  return { ...needs, db, seal, psps, recovery, alarm, alarmOnce: alarms.ringOnce, alarmIn: alarms.ringIn }
}

async function tendPartitions(db: Database, days: number, log: Logger): Promise<false> {
  await makePartitions(db)
  if (!(await dropPastNotifications(db, days)))
    log.warn('a past day of notifications was in use and is dropped at another hour')
  return false
}

const PULSE_MS = 5 * SECOND_MS

/** Before anything is paid or told: whether the database is the one that it seems to be. */
function openHouseRecovery(needs: HouseNeeds, db: Database, alarm: Ground['alarm']): Promise<Recovery> {
  const { config, clock, log, cluster, installation } = needs
  return openRecovery({
    ...{ db, clock, log, alarm },
    fingerprint: () => (cluster === undefined ? fingerprintOfServer(db) : fingerprintOfCluster(cluster)),
    file: installation ?? null,
    forced: config.recover,
    pulseMs: PULSE_MS,
    lookMs: SECOND_MS,
  })
}

/** The settings make the first account and no other: where there is one, files that cannot be used stop no start. */
async function firstPspTls({ config, clock, log }: HouseNeeds, db: Database): Promise<PspTls> {
  try {
    return await readPspTls(config, clock())
  } catch (error) {
    if (!(error instanceof StartProblem) || !(await hasPspAccount(db))) throw error
    log.warn({ reason: error.message }, 'a certificate of the settings is ignored: the PSP account is in force')
    return {}
  }
}

function firstAccountOf({ psp }: SealedConfig, sandboxUrl: string | null, tls: PspTls): FirstAccount {
  if (psp.kind === 'sandbox') return { ...sandboxAccount(sandboxUrl ?? ''), ...tls }
  return {
    ...tls,
    kind: psp.kind,
    environment: 'live',
    name: psp.kind,
    baseUrl: psp.baseUrl ?? '',
    pixKey: psp.pixKey ?? '',
    clientId: psp.clientId ?? '',
    clientSecret: psp.clientSecret ?? '',
  }
}

const MOST_CONNECTIONS = 20
/** Of the hundred that a server usually takes; sessions of the panel have five more in each process. */
const CONNECTIONS_OF_ALL = 64

/** Several gateways behind one port share what one of them would not need. */
const connectionsOf = ({ processes }: SealedConfig) =>
  Math.min(MOST_CONNECTIONS, Math.max(4, Math.floor(CONNECTIONS_OF_ALL / processes)))

const LARGEST_BATCH = 256
const MOST_WAITING = 4_096

/** The hot use cases go through batches: whoever asks while one is under way goes with the next. */
export function together<Ask, Answer>(
  flush: (asks: Ask[]) => Promise<Answer[]>,
  gather?: () => Promise<void>,
): (ask: Ask) => Promise<Answer> {
  return batched({
    ...{ flush, ...(gather !== undefined && { gather }) },
    most: LARGEST_BATCH,
    mostWaiting: MOST_WAITING,
    divisible: isWorthHalving,
  })
}

/** For work that has nothing to answer. */
export const togetherDone = <Ask>(
  work: (asks: Ask[]) => Promise<void>,
  gather: () => Promise<void>,
): ((ask: Ask) => Promise<void>) =>
  together(async asks => {
    await work(asks)
    return asks.map(() => undefined)
  }, gather)
