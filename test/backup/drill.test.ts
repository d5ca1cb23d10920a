// The drill: a gateway under load, a backup of it, more load, and the machine is gone. What is restored elsewhere learns from the bank what
// it has forgotten, and a person lets it go on: then the books are those of the bank, and nothing was paid twice.
import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { openBank } from '../../sandbox/bank.ts'
import { type Person, signIn } from '../access/person.ts'
import { assertBooks, untilIdle, untruths } from '../books.ts'
import { porteira } from '../cli/run.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { crowd } from '../process/people.ts'
import { connectionIn, enrich, type Opened, openGateway } from '../process/scene.ts'
import { RECOVERY, standing } from '../recovery/scene.ts'
import { clusterOf, readSheet, serverPid } from '../start/gateway.ts'
import { until } from '../until.ts'
import { openBackups } from './scene.ts'

const CALLERS = 6
const ENOUGH = 40

interface Payment {
  idEnvio: string
  status: string
}

const paymentsAt = async (bankUrl: string): Promise<Payment[]> =>
  (await call(bankUrl, 'GET', '/sandbox/payments?limit=10000')).body.data

/** As a fire does it: no process ends in order, and no file stays. */
async function destroy({ dataDir, child, ended }: Opened): Promise<void> {
  const server = await serverPid(dataDir)
  child.kill('SIGKILL')
  await ended
  process.kill(server, 'SIGQUIT')
  const folder = join(await clusterOf(dataDir), '..')
  await until(
    () =>
      rm(folder, { recursive: true, force: true }).then(
        () => true,
        () => null,
      ),
    'the files to be gone',
  )
  await rm(dataDir, { recursive: true, force: true })
}

async function operatorOf({ dataDir, url }: Opened): Promise<Person> {
  return signIn({ url }, (await readSheet(dataDir)).operator)
}

slow('load, a backup, more load, the machine is gone: a restored gateway pays nothing twice', async t => {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'porteira-drill-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const dataDir = join(folder, 'data')
  const gateway = await openGateway(resources, { dataDir, bankUrl: bank.url })
  const kept = join(folder, 'kept')
  await mkdir(kept)
  for (const name of ['secrets.json', 'demo.json']) await copyFile(join(dataDir, name), join(kept, name))
  await enrich(gateway, 999_999_00)

  const scene = await openBackups(folder, { DATA_DIR: dataDir })
  const { diary, goHome } = crowd(gateway.seller, bank.url, CALLERS)
  const done = () => diary.cashouts.size + diary.sales.size
  const more = async () => {
    const before = done()
    await until(() => done() >= before + ENOUGH || null, `${ENOUGH} more`)
  }
  await more()
  const taken = await scene.backUp()
  assert.equal(taken.code, 0, taken.err)
  const atBackup = done()
  await more()
  assert.ok(done() > atBackup)
  await goHome()
  await destroy(gateway)
  const paidBefore = await paymentsAt(bank.url)
  assert.ok(paidBefore.length > 0)

  const file = await scene.newest()
  const elsewhere = join(folder, 'elsewhere')
  const env = { DATA_DIR: elsewhere }
  const opened = ['--identity', scene.identity]
  await t.test('without its keys, or with others, nothing is restored', async () => {
    const without = await porteira(['restore', file, ...opened], env)
    assert.equal(without.code, 1)
    assert.match(without.err, /The keys of this installation are in no backup\. Set ENCRYPTION_KEY \(fingerprint/)
    const others = { ENCRYPTION_KEY: '09'.repeat(32), AUTH_SECRET: 'another secret, which is long enough' }
    const wrong = await porteira(['restore', file, ...opened], { ...env, ...others })
    assert.match(
      wrong.err,
      /The backup was taken under the ENCRYPTION_KEY with the fingerprint [0-9a-f]{16}, and here is/,
    )
  })

  await mkdir(elsewhere, { recursive: true })
  for (const name of ['secrets.json', 'demo.json']) await copyFile(join(kept, name), join(elsewhere, name))
  const restored = await porteira(['restore', file, ...opened], env)
  assert.equal(restored.code, 0, restored.err)
  assert.match(restored.out, /The gateway starts in recovery: it pays nothing and sends nothing/)

  await t.test('a database that is there is never overwritten', async () => {
    const again = await porteira(['restore', file, ...opened], env)
    assert.equal(again.code, 1)
    assert.match(again.err, /a restore never overwrites a database/)
  })

  const next = await openGateway(resources, { dataDir: elsewhere, bankUrl: bank.url })
  assert.match(next.output(), /Why +It was restored from the backup of /)
  const operator = await operatorOf(next)
  const alerts = await operator.call('GET', '/api/admin/alarms')
  assert.ok(alerts.text.includes('RECOVERY_ENTERED'), alerts.text)
  await until(
    async () => (await standing(operator)).sweeps.every(({ done: isDone }: { done: boolean }) => isDone) || null,
    'the lists to be read',
  )
  assert.deepEqual(await paymentsAt(bank.url), paidBefore, 'nothing is paid before a person says so')
  const resumed = await operator.call('POST', `${RECOVERY}/resume`, { reason: 'the lists are read' })
  assert.equal(resumed.status, 202, resumed.text)

  const db = openDatabase(await connectionIn(elsewhere), 3)
  resources.defer(() => db.close())
  await db.query(sql`update withdrawal set due_at = now() where due_at > now()`)
  await untilIdle({ db })
  await until(async () => (await untruths({ db, bankUrl: bank.url })).length === 0 || null, 'the books').catch(() => {})
  await assertBooks({ db, bankUrl: bank.url })
  const paid = await paymentsAt(bank.url)
  const asked = diary.cashouts.size + diary.inDoubt.cashouts.size
  assert.equal(new Set(paid.map(({ idEnvio }) => idEnvio)).size, paid.length, 'no id was paid twice')
  assert.ok(paid.length <= asked, `${paid.length} payments for ${asked} cashouts`)
  const ids = new Set(paid.map(({ idEnvio }) => idEnvio))
  for (const { idEnvio } of paidBefore) assert.ok(ids.has(idEnvio))

  next.child.kill('SIGTERM')
  assert.equal(await next.ended, 0)
  const examined = await porteira(['doctor'], env)
  assert.deepEqual([examined.code, /All is well\.\n$/.test(examined.out)], [0, true], examined.out)
})
