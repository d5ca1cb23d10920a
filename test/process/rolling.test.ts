// A rolling update: two versions on one database, while people sell and cash out at whichever takes their request. The next version brings
// the schema forward under load, the version before goes on, and is started again on the new schema, as when an update is taken back.
import assert from 'node:assert/strict'
import { copyFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway, type Seller, sellerWith } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { assertAftermath } from './aftermath.ts'
import { type Crowd, crowd } from './people.ts'
import { NEXT, previousRelease, releaseAfter, releaseOf, writeMigrations } from './release.ts'
import { enrich, type Opened, openGateway, openServer, temporaryFolder } from './scene.ts'

const FUNDS = 5_000_000_00

/** One seller, whose requests go round the gateways that take any, as behind a proxy. */
function behindProxy(first: Seller) {
  const open = [first]
  let turn = 0
  const api: Seller['api'] = (...request) => (open[turn++ % open.length] as Seller).api(...request)
  return { seller: { ...first, api }, open }
}

const answered = ({ diary }: Crowd) => [...diary.answers.values()].reduce((sum, count) => sum + count, 0)

async function more(people: Crowd, count: number): Promise<void> {
  const enough = answered(people) + count
  await until(() => answered(people) >= enough || null, `${count} more answers`)
}

test('the next version brings the schema forward under load: this one goes on, starts again on it, and nothing is lost', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const gateway = resources.use(await openTestGateway({ on: { connection, bank } }))
  const { seller, open } = behindProxy(await gateway.seller({ funds: FUNDS }))
  const people = crowd(seller, bank.url, 1)
  await more(people, 3)

  const dir = await temporaryFolder(resources, 'next')
  await cp('migrations', dir, { recursive: true })
  await writeMigrations(dir, NEXT)
  await migrate(connection, dir)
  await more(people, 3)

  await migrate(connection)
  const again = resources.use(await openTestGateway({ on: { connection, bank } }))
  open.push(sellerWith(again, seller.accountId, seller.publicKey, seller.privateKey))
  await more(people, 3)
  await people.goHome()
  await assertAftermath({ connection, bankUrl: bank.url, diary: people.diary })
})

slow(
  'the version before, as its processes, beside the next one: updated one by one, taken back, and nothing is lost',
  async t => {
    await using resources = new AsyncDisposableStack()
    const tag = await previousRelease()
    t.diagnostic(
      tag === null ? 'no release is here: this code, and this code with further migrations' : `${tag}, and this code`,
    )
    const before = tag === null ? {} : { folder: await releaseOf(resources, tag) }
    const next = tag === null ? { folder: await releaseAfter(resources) } : {}

    const server = await openServer(resources)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    const shared = { connection: server.connection, bankUrl: bank.url }
    const first = await openGateway(resources, { ...shared, ...before })
    await enrich(first, FUNDS)
    const { seller, open } = behindProxy(first.seller)
    const people = crowd(seller, bank.url, 9)
    const beside = async (version: { folder?: string }) => {
      const dataDir = await temporaryFolder(resources, 'beside')
      for (const file of ['secrets.json', 'demo.json']) await copyFile(join(first.dataDir, file), join(dataDir, file))
      return openGateway(resources, { ...shared, ...version, dataDir })
    }
    const turnTo = async (...gateways: Opened[]) => {
      open.splice(0, open.length, ...gateways.map(gateway => gateway.seller))
      await more(people, 40)
    }
    await more(people, 40)

    const newer = await beside(next)
    await turnTo(first, newer)
    const second = await beside(before)
    if (tag === null) assert.match(second.output(), /The schema is that of a later version/)
    await turnTo(newer, second)
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0)
    await turnTo(second)
    newer.child.kill('SIGTERM')
    assert.equal(await newer.ended, 0)
    await more(people, 40)
    await people.goHome()
    await assertAftermath({ ...shared, diary: people.diary })
  },
)
