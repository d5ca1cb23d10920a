// Neither side of a seller is seen from the other: every route with an id is tried with an object of the other side, by the same person
// and by a pair of keys, and every other route is read and searched for what the other side has.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import type { Database } from '#db/postgres.ts'
import { changedSince, digestWhenIdle } from '../access/digest.ts'
import { isReading, nameOf, pairOf } from '../access/every-route.ts'
import type { Person } from '../access/person.ts'
import { furnish, type Request, requestAt, WEBHOOK_SCOPES } from '../access/route-requests.ts'
import { MEMBER_ACTIONS } from '../audit/member-actions.ts'
import { openScene, type Scene, sceneOf, WHY } from '../audit/scene.ts'
import { shopOf } from '../cashout/approval-shop.ts'
import { REQUEST } from '../cashout/requesting.ts'
import { type Seller, sellerWith } from '../gateway.ts'
import { slow } from '../long.ts'
import { staticCode } from '../sale/incoming.ts'
import { paid } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { newIn } from './comparing.ts'
import { type Read, readAll } from './reading.ts'
import { actingFor, atTestBank, inTestMode, keysOf } from './side.ts'

/** Routes of the operator that show both -> why. */
const SHOWN_TO_OPERATORS: Record<string, string> = {
  'GET /api/admin/audit': 'the audit log hides nothing',
  'GET /api/admin/search': 'what an operator looks for by name is found wherever it is',
}

const INVITATION = ['POST', '/api/members/invitations', { email: 'nova@example.com', role: 'READER' }] as const
/** It is about a cycle that is due today. */
const CYCLE_DUE = 'POST /api/pix-automatico/:id/cobrancas/:txid/retentativas'
const FILLING = ['PUT /api/allowed-ips', 'PUT /api/account/look']

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

/** Of each of the two PSPs: what came in, what went out, its recurrences and their debits. */
const LISTS = 8

