// A backup of another PostgreSQL than the one that would start on it: refused before anything is made, with what to do. The backup is as one of
// that server would be as far as it is read here: what it says of itself.
import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { findPackage, majorOf } from '#db/embedded/files.ts'
import { ABOUT } from '../../src/backup/archive.ts'
import { type BackupDescription, descriptionText, FORMAT, fingerprintsOf } from '../../src/backup/description.ts'
import { encrypted, newPair } from '../../src/backup/encryption.ts'
import { porteira } from '../cli/run.ts'
import { temporaryFolder } from '../process/scene.ts'
import { newKeys } from './scene.ts'

const OURS = majorOf(findPackage().version)
const THEIRS = OURS - 3

test('a backup of another major version of PostgreSQL is refused with what to do, and nothing is made', async t => {
  await using resources = new AsyncDisposableStack()
  const folder = await temporaryFolder(resources, 'major')
  const keys = newKeys()
  const { identity, recipient } = await newPair()
  const identityFile = join(folder, 'identity')
  await writeFile(identityFile, `${identity}\n`)

  /** Answers its file. */
  async function backupOf(embedded: boolean): Promise<string> {
    const about: BackupDescription = {
      format: FORMAT,
      takenAt: '2026-11-01T03:30:00.000Z',
      release: '0.8.0 (abc1234)',
      embedded,
      postgres: { major: THEIRS, version: `${THEIRS}.14` },
      database: { name: 'porteira', role: 'porteira' },
      schema: { newest: '0001_first', count: 1 },
      start: {
        lsn: '0/2000028',
        timeline: 1,
        wal: '000000010000000000000002',
        cluster: '0123abcd',
        segmentBytes: 16_777_216,
      },
      keys: fingerprintsOf({
        encryptionKey: Buffer.from(keys.ENCRYPTION_KEY, 'hex'),
        otherEncryptionKey: null,
        authSecret: keys.AUTH_SECRET,
        otherAuthSecret: null,
      }),
    }
    const body = Buffer.from(descriptionText(about))
    const archive = await packTar([{ header: { name: ABOUT, size: body.length, mode: 0o600, type: 'file' }, body }])
    const file = join(folder, `${embedded ? 'embedded' : 'own'}.tar.zst.age`)
    await writeFile(file, await encrypted(Readable.from([zstdCompressSync(archive)]), { recipients: [recipient] }))
    return file
  }

  /** Answers the sentence. */
  async function refused(...args: string[]): Promise<string> {
    const dataDir = join(folder, 'data')
    const { code, out, err } = await porteira([...args, '--identity', identityFile], { ...keys, DATA_DIR: dataDir })
    assert.deepEqual([code, out], [1, ''])
    assert.doesNotMatch(err, /\n {4}at /, 'no stack')
    const left = (await readdir(folder)).filter(name => !/^(identity|.*\.age|programs)$/.test(name))
    assert.deepEqual(left, [])
    return err
  }

  await t.test('by the PostgreSQL that comes with Porteira', async () => {
    const file = await backupOf(true)
    const sentence = new RegExp(
      `^This backup is of PostgreSQL ${THEIRS}, and this Porteira brings ${OURS}, .* Restore it with a Porteira that brings ${THEIRS}, such as the one that took it \\(0\\.8\\.0 .* with a dump\\. Nothing was restored\\.\\n$`,
    )
    assert.match(await refused('restore', file), sentence)
    assert.match(await refused('backup', 'verify', file, '--scratch', folder), sentence)
  })

  await t.test('by programs of another version', async () => {
    const file = await backupOf(false)
    const programs = join(folder, 'programs')
    await mkdir(programs)
    await writeFile(join(programs, 'postgres'), `#!/bin/sh\necho "postgres (PostgreSQL) ${OURS}.1 (Debian)"\n`)
    await chmod(join(programs, 'postgres'), 0o755)
    const sentence = new RegExp(
      `^This backup is of PostgreSQL ${THEIRS}, and the one in .*programs is ${OURS}\\. Name the folder of the programs of ${THEIRS} with --programs, such as /usr/lib/postgresql/${THEIRS}/bin\\. Nothing was restored\\.\\n$`,
    )
    assert.match(await refused('restore', file, '--into', join(folder, 'main'), '--programs', programs), sentence)
    assert.match(await refused('backup', 'verify', file, '--scratch', folder, '--programs', programs), sentence)
  })
})
