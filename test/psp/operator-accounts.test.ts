// The operator's routes for PSP accounts: a second bank is connected, sellers are bound to it, its credentials and its callback address are
// changed while money comes in; and no secret ever comes out.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'node:test'
import sql from 'sql-template-tag'
import { CUSTOMER, DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'
import { register } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { makeAuthority } from '../certificates.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { ACCOUNTS, accountsOf, bind, openScene, refusal } from './operator.ts'

const ITEMS = [{ title: 'Camiseta', unitPrice: 100_00, quantity: 1, tangible: false }]

test('the account that the gateway began with', async t => {
  const { gateway, olga } = await openScene(t)
  const [{ createdAt, sweeps, registrations, ...first }, ...others] = await until(async () => {
    const accounts = await accountsOf(olga)
    // On a busy machine a first call may have been late.
    return accounts[0].sweeps.debits === null || accounts[0].lastTrouble !== null ? null : accounts
  }, 'its sweeps')
  assert.deepEqual(others, [])
  assert.deepEqual(first, {
    id: 1,
    kind: 'efi',
    environment: 'test',
    name: 'Banco de Teste',
    baseUrl: gateway.bankUrl,
    pixKey: CUSTOMER.pixKey,
    payInEnabled: true,
    payOutEnabled: true,
    fallbackPspAccountId: null,
    recurrenceEnabled: true,
    receivingAccount: { branch: '0001', account: '1234567', type: 'CORRENTE' },
    collectBaseUrl: `${gateway.bankUrl}/v1`,
    boletoEnabled: true,
    bolepix: true,
    cardEnabled: true,
    debitEnabled: true,
    takesDebit: true,
    cardEntry: 'frame',
    cardEntryOrigin: gateway.bankUrl,
    cardSettlement: null,
    collect: { resting: false, lastTrouble: null },
    resting: false,
    lastTrouble: null,
    certificateDaysLeft: null,
    boundAccounts: 1,
  })
  assert.ok(Date.parse(createdAt) <= Date.now())
  for (const list of ['received', 'sent', 'recurrences', 'debits'])
    assert.deepEqual(Object.keys(sweeps[list]), ['sweptTo', 'trouble'])
  assert.deepEqual(registrations, { pix: { trouble: null }, rec: { trouble: null }, cobr: { trouble: null } })
})

test('a further account', async t => {
  const { gateway, second, olga, account } = await openScene(t)
  const seller = await gateway.seller()
  const authority = await makeAuthority()
  const shown = await authority.issue('client', { client: true, days: 20 })

  await t.test('is made, registered at its bank, and keeps its secrets back', async () => {
    const pems = { certificate: shown.cert, privateKey: shown.key, ca: authority.ca }
    const made = await olga.call('POST', ACCOUNTS, { ...account, ...pems })
    assert.equal(made.status, 201, made.text)
    const { callbacks, ...form } = made.body
    assert.deepEqual(callbacks, { told: true, trouble: null })
    assert.deepEqual([form.id, form.payInEnabled, form.payOutEnabled, form.boundAccounts], [2, true, true, 0])
    assert.ok(form.certificateDaysLeft >= 19 && form.certificateDaysLeft <= 20)
    const [listed, first] = await accountsOf(olga)
    assert.deepEqual([listed.id, first.id], [2, 1])
    for (const { text } of [made, await olga.call('GET', ACCOUNTS)])
      for (const secret of [DEFAULT_CLIENT_SECRET, `${CUSTOMER.clientId}"`, 'PRIVATE KEY', 'CERTIFICATE', 'v1.'])
        assert.ok(!text.includes(secret), secret)
  })

  await t.test('receives and pays for the sellers who are bound to it', async () => {
    const bound = await bind(olga, seller.accountId, { payInPspAccountId: 2, payOutPspAccountId: 2 })
    assert.deepEqual([bound.status, bound.body.payInPspAccountId, bound.body.payOutPspAccountId], [200, 2, 2])
    assert.equal((await accountsOf(olga))[0].boundAccounts, 1)
    const sale = await seller.sell(300_00)
    const pay = await call(second.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.pixKey } })
    assert.equal(pay.status, 201, pay.text)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const { path } = await take(seller)
    await seller.reaches(path, 'COMPLETED')
    const { body } = await call(second.url, 'GET', '/sandbox/payments')
    assert.equal(body.data.length, 1)
  })

  await t.test('with a secret that the PSP does not know is made all the same, and says so', async () => {
    const wrong = { ...account, name: 'Errado', baseUrl: gateway.bankUrl.replace('127.0.0.1', 'localhost') }
    const { status, body } = await olga.call('POST', ACCOUNTS, { ...wrong, clientSecret: 'wrong' })
    assert.equal(status, 201)
    assert.equal(body.callbacks.told, false)
    assert.match(body.callbacks.trouble, /no access token/)
  })
})

