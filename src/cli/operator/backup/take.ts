// `porteira backup`: gathers what a backup says of itself, takes it, and tells the database that there is one.
import { FORMAT, fingerprintsOf } from '#backup/description.ts'
import { keepBackup } from '#backup/report/store.ts'
import { takeBackup } from '#backup/take.ts'
import { RELEASE, shownRelease } from '#config/release.ts'
import { describeServer } from '#db/server/description.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import type { Given, Voice } from '../commands.ts'
import type { CommandInfrastructure } from '../infrastructure.ts'
import { lockOf } from './options.ts'

const MEGABYTE = 1_000_000

export async function backUp(
  { config, connection, db }: CommandInfrastructure,
  given: Given,
  { print, progress, leaving, whenDone }: Voice,
): Promise<boolean> {
  const lock = await lockOf(given)
  // As old as the state that it has.
  const doneAt = systemClock()
  const embedded = config.databaseUrl === null
  const { postgres, database, schema } = await describeServer(db)
  const keys = fingerprintsOf(config)
  const about = { format: FORMAT, release: shownRelease(RELEASE), embedded, postgres, database, schema, keys }
  const taking = takeBackup({
    // Of the embedded server's roles this one alone may copy it.
    connection: embedded ? { ...connection, user: 'postgres' } : connection,
    about,
    lock,
    folder: String(given.to),
    keep: given.keep === undefined ? null : Number(given.keep),
    clock: systemClock,
    random: systemRandom,
    leaving,
    onProgress: bytes => progress(`${megabytes(bytes)} of the database`),
  })
  whenDone(taking)
  const { name, bytes, clusterBytes, removed, removedLog } = await taking
  progress('')
  // A role of its own for backups may copy everything and write nothing: the file is whole all the same.
  const notReported = await keepBackup(db, { doneAt, file: name }).then(
    () => null,
    (error: Error) => error.message,
  )
  if (given.json)
    print(`${JSON.stringify({ name, bytes, clusterBytes, removed, removedLog, notReported, keys }, null, 2)}\n`)
  else
    print(
      `${name}\n  ${megabytes(bytes)}, of a database of ${megabytes(clusterBytes)}\n` +
        removed.map(old => `  removed: ${old}\n`).join('') +
        (removedLog === 0 ? '' : `  removed: ${removedLog} files of the log\n`) +
        (notReported === null
          ? ''
          : `  The gateway does not know of it, and will say that the last one is old: ${notReported}\n`) +
        `It opens nothing by itself. Keep apart from it, and not on this machine alone:\n` +
        `  ENCRYPTION_KEY   fingerprint ${keys.encryptionKey}\n` +
        (keys.otherEncryptionKey === null ? '' : `  and the other    fingerprint ${keys.otherEncryptionKey}\n`) +
        `  AUTH_SECRET      fingerprint ${keys.authSecret}\n` +
        `  ${'passphrase' in lock ? 'the passphrase' : 'the identity of its recipient'}, which opens the file\n`,
    )
  return true
}

const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`