describe('the live account and its test account', () => {
  const resources = new AsyncDisposableStack()
  let sides: [Side, Side]
  before(async () => {
    const env = { PSP_LOOKUP_WAITS_MS: '50,50,3600000', SWEEP_EVERY_MS: '1000' }
    const live = await openScene(resources, { testMode: true, env })
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
    for (const side of sides) await fill(side)
    const { db } = live.gateway
    const lists = () => db.query(sql`select from psp_sweep where deep_swept_at is not null`)
    await until(async () => (await lists()).length === LISTS || null, 'every list of both PSPs to be read')
  })
  after(() => resources.disposeAsync())

  /** With one of each thing, so that no list and no figure is empty. */
  async function fill(side: Side): Promise<void> {
    const { scene, name } = side
    const seen = routesOf(side).filter(
      route => (isReading(route) && route.url.includes('/:')) || nameOf(route) === CYCLE_DUE,
    )
    for (const route of seen) await requestAt(route, scene)
    for (const action of FILLING) {
      const [person, path, body] = (await MEMBER_ACTIONS[action]?.[1](scene)) ?? assert.fail(action)
      const { status, text } = await person.call(action.split(' ')[0] ?? '', path, body)
      assert.ok(status < 300, `${action}: ${text}`)
    }
    await cashouts(side.keys)
    await scene.gateway.pay(staticCode(1_00n, 'NINGUEM'))
    for (const thing of [scene.receipt, scene.order, scene.proposal]) await thing()
    const reader = name === 'test' ? scene.otto : scene.olga
    await reader.call('POST', `/api/admin/accounts/${side.keys.accountId}/support-views`, WHY)
    if (name === 'test') return
    await side.person.call(...INVITATION)
    for (const thing of [scene.anomaly, scene.alert]) await thing()
  }

  /** One that has reached its recipient, and one that never ends. */
  async function cashouts(keys: Seller): Promise<void> {
    const { body } = await keys.api('POST', '/api/public/cashout', REQUEST)
    await keys.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
    await keys.api('POST', '/api/public/cashout', { ...REQUEST, pixKey: 'semsaldo@example.com' })
  }

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
    await digestWhenIdle(owner.scene.gateway.db)
    const before = await readBy(stranger)
    await cashouts(owner.keys)
    const requests: [ListedRoute, Request][] = []
    for (const route of routes) requests.push([route, await requestAt(route, owner.scene)])
    const digest = await digestWhenIdle(owner.scene.gateway.db)
    const after = await readBy(stranger)
    const { accountId } = stranger.keys
    assert.deepEqual(newIn(before, after, { name: stranger.name, accountId }), [])
    for (const [route, { path, body }] of requests) {
      const { status, text } = await asOther(stranger, route, path, body)
      const refused = route.rules.liveOnly || route.rules.fails.includes('OTHER_ACCOUNT') ? 403 : 404
      assert.equal(status, refused, `${nameOf(route)} at ${path}: ${text}`)
    }
    assert.deepEqual(await changedSince(owner.scene.gateway.db, digest), [])
  }

  /** Everything that the stranger reads, and where that is the live account, that the operator does. */
  const readBy = async (stranger: Side): Promise<Read[]> => [
    ...(await readAs(stranger, 'nobody')),
    ...(stranger.name === 'live' ? await readAsOperator(stranger, 'nobody') : []),
  ]

  it('nothing of the test account is live, on any route with an id, and nothing that is done there changes a figure', () =>
    tryAll(sides[1], sides[0]))
  slow('nor is anything of the live account in test mode', () => tryAll(...sides))

  it('shows nothing of the other on any route: no id, no buyer, no name of a thing', async () => {
    for (const [owner, stranger] of [sides, sides.toReversed()] as [Side, Side][]) {
      const answers = await readAs(stranger, owner.mark)
      assert.ok(answers.length > 60, String(answers.length))
      await sees(answers, owner, stranger)
    }
  })

  it('shows nothing of the test account on any route of the operator', async () => {
    const [live, test] = sides
    const answers = await readAsOperator(live, test.mark)
    assert.ok(answers.length > 40, String(answers.length))
    const [shown, others] = [true, false].map(isShown =>
      answers.filter(({ route }) => route in SHOWN_TO_OPERATORS === isShown),
    ) as [Read[], Read[]]
    await sees(others, test, live)
    for (const one of shown) await assert.rejects(sees([one], test, live), { name: 'AssertionError' }, one.route)
  })

  /** Nothing of the owner. */
  async function sees(answers: Read[], owner: Side, stranger: Side): Promise<void> {
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

  const readAs = async (side: Side, mark: string): Promise<Read[]> =>
    readAll(
      side.scene.gateway.url,
      routesOf(side).filter(({ rules }) => rules.liveOnly !== true || side.name === 'live'),
      {
        dueOn: await dueDayOf(side),
        mark,
        headersFor: ({ rules }) =>
          rules.guard === 'session'
            ? { cookie: side.person.cookie, 'x-account-id': `${side.keys.accountId}` }
            : pairOf(rules.scope?.startsWith('webhook:') ? side.hookKeys : side.keys),
      },
    )

  const readAsOperator = ({ scene: { gateway, olga } }: Side, mark: string): Promise<Read[]> =>
    readAll(
      gateway.url,
      gateway.gateway.routes.filter(({ rules }) => rules.guard === 'operator'),
      { mark, headersFor: () => ({ cookie: olga.cookie }) },
    )
})

/** The day on which it was filled, which may be over when it is read. */
async function dueDayOf({ scene: { gateway }, keys }: Side): Promise<string> {
  const [debit] = await gateway.db.query<{ day: string }>(sql`
    select max(due_on)::text as day from debit where account_id = ${keys.accountId} and status = 'ATIVA'`)
  return debit?.day ?? assert.fail('nothing is due')
}

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