slow('a further account registers itself alone, whatever its neighbours are like', async t => {
  const { second, olga, account } = await openScene(t)
  const hanging = createServer(() => {})
  await new Promise<void>(done => hanging.listen(0, '127.0.0.1', done))
  t.after(() => {
    hanging.closeAllConnections()
    hanging.close()
  })
  const { port } = hanging.address() as AddressInfo
  const silent = { ...account, environment: 'live', baseUrl: `http://127.0.0.1:${port}` }
  const waiting = olga.call('POST', ACCOUNTS, silent)
  await until(async () => ((await accountsOf(olga)).length === 2 ? true : null), 'the silent neighbour')
  const twin = { ...account, baseUrl: second.url.replace('127.0.0.1', 'localhost') }
  assert.deepEqual((await olga.call('POST', ACCOUNTS, twin)).body.callbacks, { told: true, trouble: null })
  assert.deepEqual((await olga.call('POST', `${ACCOUNTS}/3/rotate-callback-token`)).body, { told: true, trouble: null })
  assert.equal((await waiting).body.callbacks.told, false)
})

test('what cannot be a further account', async t => {
  const { gateway, olga, account } = await openScene(t)
  const authority = await makeAuthority()
  const [one, other] = [
    await authority.issue('one', { client: true }),
    await authority.issue('other', { client: true }),
  ]
  const old = await authority.issue('old', { client: true, days: -2 })
  const table: [status: number, field: string, change: Record<string, unknown>][] = [
    [400, 'kind', { kind: 'sandbox' }],
    [400, 'environment', { environment: 'prod' }],
    [400, 'name', { name: '' }],
    [400, 'name', { name: 'a\nb' }],
    [400, 'baseUrl', { baseUrl: 'pix.example.com' }],
    [400, 'baseUrl', { baseUrl: 'ftp://pix.example.com' }],
    [400, 'baseUrl', { baseUrl: 'https://user:pass@pix.example.com' }],
    [400, 'baseUrl', { baseUrl: 'https://pix.example.com/?x=1' }],
    [400, 'pixKey', { pixKey: 'k'.repeat(78) }],
    [400, 'clientId', { clientId: '' }],
    [400, 'clientSecret', { clientSecret: 5 }],
    [400, 'clientSecret', { clientSecret: undefined }],
    [400, 'callbackToken', { callbackToken: 'mine' }],
    [400, 'privateKey', { certificate: one.cert }],
    [400, 'certificate', { privateKey: one.key }],
    [400, 'certificate', { certificate: 'no PEM', privateKey: one.key }],
    [400, 'privateKey', { certificate: one.cert, privateKey: 'no PEM' }],
    [400, 'privateKey', { certificate: one.cert, privateKey: other.key }],
    [400, 'certificate', { certificate: old.cert, privateKey: old.key }],
    [400, 'ca', { ca: 'no PEM' }],
    [409, 'name', { name: 'Banco de Teste' }],
    [409, 'PSP account 1 is the same account at the PSP', { baseUrl: gateway.bankUrl }],
    [409, 'PSP account 1 is the same account at the PSP', { baseUrl: `${gateway.bankUrl}/`, pixKey: 'other' }],
  ]
  for (const [status, field, change] of table)
    await t.test(`${status} ${field} for ${Object.keys(change).join(' and ')}`, async () => {
      const answer = await olga.call('POST', ACCOUNTS, { ...account, ...change })
      const code = status === 409 ? 'CONFLICT' : 'INVALID_DATA'
      assert.deepEqual(refusal(answer), [status, code, field], answer.text)
      assert.ok(!answer.text.includes('PRIVATE KEY'))
    })
  await t.test('a live key that another live account has', async () => {
    const live = { ...account, environment: 'live', baseUrl: 'https://one.example.invalid' }
    assert.equal((await olga.call('POST', ACCOUNTS, live)).status, 201)
    const twin = { ...live, name: 'Terceiro', baseUrl: 'https://two.example.invalid', clientId: 'x' }
    assert.equal((await olga.call('POST', ACCOUNTS, twin)).status, 409)
  })
  await t.test('any request of a seller', async () => {
    const ana = await register(gateway)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', '/1'],
      ['POST', '/1/rotate-callback-token'],
    ] as const)
      assert.equal((await ana.call(method, ACCOUNTS + path, method === 'GET' ? undefined : account)).status, 403)
  })
})

