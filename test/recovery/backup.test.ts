// The operator's guide to the letter: stop, copy DATA_DIR and the database, go on, stop, restore both over what is there.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { clusterOf, removeData, startGateway, untilOpen } from '../start/gateway.ts'

async function oneLife(dataDir: string): Promise<string> {
  const running = startGateway(dataDir)
  await untilOpen(running)
  running.child.kill('SIGTERM')
  assert.equal(await running.ended, 0)
  return running.output()
}

async function backupOf(t: TestContext, folder: string): Promise<string> {
  const to = await mkdtemp(join(tmpdir(), 'porteira-backup-'))
  t.after(() => rm(to, { recursive: true, force: true }))
  execFileSync('cp', ['-a', `${folder}/.`, to])
  return to
}

test('a backup that is put over its own folders, memory and all, is recognised', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-backed-up-'))
  t.after(() => removeData(dataDir))
  const noted = async () => JSON.parse(await readFile(join(dataDir, 'installation.json'), 'utf8')).pulse
  await oneLife(dataDir)
  const cluster = await clusterOf(dataDir)
  const place = async () => (await stat(join(cluster, 'PG_VERSION'), { bigint: true })).ino
  const [inode, heartbeat] = [await place(), await noted()]
  const copies = [
    [await backupOf(t, cluster), cluster],
    [await backupOf(t, dataDir), dataDir],
  ] as const
  assert.doesNotMatch(await oneLife(dataDir), /IN RECOVERY/)
  assert.ok((await noted()) > heartbeat)

  for (const [backup, folder] of copies) execFileSync('cp', ['-a', `${backup}/.`, folder])
  assert.deepEqual([await place(), await noted()], [inode, heartbeat], 'the same place and the older memory')
  const message = await oneLife(dataDir)
  assert.match(message, /IN RECOVERY: nothing is paid out/)
  assert.match(message, /Why +What this machine remembers of the database, .* was put back from a copy/)
})
