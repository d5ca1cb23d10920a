// What drills of backups share: a gateway under load, the end of its machine, and what becomes of the gateway that is restored elsewhere.
import assert from 'node:assert/strict'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { type Person, signIn } from '../access/person.ts'
import { assertBooks, untilIdle, untruths } from '../books.ts'
import { porteira } from '../cli/run.ts'
import { call } from '../http.ts'
import { type Crowd, crowd } from '../process/people.ts'
import { connectionIn, enrich, type Opened, openGateway, temporaryFolder } from '../process/scene.ts'
import { RECOVERY, standing } from '../recovery/scene.ts'
import { clusterOf, readSheet, serverPid } from '../start/gateway.ts'
import { until } from '../until.ts'
import { openBackups, type Scene } from './scene.ts'

const CALLERS = 6
const ENOUGH = 40

export interface Drill extends Crowd {
  folder: string
  bank: OpenBank
  gateway: Opened
  scene: Scene
  done(): number
  /** Waits for so much more to be done. */
  more(): Promise<void>
  /** A folder with the keys of the installation, and nothing else. */
  elsewhere(name: string): Promise<string>
}

export async function openDrill(resources: AsyncDisposableStack): Promise<Drill> {
  const folder = await temporaryFolder(resources, 'drill')
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const dataDir = join(folder, 'data')
  const gateway = await openGateway(resources, { dataDir, bankUrl: bank.url })
  const kept = join(folder, 'kept')
  await mkdir(kept)
  for (const name of KEYS) await copyFile(join(dataDir, name), join(kept, name))
  await enrich(gateway, 999_999_00)
  const scene = await openBackups(folder, { DATA_DIR: dataDir })
  const people = crowd(gateway.seller, bank.url, CALLERS)
  const done = () => people.diary.cashouts.size + people.diary.sales.size
  return {
    folder,
    bank,
    gateway,
    scene,
    ...people,
    done,
    async more() {
      const before = done()
      await until(() => done() >= before + ENOUGH || null, `${ENOUGH} more`)
    },
    async elsewhere(name) {
      const place = join(folder, name)
      await mkdir(place, { recursive: true })
      for (const file of KEYS) await copyFile(join(kept, file), join(place, file))
      return place
    },
  }
}

const KEYS = ['secrets.json', 'demo.json']

interface Payment {
  idEnvio: string
  status: string
}

const paymentsAt = async (bankUrl: string): Promise<Payment[]> =>
  (await call(bankUrl, 'GET', '/sandbox/payments?limit=10000')).body.data

/** As a fire does it: no process ends in order, and no file stays. */
export async function destroy({ dataDir, child, ended }: Opened): Promise<void> {
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

/** What was restored starts in recovery, learns from the bank what it has forgotten, and is let go on: nothing is paid twice. */
export async function goesOn(resources: AsyncDisposableStack, { bank, diary }: Drill, dataDir: string): Promise<void> {
  const paidBefore = await paymentsAt(bank.url)
  assert.ok(paidBefore.length > 0)
  const next = await openGateway(resources, { dataDir, bankUrl: bank.url })
  assert.match(next.output(), /Why +It was restored from the backup of /)
  const operator = await operatorOf(next)
  const alerts = await operator.call('GET', '/api/admin/alarms?limit=100')
  assert.ok(alerts.text.includes('RECOVERY_ENTERED'), alerts.text)
  await until(
    async () => (await standing(operator)).sweeps.every(({ done: isDone }: { done: boolean }) => isDone) || null,
    'the lists to be read',
  )
  assert.deepEqual(await paymentsAt(bank.url), paidBefore, 'nothing is paid before a person says so')
  const resumed = await operator.call('POST', `${RECOVERY}/resume`, { reason: 'the lists are read' })
  assert.equal(resumed.status, 202, resumed.text)

  const db = openDatabase(await connectionIn(dataDir), 3)
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
  await isWell(dataDir)
}

/** Its books, as the doctor reads them. */
export async function isWell(dataDir: string): Promise<void> {
  const { code, out } = await porteira(['doctor'], { DATA_DIR: dataDir })
  assert.deepEqual([code, /All is well\.\n$/.test(out)], [0, true], out)
}
