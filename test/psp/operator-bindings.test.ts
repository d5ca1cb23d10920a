// Callback tokens that are renewed, sellers who are bound to PSP accounts, and long lists of them.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { openWire } from './faulty-wire.ts'
import { ACCOUNTS, bind, openScene, refusal, tokenOf } from './operator.ts'

test('a new callback token', async t => {
  const { gateway, olga } = await openScene(t, { SWEEP_EVERY_MS: '3600000' })
  const before = await tokenOf(gateway, 1)
  const rotated = await olga.call('POST', `${ACCOUNTS}/1/rotate-callback-token`)
  assert.deepEqual([rotated.status, rotated.body], [202, { told: true, trouble: null }])
  assert.notEqual(await tokenOf(gateway, 1), before)

  await t.test('is where the bank calls back from then on', async () => {
    const seller = await gateway.seller({ funds: 100_00 })
    assert.equal((await seller.api('GET', '/api/public/balance')).body.total, 99_01)
    const [row] = await gateway.db.query<{ count: number }>(sql`select count(*)::int as count from psp_inbox`)
    assert.equal(row?.count, 1)
  })

  await t.test('made during a recovery is registered when that has ended', async () => {
    const { recovery } = gateway.gateway
    await recovery.enter('a test', new Date())
    const during = await olga.call('POST', `${ACCOUNTS}/1/rotate-callback-token`)
    assert.deepEqual([during.status, during.body], [202, { told: false, trouble: 'the gateway is in recovery' }])
    await recovery.resume({ by: { id: 'olga', address: '127.0.0.1' }, reason: 'a test', force: true })
    await gateway.seller({ funds: 100_00 })
  })

  await t.test('of an account that does not exist is not found', async () => {
    assert.equal((await olga.call('POST', `${ACCOUNTS}/99/rotate-callback-token`)).status, 404)
  })
})

test('an old callback address belongs to no account any more', async t => {
  const { gateway, olga, second, account } = await openScene(t)
  await using wire = await openWire(second.url)
  await olga.call('POST', ACCOUNTS, { ...account, baseUrl: wire.url })
  const old = new URL(wire.callbackUrl()).pathname
  assert.deepEqual((await olga.call('POST', `${ACCOUNTS}/2/rotate-callback-token`)).body, { told: true, trouble: null })
  const fresh = new URL(wire.callbackUrl()).pathname
  const at = async (path: string) => (await call(gateway.url, 'POST', path, { body: '{}' })).status
  assert.deepEqual([await at(old), await at(fresh)], [404, 200])
})

test('a seller', async t => {
  const { gateway, olga, account } = await openScene(t)
  const seller = await gateway.seller()
  await olga.call('POST', ACCOUNTS, account)
  const live = { ...account, environment: 'live', baseUrl: 'https://live.example.invalid' }
  await olga.call('POST', ACCOUNTS, { ...live, name: 'De verdade' })
  await olga.call('POST', ACCOUNTS, { ...live, kind: 'bcb', name: 'So recebe', pixKey: 'other', clientId: 'other' })

  await t.test('is bound to PSP accounts that exist, fit each other, and are open to them', async () => {
    const table: [field: string, to: object][] = [
      ['payInPspAccountId', { payInPspAccountId: 99 }],
      ['payInPspAccountId', { payInPspAccountId: '1' }],
      ['payInPspAccountId', { payInPspAccountId: 0 }],
      ['payOutPspAccountId', { payOutPspAccountId: 4 }],
      ['payOutPspAccountId', { payInPspAccountId: 3 }],
      ['payOutPspAccountId', { payOutPspAccountId: 3 }],
    ]
    for (const [field, to] of table)
      assert.deepEqual(
        refusal(await bind(olga, seller.accountId, to)),
        [400, 'INVALID_DATA', field],
        JSON.stringify(to),
      )
    const { body } = await bind(olga, seller.accountId, { payInPspAccountId: 2 })
    assert.deepEqual([body.payInPspAccountId, body.payOutPspAccountId], [2, 1])
  })

  await t.test('goes from play to real before the first sale, and never after it', async () => {
    const both = (id: number | null) => ({ payInPspAccountId: id, payOutPspAccountId: id })
    assert.equal((await bind(olga, seller.accountId, both(3))).status, 200)
    assert.equal((await bind(olga, seller.accountId, { payOutPspAccountId: null })).status, 200)
    assert.equal((await bind(olga, seller.accountId, both(1))).status, 200)
    await seller.sell(100_00)
    const late = await bind(olga, seller.accountId, both(3))
    assert.deepEqual([late.status, late.body.error.code], [409, 'CONFLICT'])
    assert.equal((await bind(olga, seller.accountId, both(2))).status, 200)
    assert.equal((await bind(olga, seller.accountId, both(null))).status, 200)
    const unbound = await bind(olga, seller.accountId, both(3))
    assert.deepEqual([unbound.status, unbound.body.error.code], [409, 'CONFLICT'], 'bound to nothing in between')
    assert.equal((await bind(olga, seller.accountId, both(1))).status, 200)
  })

  await t.test('who is new is bound to the oldest accounts that are switched on, both of one environment', async () => {
    const bound = async () => {
      const { accountId } = await gateway.seller()
      const { body } = await olga.call('GET', `/api/admin/accounts/${accountId}`)
      return [body.payInPspAccountId, body.payOutPspAccountId]
    }
    assert.deepEqual(await bound(), [1, 1])
    await olga.call('PATCH', `${ACCOUNTS}/1`, { payInEnabled: false })
    assert.deepEqual(await bound(), [2, 1])
    await olga.call('PATCH', `${ACCOUNTS}/2`, { payInEnabled: false })
    assert.deepEqual(await bound(), [3, 3])
  })
})

slow('a list of many accounts comes in pages', async t => {
  const { gateway, olga } = await openScene(t)
  await gateway.db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash,
      pay_in_enabled, pay_out_enabled, created_at)
    select 'bcb', 'live', 'n' || n, 'https://x', 'k' || n, 'v1.broken', n::text::bytea, false, false, ${new Date(Date.now() - DAY_MS)}
    from generate_series(1, 24) as n`)
  const { body } = await olga.call('GET', ACCOUNTS)
  assert.equal(body.data.length, 20)
  const rest = await olga.call('GET', `${ACCOUNTS}?limit=100&cursor=${body.nextCursor}`)
  assert.deepEqual([rest.body.data.length, rest.body.nextCursor], [5, null])
  assert.equal(rest.body.data.at(-1).id, 1)
})
