// `porteira backup` and `porteira backup verify` as an operator's timer runs them, on a database that is at work.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { joinRunning } from '#db/embedded/join.ts'
import { openDatabase } from '#db/postgres.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { removeOld, writeWhole } from '../../src/backup/folder.ts'
import { backupsAmong, nameOf } from '../../src/backup/names.ts'
import { readReports } from '../../src/backup/report/store.ts'
import { porteira, start } from '../cli/run.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { openScene } from './scene.ts'

test('a backup of a running database is one file that opens nothing by itself, and restores', async () => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  const taken = await scene.backUp('--json')
  assert.deepEqual([taken.code, taken.err], [0, ''], taken.err)
  const { name, keys } = JSON.parse(taken.out)
  const file = await scene.newest()
  assert.equal(basename(file), name)
  assert.match(name, /^porteira-\d{8}T\d{6}Z-[0-9A-F]{24}-[0-9a-f]{8}\.tar\.zst\.age$/)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.match((await readFile(file)).subarray(0, 22).toString(), /^age-encryption\.org\/v1/)

  const verified = await porteira(
    ['backup', 'verify', file, '--identity', scene.identity, '--scratch', scene.folder],
    scene.env,
  )
  assert.deepEqual([verified.code, verified.err], [0, ''])
  assert.match(verified.out, /It restores\./)
  assert.ok(verified.out.includes(`ENCRYPTION_KEY with the fingerprint ${keys.encryptionKey}`), verified.out)
  assert.match(verified.out, /All is well\.\n$/)
  assert.deepEqual((await readdir(scene.folder)).toSorted(), ['backups', 'data', 'identity'], 'nothing is left')

  assert.match(verified.out, /Its gateway knows how it did\./)
  const db = openDatabase(scene.server.connection, 1)
  resources.defer(() => db.close())
  const { backup, verify } = await readReports(db)
  assert.deepEqual([backup?.file, verify?.file, verify?.trouble], [name, name, null])
  assert.ok((backup?.doneAt ?? 0) < (verify?.doneAt ?? 0))
})

slow('what is not whole, or not ours, is said to be so, and nothing is written', async t => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  assert.equal((await scene.backUp()).code, 0)
  const file = await scene.newest()
  const bytes = await readFile(file)
  const copy = join(scene.folder, basename(file))
  const refused = async (message: RegExp, args = ['--identity', scene.identity], env = {}) => {
    const { code, out, err } = await porteira(['backup', 'verify', copy, ...args, '--scratch', scene.folder], env)
    assert.equal(code, 1, out)
    assert.match(err, message)
    assert.doesNotMatch(err, /\n {4}at /, 'no stack')
    assert.deepEqual(
      (await readdir(scene.folder)).filter(name => name.startsWith('porteira-verify')),
      [],
    )
  }

  for (const [what, kept] of [
    ['a byte', bytes.length - 1],
    ['half', Math.floor(bytes.length / 2)],
    ['a whole chunk and more', bytes.length - 70_000],
  ] as const)
    await t.test(`cut off by ${what}`, async () => {
      await writeFile(copy, bytes)
      await truncate(copy, kept)
      await refused(/is damaged, or was cut off/)
    })

  await t.test('a bit that was turned', async () => {
    const turned = Buffer.from(bytes)
    turned[bytes.length - 200_000] = (turned[bytes.length - 200_000] ?? 0) ^ 1
    await writeFile(copy, turned)
    await refused(/is damaged, or was cut off/)
  })

  await t.test('another identity, a passphrase, a file of another kind, no file', async () => {
    await writeFile(copy, bytes)
    const other = join(scene.folder, 'other')
    await porteira(['backup', 'key', '--to', other])
    await refused(/This identity does not open .*: it was encrypted to another one/, ['--identity', other])
    const passphrase = join(scene.folder, 'passphrase')
    await writeFile(passphrase, 'a passphrase of some length\n')
    await refused(/This passphrase does not open/, ['--passphrase-file', passphrase])
    await writeFile(passphrase, 'short\n')
    await refused(/is too short: 16 characters at least/, ['--passphrase-file', passphrase])
    await refused(/holds no identity/, ['--identity', passphrase])
    await writeFile(copy, 'nothing of the kind')
    await refused(/is no backup of Porteira, or its beginning is damaged/)
    const absent = await porteira(['backup', 'verify', `${copy}.not`, '--identity', scene.identity])
    assert.deepEqual([absent.code, absent.err], [1, `There is no file ${copy}.not.\n`])
  })
})

test('a disk that is full leaves nothing, and is said to be', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-full-'))
  t.after(() => rm(folder, { recursive: true }))
  const source = Readable.from(
    (async function* () {
      yield Buffer.alloc(1_000)
      throw Object.assign(new Error('write'), { code: 'ENOSPC' })
    })(),
  )
  const writing = { folder, source, name: () => 'whole', leaving: new AbortController().signal }
  await assert.rejects(writeWhole(writing, { clock: systemClock, random: systemRandom }), {
    name: 'StartProblem',
    message: `Nothing was written to ${folder}: its disk is full.`,
  })
  assert.deepEqual(await readdir(folder), [])
})

