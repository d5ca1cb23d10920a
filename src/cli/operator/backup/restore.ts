// `porteira restore`: puts a backup where nothing is. The database itself then says that it was restored, wherever it is started, so
// that no gateway pays or sends from it before its PSPs have said what it has forgotten, and a person has looked.
import { join } from 'node:path'
import { pino } from 'pino'
import { openAlerts } from '#alert/alerts.ts'
import { type BackupDescription, fingerprintsOf, refuseOtherKeys } from '#backup/description.ts'
import { restoreCluster } from '#backup/restore.ts'
import { readAbout } from '#backup/unpack.ts'
import { type Config, readConfig } from '#config/config.ts'
import type { Environment } from '#config/environment-values.ts'
import { readIfThere } from '#config/private-file.ts'
import { unsealConfig } from '#config/secrets.ts'
import { migrate } from '#db/migrate.ts'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { systemClock } from '#kernel/time.ts'
import { PSP_KINDS } from '#psp/kinds.ts'
import { enterRecovery } from '#recovery/enter.ts'
import { readGatewayState } from '#recovery/store.ts'
import { readFrom } from '#recovery/suspicion.ts'
import type { Given, Voice } from '../commands.ts'
import { keyOf } from './options.ts'
import { embeddedPlace, foreignPlace, type Place } from './place.ts'

export async function restore(environment: Environment, given: Given, voice: Voice): Promise<boolean> {
  const work = putBack(environment, given, voice)
  voice.whenDone(work)
  return work
}

async function putBack(environment: Environment, given: Given, { print, leaving }: Voice): Promise<boolean> {
  const [file, key] = [String(given.file), await keyOf(given)]
  const about = await readAbout(file, key)
  const until = untilOf(given, about)
  const config = readConfig(environment)
  await refuseKeys(config, about)
  await using resources = new AsyncDisposableStack()
  const place = await placeOf(resources, config, given, about)
  const log = given.log === undefined ? null : { folder: String(given.log), until }
  const say = (sentence: string) => print(`  ${sentence} ...\n`)
  const from = await restoreCluster({ file, key, about, ...place, log, durable: true, leaving, say }, connection =>
    markRestored(connection, reasonOf(about, log)),
  )
  print(
    `\nRestored into ${place.home.cluster}: the backup of ${about.takenAt}.\n` +
      `The gateway starts in recovery: it pays nothing and sends nothing, reads what its PSPs know of ${from.toISOString()} and later,\n` +
      'and waits for an operator to resume it. Make sure that no other Porteira works for this installation: two would pay twice.\n',
  )
  return true
}

function untilOf({ until }: Given, { takenAt }: BackupDescription): Date | null {
  if (until === undefined) return null
  const moment = new Date(String(until))
  if (moment > new Date(takenAt)) return moment
  throw new StartProblem(
    `${moment.toISOString()} is before this backup was taken, at ${takenAt}. Take an older backup, or a later moment.`,
  )
}

async function refuseKeys(config: Config, about: BackupDescription): Promise<void> {
  const areGiven = config.encryptionKey !== null && config.authSecret !== null
  const file = join(config.dataDir, 'secrets.json')
  if (!areGiven && (await readIfThere(file)) === null)
    throw new StartProblem(
      `The keys of this installation are in no backup. Set ENCRYPTION_KEY (fingerprint ${about.keys.encryptionKey}) and ` +
        `AUTH_SECRET (${about.keys.authSecret}), or put secrets.json back to ${file}. Nothing was restored.`,
    )
  refuseOtherKeys(fingerprintsOf(await unsealConfig(config)), about.keys)
}

function placeOf(
  resources: AsyncDisposableStack,
  config: Config,
  given: Given,
  about: BackupDescription,
): Promise<Place> {
  const { into, programs } = given
  if (!about.embedded) {
    if (into !== undefined && programs !== undefined)
      return foreignPlace(resources, { into: String(into), programs: String(programs) }, about)
    throw new StartProblem(
      `This backup is of a PostgreSQL ${about.postgres.major} of your own. Say --into FOLDER, on which you then start it, and ` +
        `--programs, where it is installed, such as /usr/lib/postgresql/${about.postgres.major}/bin.`,
    )
  }
  if (into === undefined && config.databaseUrl === null) return embeddedPlace(resources, config.dataDir, about)
  throw new StartProblem(
    'This backup is of the PostgreSQL that comes with Porteira: it goes to DATA_DIR, without --into, and with DATABASE_URL unset.',
  )
}

function reasonOf({ takenAt }: BackupDescription, log: { until: Date | null } | null): string {
  const replayed = log === null ? '' : `, with the log until ${log.until?.toISOString() ?? 'its end'}`
  return `It was restored from the backup of ${takenAt}${replayed}.`
}

/** Answers from when on the PSPs are asked. */
async function markRestored(connection: Connection, reason: string): Promise<Date> {
  const db = openDatabase(connection, 2)
  try {
    await migrate(connection)
    const from = readFrom(await readGatewayState(db), null, systemClock())
    const deps = { db, clock: systemClock, pspKinds: PSP_KINDS }
    const { recovering } = await enterRecovery(deps, { reason, from })
    const alerts = openAlerts({ db, clock: systemClock, log: pino({ level: 'silent' }) })
    alerts.raise('RECOVERY_ENTERED', recovering, null)
    await alerts.stop()
    return recovering.from
  } finally {
    await db.close()
  }
}
