// The note of a data folder that is restored from a backup, in every way in which people do that, is recognised as a copy; one that has
// stayed where it was written is not, whatever else befalls it.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFile, link, mkdtemp, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DAY_MS } from '#kernel/time.ts'
import type { Seen } from '#recovery/suspicion.ts'
import { installationFileIn } from '../../src/startup/installation-file.ts'

const NOTE = 'installation.json'
const heartbeatAt = (heartbeat: bigint, pulseAt = new Date()): Seen => ({
  installationId: 'one',
  fingerprint: 'here',
  pulse: heartbeat,
  pulseAt,
})

interface Place {
  data: string
  backup: string
  note: string
}

/** A data folder, and a backup of it with the note of heartbeat 1. */
async function openPlace(t: TestContext): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-put-back-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const place = { data: join(folder, 'data'), backup: join(folder, 'backup'), note: join(folder, 'data', NOTE) }
  await installationFileIn(place.data).write(heartbeatAt(1n))
  execFileSync('cp', ['-a', place.data, place.backup])
  return place
}

const WAYS: Record<string, (place: Place) => Promise<unknown> | unknown> = {
  'cp -a over the files that are there': ({ data, backup }) => execFileSync('cp', ['-a', `${backup}/.`, data]),
  'cp -a after rm': ({ data, backup, note }) => rm(note).then(() => execFileSync('cp', ['-a', `${backup}/.`, data])),
  'cp -a to where the folder was': ({ data, backup }) =>
    rm(data, { recursive: true }).then(() => execFileSync('cp', ['-a', backup, data])),
  'a copy without its times': ({ backup, note }) => copyFile(join(backup, NOTE), note),
  'a new file that is renamed, as rsync -a does': async ({ data, backup, note }) => {
    execFileSync('cp', ['-a', join(backup, NOTE), join(data, '.partial')])
    await rename(join(data, '.partial'), note)
  },
  'a write in place, as rsync --inplace does': async ({ backup, note }) => {
    const { atime, mtime } = await stat(join(backup, NOTE))
    await writeFile(note, await readFile(join(backup, NOTE)))
    await utimes(note, atime, mtime)
  },
  'mv of the whole backup': ({ data, backup }) => rm(data, { recursive: true }).then(() => rename(backup, data)),
  tar: ({ data, backup }) => {
    execFileSync('tar', ['-C', backup, '-cf', `${backup}.tar`, '.'])
    execFileSync('tar', ['-C', data, '-xpf', `${backup}.tar`])
  },
  'tar --overwrite': ({ data, backup }) => {
    execFileSync('tar', ['-C', backup, '-cf', `${backup}.tar`, '.'])
    execFileSync('tar', ['-C', data, '--overwrite', '-xpf', `${backup}.tar`])
  },
}

// A file system gives the numbers of files that are gone to new ones, mostly in turn.
for (const writes of [1, 2, 3])
  for (const [way, putBack] of Object.entries(WAYS))
    test(`restored by ${way}, ${writes} later, is a copy, once`, async t => {
      const place = await openPlace(t)
      const file = installationFileIn(place.data)
      for (let n = 1; n <= writes; n++) await file.write(heartbeatAt(BigInt(1 + n)))
      assert.equal((await file.read())?.wasCopied, false)
      await putBack(place)
      const { pulse: seen, wasCopied } = (await file.read()) ?? {}
      assert.deepEqual([seen, wasCopied], [1n, true])
      await file.write(heartbeatAt(9n))
      assert.equal((await file.read())?.wasCopied, false)
    })

const HARMLESS: Record<string, (place: Place) => Promise<unknown> | unknown> = {
  'a restart': () => {},
  'other rights and another owner': ({ note }) => {
    execFileSync('chmod', ['640', note])
    execFileSync('chown', ['-R', `${process.getuid?.()}`, note])
  },
  'times of yesterday and tomorrow': async ({ note }) => {
    for (const ms of [-DAY_MS, DAY_MS]) await utimes(note, new Date(), new Date(Date.now() + ms))
  },
  'a backup by hard links': ({ note, backup }) => link(note, join(backup, 'linked')),
  'another name of the folder and back': async ({ data }) => {
    await rename(data, `${data}.aside`)
    await rename(`${data}.aside`, data)
  },
  'the very same put over itself': ({ data, backup }) => execFileSync('cp', ['-a', `${backup}/.`, data]),
}

for (const [what, happens] of Object.entries(HARMLESS))
  test(`${what} does not make it a copy`, async t => {
    const place = await openPlace(t)
    await happens(place)
    assert.equal((await installationFileIn(place.data).read())?.wasCopied, false)
  })

test('a clock that is moved does not make it a copy', async t => {
  const file = installationFileIn((await openPlace(t)).data)
  for (const ms of [-400 * DAY_MS, 400 * DAY_MS]) {
    await file.write(heartbeatAt(2n, new Date(Date.now() + ms)))
    assert.equal((await file.read())?.wasCopied, false)
  }
})

test('a note that says nothing of when it was made is believed', async t => {
  const { data, note } = await openPlace(t)
  const { madeAt, ...older } = JSON.parse(await readFile(note, 'utf8'))
  assert.equal(new Date(madeAt).toISOString(), madeAt)
  await writeFile(note, JSON.stringify(older))
  assert.equal((await installationFileIn(data).read())?.wasCopied, false)
})

/** What every open file says of its birth from now on. */
async function births(t: TestContext, { note }: Place, birthtimeNs: () => bigint): Promise<void> {
  const handle = await open(note)
  const files = Object.getPrototypeOf(handle)
  await handle.close()
  const stat = files.stat
  t.mock.method(files, 'stat', async function (this: unknown, options: object) {
    return { ...(await stat.call(this, options)), birthtimeNs: birthtimeNs() }
  })
}

for (const [system, creationTime] of [
  ['knows no birth of files', () => 0n],
  ['takes the last change of a file for its birth', () => process.hrtime.bigint() * 1_000_000n],
] as const)
  test(`on a system that ${system} the note names none, and no restart is a copy`, async t => {
    const place = await openPlace(t)
    const file = installationFileIn(place.data)
    await births(t, place, creationTime)
    await file.write(heartbeatAt(2n))
    assert.equal(JSON.parse(await readFile(place.note, 'utf8')).madeAt, null)
    const { pulse: seen, wasCopied } = (await file.read()) ?? {}
    assert.deepEqual([seen, wasCopied], [2n, false])
  })
