// What everything stands on: the database, the secret box, the PSP accounts, time and chance.
import type { Logger } from 'pino'
import { type Alerts, openAlerts } from '#alert/alerts.ts'
import type { SealedConfig } from '#config/secrets.ts'
import { readPspTls } from '#config/tls-files.ts'
import { dropPastDays } from '#db/by-day/past-days.ts'
import { makePartitions } from '#db/migrate.ts'
import { type Connection, type Database, type OpenDatabase, openDatabase, patiently } from '#db/postgres.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { startTakeOver } from '#db/queue/lease.ts'
import { startStatistics } from '#db/statistics.ts'
import { makeSecretBox, type SecretBox } from '#kernel/crypto/secret-box.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { type Clock, HOUR_MS, type RandomBytes } from '#kernel/time.ts'
import type { SendMail } from '#mail/mail.ts'
import { dropPastNotifications } from '#notification/events/retention-store.ts'
import { type FirstAccount, type PspTls, sandboxAccount } from '#psp/accounts/first-account.ts'
import { openPsps, type Psps } from '#psp/feature.ts'
import { PSP_KINDS, type PspKinds } from '#psp/kinds.ts'
import { hasPspAccount } from '#psp/store.ts'
import { openRecovery, type Recovery } from '#recovery/feature.ts'
import type { InstallationFile } from '#recovery/installation.ts'

export interface GatewayDeps {
  config: SealedConfig
  connection: Connection
  /** How many connections its statements share; absent: as many as the number of its processes allows. */
  connections?: number
  log: Logger
  clock: Clock
  random: RandomBytes
  /** Where the sandbox bank listens; null when the PSP is a real one and test mode is off. */
  sandboxUrl: string | null
  /** The folder of the embedded server's cluster; absent where the server is the operator's own. */
  cluster?: string
  /** What this machine remembers of the database; absent: nothing. */
  installation?: InstallationFile
  /** The kinds of PSP there are; absent: those that come with the gateway. */
  pspKinds?: PspKinds
  /** For so long the figures of the gateway are not read anew; absent: some seconds. */
  figuresFreshMs?: number
  /** For so long the calls of PSPs are counted in memory; absent: some seconds. */
  callsGatheredMs?: number
  /** Sends mail in the place of the server that the settings name. */
  sendMail?: SendMail
}

export interface Infrastructure extends GatewayDeps {
  db: OpenDatabase
  secretBox: SecretBox
  psps: Psps
  recovery: Recovery
  /** For what a person has to look at. */
  alerts: Alerts
}

export async function openInfrastructure(resources: AsyncDisposableStack, deps: GatewayDeps): Promise<Infrastructure> {
  const { config, connection, connections = connectionsOf(deps.config), log, clock, random, sandboxUrl } = deps
  const secretBox = makeSecretBox(config.encryptionKey, random, config.otherEncryptionKey)
  const db = openDatabase(connection, connections)
  resources.defer(() => db.close())
  // Ended after all who work: what they have not finished by then is due for the next process.
  const takingOver = startTakeOver({ db, clock, log })
  resources.defer(() => takingOver.stop())
  const statistics = startStatistics({ db, log })
  resources.defer(() => statistics.stop())
  const alerts = openAlerts({ db, clock, log })
  resources.defer(() => alerts.stop())
  const recovery = await openRecoveryMode(deps, db, alerts)
  resources.defer(() => recovery.stop())
  // Before the first event: a day whose rows lie in the default partition cannot get its own any more.
  await patiently(() => makePartitions(db))
  const round = () => tendPartitions(db, config, log)
  const partitions = startHousekeeping({ name: 'partitions', everyMs: HOUR_MS, log, round })
  resources.defer(() => partitions.stop())

  const psps = await openPsps(resources, {
    db,
    secretBox,
    clock,
    random,
    log,
    alerts,
    kinds: deps.pspKinds ?? PSP_KINDS,
    firstAccount: firstAccountOf(config, sandboxUrl, await firstPspTls(deps, db)),
    production: config.production,
    timeoutMs: config.psp.timeout_ms,
    sweepEveryMs: config.psp.sweepEvery_ms,
    callbackDays: config.callbackDays,
    paused: recovery.active,
    onResume: recovery.onResume,
    mtlsCallbacks: config.callback !== null,
    withSandbox: config.psp.kind === 'sandbox' || config.testMode,
    awaitsRegistration: config.psp.kind === 'sandbox',
    testBankUrl: config.testMode ? sandboxUrl : null,
    callsGatheredMs: deps.callsGatheredMs,
  })
  return { ...deps, db, secretBox, psps, recovery, alerts }
}

async function tendPartitions(
  db: Database,
  { notificationDays, requestLogDays }: SealedConfig,
  log: Logger,
): Promise<false> {
  await makePartitions(db)
  if (!(await dropPastNotifications(db, notificationDays)))
    log.warn('a past day of notifications was in use and is dropped at another hour')
  if (!(await dropPastDays(db, ['request_log'], requestLogDays)))
    log.warn('a past day of the request log was in use and is dropped at another hour')
  return false
}

/** Before anything is paid or delivered: whether the database is the one that it seems to be. */
function openRecoveryMode(deps: GatewayDeps, db: OpenDatabase, alerts: Alerts): Promise<Recovery> {
  const { config, clock, log, cluster, installation, pspKinds = PSP_KINDS } = deps
  const file = installation ?? null
  const { onPromotion } = db
  return openRecovery({ db, pspKinds, clock, log, alerts, cluster, file, onPromotion, forced: config.recover })
}

/** The settings make the first account and no other: where there is one, files that cannot be used stop no start. */
async function firstPspTls({ config, clock, log }: GatewayDeps, db: Database): Promise<PspTls> {
  try {
    return await readPspTls(config, clock())
  } catch (error) {
    if (!(error instanceof StartProblem) || !(await hasPspAccount(db))) throw error
    log.warn({ reason: error.message }, 'a certificate of the settings is ignored: the PSP account is in force')
    return {}
  }
}

function firstAccountOf({ psp }: SealedConfig, sandboxUrl: string | null, tls: PspTls): FirstAccount {
  if (psp.kind === 'sandbox') {
    const account = sandboxAccount(sandboxUrl ?? '')
    return { ...account, credentials: { ...account.credentials, ...tls } }
  }
  const { clientId = '', clientSecret = '', ...others } = psp.credentials
  return {
    kind: psp.kind,
    environment: 'live',
    name: psp.kind,
    baseUrl: psp.baseUrl ?? '',
    pixKey: psp.pixKey ?? '',
    credentials: { clientId, clientSecret, ...others, ...tls },
  }
}

const MAX_CONNECTIONS = 20
/** Of the hundred that a server usually takes; sessions of the panel have five more in each process. */
const CONNECTIONS_OF_ALL = 64

/** Several gateways behind one port share what one of them would not need. */
const connectionsOf = ({ processes }: SealedConfig) =>
  Math.min(MAX_CONNECTIONS, Math.max(4, Math.floor(CONNECTIONS_OF_ALL / processes)))
