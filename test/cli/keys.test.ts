// Another ENCRYPTION_KEY, without a pause: gateways with both keys in either order work beside each other, `porteira keys rotate` seals again
// what the other key opens, and then the old key is needed no more.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { SEALED_COLUMNS } from '#db/sealed/columns.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { systemRandom } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { environmentOf, porteira } from './run.ts'

const OLD = Buffer.alloc(32, 7)
const NEW = Buffer.alloc(32, 8)

/** Sells at this gateway and looks who has signed what the webhook gets of it. */
async function assertSigns(
  gateway: TestGateway,
  { seller }: Shop,
  receiver: Receiver,
  hook: { path: string; secret: string },
) {
  const { uuid } = await sellerWith(gateway, seller.accountId, seller.publicKey, seller.privateKey).sell(100_00)
  const [got] = await receiver.gets(1, ({ path, body }) => path === hook.path && body.uuid === uuid)
  const { headers, raw } = got ?? assert.fail('nothing was delivered')
  const signed = createHmac('sha256', hook.secret).update(`${headers['x-service-timestamp']}.`).update(raw)
  assert.equal(headers['x-service-signature'], `sha256=${signed.digest('hex')}`)
}

test('the key is changed beside gateways at work, and the old one is not needed any more', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const receiver = resources.use(await openReceiver())
  const on = { connection, bank }
  const before = await openTestGateway({ on, secrets: { otherEncryptionKey: NEW } })
  resources.use(before)
  const after = resources.use(await openTestGateway({ on, secrets: { encryptionKey: NEW, otherEncryptionKey: OLD } }))

  const shop = await openShop(before)
  const there = await openShop(after)
  const old = { path: '/old', ...(await shop.signed({ url: `${receiver.url}/old` }, ['sale.pending'])) }
  const fresh = { path: '/new', ...(await there.signed({ url: `${receiver.url}/new` }, ['sale.pending'])) }
  await assertSigns(after, shop, receiver, old)
  await assertSigns(before, there, receiver, fresh)
  const session = await shop.seller.api('POST', '/api/checkouts', SESSION)
  assert.equal(session.status, 201, session.text)
  const { db } = before
  const box = makeSecretBox(OLD, systemRandom)
  await db.query(
    sql`update account set postback_secret_sealed = ${box.seal('x')}, seal = default where id = ${shop.seller.accountId}`,
  )
  await db.query(sql`update alert_channel set target_sealed = ${box.seal('x')}`)
  await db.query(sql`insert into privacy_key (secret_sealed, created_at) values (${box.seal('x')}, now())`)
  await db.query(sql`
    insert into dead_mans_switch (url_sealed, shown, method, every_seconds, updated_at)
    values (${box.seal('x')}, '', 'GET', 60, now())`)
  await db.query(sql`
    with lost as (select id, email from iam."user" limit 1)
    insert into iam."twoFactor" ("secret", "backupCodes", "userId") select 'x', 'y', id from lost`)
  // Nobody else may hide a change by hand.
  await db.query(sql`update account set name = 'By hand' where id = ${shop.seller.accountId}`)

  const env = {
    ...environmentOf({ connection }),
    ENCRYPTION_KEY: NEW.toString('hex'),
    ENCRYPTION_KEY_OTHER: OLD.toString('hex'),
  }
  const status = await porteira(['keys', 'status'], env)
  assert.equal(status.code, 1, status.err)
  assert.match(status.out, /^webhook\.secret_sealed: 1 under ENCRYPTION_KEY, 1 under another$/m)
  const rotated = await porteira(['keys', 'rotate'], env)
  assert.equal(rotated.code, 1, rotated.err)
  assert.match(
    rotated.out,
    /^postback_secret_sealed of account \d+: the row was changed by hand; let the doctor look at it$/m,
  )
  assert.match(
    rotated.out,
    /^authenticator app of \S+@\S+: neither AUTH_SECRET nor AUTH_SECRET_OTHER reads it; start with/m,
  )
  assert.match(rotated.out, /^2 are left under another\.$/m)
  const audited = await db.query<{ detail: object }>(sql`select detail from audit where action = 'keys.rotated'`)
  assert.deepEqual(
    audited.map(({ detail }) => Object.keys(detail).toSorted()),
    [['left', 'resealed']],
  )
  await db.query(sql`delete from iam."twoFactor"`)
  await db.query(sql`update account set seal = default where id = ${shop.seller.accountId}`)
  assert.deepEqual(await porteira(['keys', 'rotate'], env), {
    code: 0,
    out: '1 sealed again.\nNothing is sealed under another key or secret.\n',
    err: '',
  })
  assert.equal((await porteira(['keys', 'status'], env)).code, 0)

  const alone = resources.use(await openTestGateway({ on, secrets: { encryptionKey: NEW } }))
  await assertSigns(alone, shop, receiver, old)
  await assertSigns(alone, there, receiver, fresh)
  await assert.rejects(openTestGateway({ on }), /sealed with another ENCRYPTION_KEY/)
})

const SESSION = { items: [{ title: 'Camiseta', unitPrice: 100_00, quantity: 1, tangible: false }] }

test('every sealed text is among those that are sealed again', async () => {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 1)
  const columns = await db.query<{ table: string; column: string; isHashed: boolean }>(sql`
    select relname as table, attname as column, exists (
      select from pg_attribute seal where seal.attrelid = class.oid and seal.attname = 'seal' and not seal.attisdropped) as "isHashed"
    from pg_class class join pg_attribute on attrelid = class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname like '%\\_sealed' and not attisdropped`)
  await db.close()
  await drop()
  const named = (all: readonly { table: string; column: string; isHashed: boolean }[]) =>
    all.map(({ table, column, isHashed }) => `${table}.${column} ${isHashed}`).toSorted()
  assert.deepEqual(named(SEALED_COLUMNS), named(columns))
})
