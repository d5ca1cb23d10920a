// "Many gateways: several hosts on one PostgreSQL ... tested (two network namespaces or two processes with a partition between them and the
// database)." Of two gateways one is cut off from the database under load, without a word: nobody refuses it, nothing arrives. Every day
// test/db/lease.test.ts and test/notification look at what is taken over.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { type Connection, openDatabase } from '#db/postgres.ts'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, sellerWith } from '../gateway.ts'
import { slow } from '../long.ts'
import { assertAftermath } from '../process/aftermath.ts'
import { enrich, openGateway, readiness } from '../process/scene.ts'
import { until } from '../until.ts'
import { openLine } from './line.ts'
import { openLoad } from './load.ts'
import { openNeighbour } from './neighbours.ts'

const FUNDS = 5_000_000_00
const PROMISES = 40
const LATEST_MS = 120_000

slow(
  'a gateway that is cut off from the database is not ready, its work moves to the other, and it comes back by itself',
  async t => {
    await using resources = new AsyncDisposableStack()
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    const [line, otherLine] = [await lineTo(connection), await lineTo(connection)]
    for (const one of [line, otherLine]) resources.defer(() => one.close())
    const urlBy = (port: number) => ({
      DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`,
    })
    const gateway = await openGateway(resources, { bankUrl: bank.url, env: urlBy(line.port) })
    const other = await openNeighbour(resources, gateway, { env: urlBy(otherLine.port) })
    await enrich(gateway, FUNDS)
    const db = openDatabase(connection, 2)
    resources.defer(() => db.close())
    const countSenders = async () => (await db.query(sql`select from sender`)).length
    assert.equal(await countSenders(), 2)

    const { accountId, publicKey, privateKey } = gateway.seller
    const sellers = [gateway, other].map(at => sellerWith(at, accountId, publicKey, privateKey))
    let turn = 0
    let open = sellers
    const next = () => open[turn++ % open.length] ?? gateway.seller
    const load = openLoad({ seller: gateway.seller, bankUrl: bank.url, callers: 4, next })
    resources.defer(() => load.goHome())
    const more = async (what: string) => {
      const enough = load.count() + PROMISES
      await until(
        () => load.count() >= enough || null,
        `promises ${what}; ${JSON.stringify([...load.putOff])}`,
        LATEST_MS,
      )
    }
    await more('of both')

    line.cut()
    await until(
      async () => (await readiness(gateway.url)).status === 503 || null,
      'the one that is cut off not to be ready',
    )
    // As a proxy does that asks for it.
    open = sellers.slice(1)
    await until(async () => (await countSenders()) === 1 || null, 'its work to be the other’s', LATEST_MS)
    await more('of the other')
    assert.equal((await readiness(other.url)).status, 200)

    line.mend()
    await until(async () => (await readiness(gateway.url)).status === 200 || null, 'it to be ready again', LATEST_MS)
    await until(async () => (await countSenders()) === 2 || null, 'it to take part again', LATEST_MS)
    open = sellers.slice(0, 1)
    await more('of the one that was cut off')
    await load.goHome()
    t.diagnostic(JSON.stringify([...load.putOff]))
    await assertAftermath({ connection, bankUrl: bank.url, diary: load.diary })
    assert.equal(gateway.child.exitCode, null, 'it is the same process')
  },
)

const lineTo = ({ host = '', port }: Connection) => openLine({ path: join(host, `.s.PGSQL.${port}`) })