test('what was taken just now stays, also where the clock was set back, and so does what another cluster has there', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-keep-'))
  t.after(() => rm(folder, { recursive: true }))
  const walOf = (n: number) => `${n}`.padStart(24, '0')
  const named = (day: number, cluster: string) => nameOf(new Date(Date.UTC(2026, 0, day)), { wal: walOf(day), cluster })
  const [first, second, theirs] = [named(3, '0123abcd'), named(4, '0123abcd'), named(2, 'fedc9876')]
  const before = named(1, '0123abcd')
  for (const name of [first, second, theirs, before]) await writeFile(join(folder, name), '')
  const [written] = backupsAmong([before])
  assert.ok(written)
  assert.deepEqual(await removeOld(folder, { written, keep: 2 }), { removed: [first], firstWal: walOf(1) })
  assert.deepEqual(await removeOld(folder, { written, keep: 1 }), { removed: [second], firstWal: walOf(1) })
  assert.deepEqual((await readdir(folder)).toSorted(), [before, theirs].toSorted())
})

slow('one that is broken off leaves nothing', async () => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  const args = ['backup', '--to', scene.backups, '--recipient', scene.recipient]
  const { child, ended } = start(args, scene.env)
  await until(async () => (await readdir(scene.backups).catch(() => [])).length > 0 || null, 'a file')
  // Held in the middle, so that it cannot be done before it hears of the signal.
  child.kill('SIGSTOP')
  assert.match((await readdir(scene.backups)).join(), /^porteira-\w+\.[0-9a-f]{8}\.unfinished$/)
  child.kill('SIGTERM')
  child.kill('SIGCONT')
  assert.equal((await ended).code, 130)
  assert.deepEqual(await readdir(scene.backups), [])
})

slow('no gateway: a backup starts the database where it is told to, and else says so', async () => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  await scene.server.stop()
  await assert.rejects(
    joinRunning({ dataDir: scene.env.DATA_DIR ?? '' }, 0),
    /^StartProblem: No gateway runs on .*--stopped/,
  )
  const { code, err } = await scene.backUp('--stopped')
  assert.equal(code, 0, err)
})

slow('of the backups the newest are kept, and what a killed one has left goes', async () => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  assert.equal((await scene.backUp()).code, 0)
  const own = backupsAmong([basename(await scene.newest())])[0]?.cluster
  await rm(await scene.newest())
  const old = ['20250101T000000Z', '20250102T000000Z'].map(
    at => `porteira-${at}-000000010000000000000001-${own}.tar.zst.age`,
  )
  const left = 'porteira-20250101T000000Z.0123abcd.unfinished'
  for (const name of [...old, left, 'porteira-20250101T000001Z.0123abce.unfinished', 'notes.txt'])
    await writeFile(join(scene.backups, name), '')
  await utimes(join(scene.backups, left), new Date(0), new Date(0))
  const { out } = await scene.backUp('--keep', '2', '--json')
  const { name, removed } = JSON.parse(out)
  assert.deepEqual(removed, [old[0]])
  assert.deepEqual(
    (await readdir(scene.backups)).toSorted(),
    ['notes.txt', 'porteira-20250101T000001Z.0123abce.unfinished', old[1], name].toSorted(),
  )
})

slow('a passphrase closes and opens it, and a command that is not understood says what is', async () => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  const passphrase = join(scene.folder, 'passphrase')
  await writeFile(passphrase, 'quatro palavras bem longas\n')
  const closed = ['--passphrase-file', passphrase]
  const taken = await porteira(['backup', '--to', scene.backups, ...closed], scene.env)
  assert.equal(taken.code, 0, taken.err)
  assert.match(taken.out, /ENCRYPTION_KEY +fingerprint [0-9a-f]{16}\n.*AUTH_SECRET +fingerprint .*\n +the passphrase/)
  const file = await scene.newest()
  const verified = await porteira(['backup', 'verify', file, ...closed, '--scratch', scene.folder, '--json'])
  assert.equal(verified.code, 0, verified.err)
  const { ok, about } = JSON.parse(verified.out)
  assert.deepEqual([ok, about.embedded, about.database], [true, true, { name: 'porteira', role: 'porteira' }])

  for (const args of [
    ['backup', '--to', scene.backups],
    ['backup', '--to', scene.backups, '--recipient', scene.recipient, ...closed],
    ['backup', '--to', scene.backups, '--recipient', scene.recipient, '--keep', '0'],
    ['backup', 'verify', '--identity', scene.identity],
    ['restore', file],
  ])
    assert.equal((await porteira(args, scene.env)).code, 2, args.join(' '))
  const wrong = await porteira(['backup', '--to', scene.backups, '--recipient', 'age1xyz'], scene.env)
  assert.match(wrong.err, /"age1xyz" is no recipient/)
  const again = await porteira(['backup', 'key', '--to', scene.identity])
  assert.deepEqual([again.code, again.out], [1, `${scene.identity} is there already. Nothing was changed.\n`])
})
