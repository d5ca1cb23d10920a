// Recovery as the operator of a gateway meets it: the flag, the messages on the console, a database folder that was restored from a copy,
// and kill -9, which is none.
import assert from 'node:assert/strict'
import { chown, cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { signIn } from '../access/person.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { clusterOf, readSheet, removeData, startGateway, untilOpen } from '../start/gateway.ts'
import { until } from '../until.ts'
import { RECOVERY, standing } from './scene.ts'

const MESSAGE = /IN RECOVERY: nothing is paid out/

async function folder(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-recovery-'))
  t.after(() => removeData(dataDir))
  return dataDir
}

slow('kill -9 and a restart are no recovery; a folder that was copied back is one, and a person ends it', async t => {
  const dataDir = await folder(t)
  for (const _life of [1, 2, 3]) {
    const running = startGateway(dataDir)
    await untilOpen(running)
    assert.doesNotMatch(running.output(), MESSAGE)
    running.child.kill('SIGKILL')
    await running.ended
  }
  const orderly = startGateway(dataDir)
  await untilOpen(orderly)
  orderly.child.kill('SIGTERM')
  assert.equal(await orderly.ended, 0)
  assert.equal((await stat(join(dataDir, 'installation.json'))).mode & 0o777, 0o600)

  const cluster = await clusterOf(dataDir)
  await cp(cluster, `${cluster}-copy`, { recursive: true, preserveTimestamps: true })
  await sameOwner(cluster, `${cluster}-copy`)
  await rm(cluster, { recursive: true })
  await rename(`${cluster}-copy`, cluster)

  const copy = startGateway(dataDir)
  await untilOpen(copy)
  assert.match(copy.output(), MESSAGE)
  assert.match(copy.output(), /Why +The database does not lie where it lay/)
  const sheet = await readSheet(dataDir)
  const operator = await signIn({ url: sheet.baseUrl }, sheet.operator)
  await until(
    async () => (await standing(operator)).sweeps.every(({ done }: { done: boolean }) => done) || null,
    'sweeps',
  )
  const { status, text } = await operator.call('POST', `${RECOVERY}/resume`, { reason: 'the folder was moved' })
  assert.equal(status, 202, text)
  copy.child.kill('SIGTERM')
  assert.equal(await copy.ended, 0)

  const next = startGateway(dataDir)
  await untilOpen(next)
  assert.doesNotMatch(next.output(), MESSAGE)
})

/** As cp -a does for root; any other user owns what they copy. */
async function sameOwner(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from)
  for (const entry of await readdir(to, { recursive: true })) await chown(join(to, entry), uid, gid)
  await chown(to, uid, gid)
}

slow('--recover and RECOVER begin in recovery, also on the first start, with what to do', async t => {
  const dataDir = await folder(t)
  const asked = startGateway(dataDir, {}, ['--recover'])
  await untilOpen(asked)
  assert.match(asked.output(), MESSAGE)
  assert.match(asked.output(), /Why +It was asked for at the start/)
  const { baseUrl, operator } = await readSheet(dataDir)
  for (const shown of [`${baseUrl}/api/admin/recovery/resume`, operator.email, operator.password])
    assert.ok(asked.output().includes(shown), shown)
  assert.equal((await call(baseUrl, 'GET', '/health/ready')).status, 200)
  asked.child.kill('SIGTERM')
  assert.equal(await asked.ended, 0)

  const again = startGateway(dataDir, { RECOVER: 'true' })
  await untilOpen(again)
  assert.match(again.output(), MESSAGE)
  assert.equal((await standing(await signIn(await address(dataDir), operator))).log.length, 1)
})

const address = async (dataDir: string) => ({ url: (await readSheet(dataDir)).baseUrl })

test('an argument that does not exist is refused with those that do', async t => {
  const dataDir = join(await folder(t), 'none')
  const running = startGateway(dataDir, {}, ['--recover', '--port=80'])
  assert.equal(await running.ended, 1)
  assert.match(running.output(), /"--port=80" is not an argument of Porteira\. There is --recover/)
  assert.doesNotMatch(running.output(), /\n {4}at /)
  await assert.rejects(stat(dataDir))
})