test('a change of an account', async t => {
  const { gateway, olga, account } = await openScene(t)
  assert.equal((await olga.call('POST', ACCOUNTS, account)).status, 201)
  const change = (body: unknown, id: unknown = 2) => olga.call('PATCH', `${ACCOUNTS}/${id}`, body)

  await t.test('of what is named leaves the rest', async () => {
    const before = (await accountsOf(olga))[0]
    const changes = { name: 'Reserva', payInEnabled: false, payOutEnabled: false, fallbackPspAccountId: 1 }
    const { status, body } = await change(changes)
    assert.equal(status, 200)
    assert.deepEqual(body, { ...before, ...changes, sweeps: body.sweeps })
    const offSince = async () => {
      const [row] = await gateway.db.query<{ at: Date | null }>(
        sql`select off_since as at from psp_account where id = 2`,
      )
      return row?.at ?? null
    }
    const off = await offSince()
    assert.ok(off !== null && Math.abs(off.getTime() - Date.now()) < 10_000)
    assert.equal((await change({ name: 'Reserva' })).status, 200)
    assert.deepEqual(await offSince(), off, 'since the first moment')
    const back = { payInEnabled: true, payOutEnabled: true, fallbackPspAccountId: null }
    // The sweeps go on meanwhile.
    const again = (await change(back)).body
    assert.deepEqual(again, { ...before, ...back, name: 'Reserva', sweeps: again.sweeps })
    assert.equal(await offSince(), null)
  })

  await t.test('of the credentials is in force with the next call', async () => {
    const seller = await gateway.seller()
    await bind(olga, seller.accountId, { payInPspAccountId: 2 })
    const sale = { amount: 100_00, paymentMethod: 'PIX', customer: { name: 'M' }, items: ITEMS }
    const sells = async () => (await seller.api('POST', '/api/transactions', sale)).status
    assert.equal(await sells(), 201)
    assert.equal((await change({ clientSecret: 'wrong' })).status, 200)
    assert.equal(await sells(), 503)
    assert.equal((await change({ clientSecret: DEFAULT_CLIENT_SECRET })).status, 200)
    assert.equal(await sells(), 201)
  })

  await t.test('of the certificate needs its key, and null takes both away', async () => {
    const authority = await makeAuthority()
    const [one, other] = [await authority.issue('a', { client: true }), await authority.issue('b', { client: true })]
    assert.equal((await change({ certificate: one.cert, privateKey: one.key })).body.certificateDaysLeft, 29)
    assert.deepEqual(refusal(await change({ certificate: other.cert })), [400, 'INVALID_DATA', 'privateKey'])
    assert.deepEqual(refusal(await change({ privateKey: null })), [400, 'INVALID_DATA', 'privateKey'])
    assert.equal((await change({ clientId: CUSTOMER.clientId })).body.certificateDaysLeft, 29, 'it stays')
    assert.equal((await change({ certificate: null, privateKey: null })).body.certificateDaysLeft, null)
  })

  await t.test('is refused with the field that is wrong, and nothing changes', async () => {
    const bcb = {
      ...account,
      kind: 'bcb',
      name: 'So recebe',
      baseUrl: 'https://bcb.example.invalid',
      environment: 'live',
    }
    assert.equal((await olga.call('POST', ACCOUNTS, bcb)).body.payOutEnabled, false)
    const before = await accountsOf(olga)
    const table: [status: number, field: string, body: unknown, id?: unknown][] = [
      [400, 'body', {}],
      [400, 'body', []],
      [400, 'kind', { kind: 'bcb' }],
      [400, 'pixKey', { pixKey: 'other' }],
      [400, 'environment', { environment: 'live' }],
      [400, 'payInEnabled', { payInEnabled: null }],
      [400, 'payOutEnabled', { payOutEnabled: true }, 3],
      [400, 'fallbackPspAccountId', { fallbackPspAccountId: 2 }],
      [400, 'fallbackPspAccountId', { fallbackPspAccountId: 3 }],
      [400, 'fallbackPspAccountId', { fallbackPspAccountId: 99 }],
      [400, 'fallbackPspAccountId', { fallbackPspAccountId: 0 }],
      [400, 'fallbackPspAccountId', { fallbackPspAccountId: '1' }],
      [400, 'baseUrl', { baseUrl: 'nowhere' }],
      [409, 'name', { name: 'Banco de Teste' }],
      [409, 'PSP account 1 is the same account at the PSP', { baseUrl: gateway.bankUrl }],
      [404, 'PSP account not found', { name: 'x' }, 99],
      [404, 'PSP account not found', { name: 'x' }, '9'.repeat(30)],
      [400, 'id', { name: 'x' }, 'abc'],
    ]
    for (const [status, field, body, id = 2] of table) {
      const answer = await change(body, id)
      assert.deepEqual([answer.status, refusal(answer)[2]], [status, field], `${JSON.stringify(body)} ${answer.text}`)
    }
    const after = await accountsOf(olga)
    const withoutSweeps = (all: Record<string, unknown>[]) => all.map(({ sweeps, lastTrouble, ...rest }) => rest)
    assert.deepEqual(withoutSweeps(after), withoutSweeps(before))
  })
})
