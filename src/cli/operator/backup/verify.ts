// `porteira backup verify`: whether a backup can be restored, and whether its books are in order then. It leaves nothing behind, and tells
// the database that was backed up what came of it, where that is at work on this machine or stands in DATABASE_URL.
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { restoreCluster } from '#backup/restore.ts'
import { readAbout } from '#backup/unpack.ts'
import type { Environment } from '#config/environment-values.ts'
import { migrate } from '#db/migrate.ts'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { MIGRATIONS } from '#db/schema/files.ts'
import { examine } from '#doctor/examine.ts'
import { reportForm, reportText } from '#doctor/report.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { systemClock } from '#kernel/time.ts'
import type { Given, Voice } from '../commands.ts'
import { keyOf } from './options.ts'
import { scratchPlace } from './place.ts'
import { reportToGateway } from './report.ts'

export async function verify(environment: Environment, given: Given, voice: Voice): Promise<boolean> {
  const work = verifyInScratch(environment, given, voice)
  voice.whenDone(work)
  return work
}

async function verifyInScratch(environment: Environment, given: Given, voice: Voice): Promise<boolean> {
  const { print, progress, leaving } = voice
  const [file, key] = [String(given.file), await keyOf(given)]
  const about = await readAbout(file, key)
  await using resources = new AsyncDisposableStack()
  const programs = given.programs === undefined ? null : String(given.programs)
  const place = await scratchPlace(resources, { scratch: String(given.scratch ?? tmpdir()), programs }, about)
  const say = (sentence: string) => progress(`${sentence} ...`)
  const report = (trouble: string | null) =>
    reportToGateway(environment, { cluster: about.start.cluster, file: basename(file), trouble })
  const examination = await restoreCluster(
    { file, key, about, ...place, log: null, durable: false, leaving, say },
    connection => examined(connection, { leaving, say }),
  ).catch(async error => {
    if (error instanceof StartProblem && !leaving.aborted) await report(error.message)
    throw error
  })
  progress('')
  const isReported = await report(examination.findings.length === 0 ? null : 'Its books do not add up.')
  if (given.json) print(`${JSON.stringify({ about, ...reportForm(examination) }, null, 2)}\n`)
  else
    print(
      `Taken ${about.takenAt} by Porteira ${about.release}, of PostgreSQL ${about.postgres.version}. It restores.\n` +
        `${isReported ? 'Its gateway knows how it did' : 'No gateway of it is here to be told'}.\n` +
        `It needs ENCRYPTION_KEY with the fingerprint ${about.keys.encryptionKey}, and AUTH_SECRET with ${about.keys.authSecret}.\n` +
        reportText(examination),
    )
  return examination.findings.length === 0
}

async function examined(connection: Connection, { leaving, say }: { leaving: AbortSignal; say: (s: string) => void }) {
  const db = openDatabase(connection, 3)
  try {
    // As the first start of a gateway does; the doctor knows the tables of this version.
    await migrate(connection, MIGRATIONS, { leaving })
    say('Reading the books')
    const examination = await examine({ db, clock: systemClock }, { leaving })
    if (examination === null) throw new Error('an examination that waits for nobody has not been made')
    return examination
  } finally {
    await db.close()
  }
}
