// Neither side of a seller is seen from the other: every route with an id is tried with an object of the other side, by the same person
// and by a pair of keys, and every other route is read and searched for what the other side has.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import type { Database } from '#db/postgres.ts'
import { changedSince, digestWhenIdle } from '../access/digest.ts'
import { isReading, knock, nameOf, pairOf } from '../access/every-route.ts'
import type { Person } from '../access/person.ts'
import { furnish, type Request, requestAt, WEBHOOK_SCOPES } from '../access/route-requests.ts'
import { openScene, type Scene, sceneOf } from '../audit/scene.ts'
import { shopOf } from '../cashout/approval-shop.ts'
import { type Seller, sellerWith } from '../gateway.ts'
import { slow } from '../long.ts'
import { paid } from '../sale/refunding.ts'
import { actingFor, atTestBank, inTestMode, keysOf } from './side.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

interface Side {
  name: 'live' | 'test'
  scene: Scene
  person: Person
  keys: Seller
  hookKeys: Seller
  /** In the names of its buyers. */
  mark: string
}

describe('the live account and its test account', () => {
  const resources = new AsyncDisposableStack()
  let sides: [Side, Side]
  before(async () => {
    const live = await openScene(resources, { testMode: true })
    await doesRecurringPix(live.gateway.db)
    sides = [await sideOf('live', live), await sideOf('test', await twinOf(live))]
    for (const { scene, keys, mark } of sides) {
      await furnish(scene)
      await paid(
        scene.gateway,
        { ...keys, sell: (amount: number) => keys.sell(amount, { customer: { name: mark } }) },
        5_00,
      )
    }
  })
  after(() => resources.disposeAsync())

  async function twinOf(live: Scene): Promise<Scene> {
    const { ana, bia, caio } = live.shop
    const inTest = await inTestMode(ana)
    const gateway = atTestBank(live.gateway)
    const seller = await keysOf(gateway, inTest)
    await paid(gateway, seller, 100_000_00)
    const people = [inTest, actingFor(bia, inTest.accountId), actingFor(caio, inTest.accountId)] as const
    return sceneOf({ ...live, gateway, shop: shopOf(seller, people) })
  }

  async function sideOf(name: Side['name'], scene: Scene): Promise<Side> {
    const { ana, seller } = scene.shop
    const { body } = await ana.call('POST', '/api/credentials', { scopes: WEBHOOK_SCOPES })
    const hookKeys = sellerWith(scene.gateway, seller.accountId, body.publicKey, body.privateKey)
    return { name, scene, person: ana, keys: seller, hookKeys, mark: `Comprador ${name}` }
  }

  const routesOf = ({ scene }: Side) =>
    scene.gateway.gateway.routes.filter(({ rules }) => ['session', 'api-key'].includes(rules.guard))

  const asOther = (other: Side, { method, rules }: ListedRoute, path: string, body?: object) =>
    rules.guard === 'session'
      ? other.person.call(method, path, body)
      : (rules.scope?.startsWith('webhook:') ? other.hookKeys : other.keys).api(method, path, body)

  async function tryAll(owner: Side, stranger: Side): Promise<void> {
    const isBuilt = ({ liveOnly }: ListedRoute['rules']) => liveOnly !== true || owner.name === 'live'
    const routes = routesOf(owner).filter(({ url, rules }) => url.includes('/:') && isBuilt(rules))
    assert.ok(routes.length > 30, String(routes.length))
    const requests: [ListedRoute, Request][] = []
    for (const route of routes) requests.push([route, await requestAt(route, owner.scene)])
    const digest = await digestWhenIdle(owner.scene.gateway.db)
    for (const [route, { path, body }] of requests) {
      const { status, text } = await asOther(stranger, route, path, body)
      const refused = route.rules.liveOnly || route.rules.fails.includes('OTHER_ACCOUNT') ? 403 : 404
      assert.equal(status, refused, `${nameOf(route)} at ${path}: ${text}`)
    }
    assert.deepEqual(await changedSince(owner.scene.gateway.db, digest), [])
  }

  it('in test mode nothing of the live account is there, on any route with an id', () => tryAll(...sides))
  slow('nor is anything of the test account live', () => tryAll(sides[1], sides[0]))

  it('shows nothing of the other on any route: no id, no buyer, no name of a thing', async () => {
    for (const [owner, stranger] of [sides, sides.toReversed()] as [Side, Side][]) {
      const answers: { route: string; status: number; text: string }[] = []
      for (const route of routesOf(stranger).filter(one => isReading(one) && !one.url.includes(':'))) {
        const { text, status } = await readAs(stranger, route, owner.mark)
        answers.push({ route: nameOf(route), status, text })
      }
      const read = answers.filter(({ status }) => status === 200).length
      assert.ok(read > 30, String(read))
      // Read afterwards: the log of requests is written late, and holds what the stranger has asked for above.
      const { db } = owner.scene.gateway
      const [foreign, shared] = [await idsOf(db, owner.keys.accountId), await idsOf(db, stranger.keys.accountId)]
      const theirs = [...foreign].filter(id => !shared.has(id))
      assert.ok(theirs.length > 50, String(theirs.length))
      for (const { route, text } of answers) {
        const seen = new Set(text.match(UUID))
        assert.deepEqual(
          theirs.filter(id => seen.has(id)),
          [],
          route,
        )
        assert.ok(!text.includes(owner.mark), `${route}: ${text}`)
      }
    }
  })

  /** With what most lists take; a search for the other side's buyer. */
  function readAs(side: Side, route: ListedRoute, mark: string) {
    const { cookie } = side.person
    const { accountId } = side.keys
    const headers = route.rules.guard === 'session' ? { cookie, 'x-account-id': `${accountId}` } : pairOf(side.keys)
    const query = route.url.includes('search')
      ? `?q=${encodeURIComponent(mark)}`
      : route.url.endsWith('stream')
        ? ''
        : '?limit=100'
    return knock(side.scene.gateway.url, { method: 'GET', path: `${route.url}${query}`, headers })
  }
})

/** The real PSP, as the test bank does. */
const doesRecurringPix = (db: Database) =>
  db.query(sql`
    update psp_account set recurrence_enabled = true, receiver_branch = bank.receiver_branch, receiver_account = bank.receiver_account,
      receiver_account_type = bank.receiver_account_type, version = psp_account.version + 1, seal = default
    from psp_account bank where bank.environment = 'test' and psp_account.environment = 'live'`)

/** Every uuid in every row of the account, in whatever table. People are of both sides. */
async function idsOf(db: Database, accountId: number): Promise<Set<string>> {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'account_id' and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`)
  const people = await db.query<{ id: string }>(sql`select id::text from iam."user"`)
  const ids = new Set<string>()
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(sql`
      select to_jsonb(one)::text as row from ${raw(`"${name}"`)} one where account_id = ${accountId}`)
    for (const { row } of rows) for (const id of row.match(UUID) ?? []) ids.add(id)
  }
  for (const { id } of people) ids.delete(id)
  return ids
}
