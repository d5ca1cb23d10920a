// Boletos as the operator sets them: of a PSP account, where they are made, whether they are sold and have a Pix code; of an account,
// which PSP account makes them and what they cost. Without one of these an account sells none.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { findPspAccountVersions } from '#psp/store.ts'
import { CUSTOMER } from '../../../sandbox/customer.ts'
import type { TestGateway } from '../../gateway.ts'
import type { Answer } from '../../http.ts'
import { ACCOUNTS, accountsOf, bind, openScene, refusal } from '../operator.ts'

/** A boleto of a sale that may still be paid, as far as its PSP account has to know. */
async function plantBoleto({ db }: TestGateway, accountId: number, saleId: number) {
  await db.query(sql`
    insert into charge (account_id, sale_id, psp_account_id, method, ref, charge_id, state, buyer, due_on, payable_days_after_due,
      pay_until, fine_basis_points, interest_monthly_basis_points, line, created_at, updated_at, due_at)
    values (${accountId}, ${saleId}, 1, 'boleto', 'ref1', '24000001', 'ISSUED', '{}', '2099-01-01', 0, '2099-01-01', 0, 0,
      '99990000040000000000000000000422516460000012345', now(), now(), '2099-01-04')`)
  return () => db.query(sql`update charge set state = 'ENDED', due_at = null, seal = default`)
}

const NONE = { collectBaseUrl: null, boletoEnabled: false, bolepix: false }

test('boletos at a PSP account', async t => {
  const { gateway, second, olga, account } = await openScene(t)
  const change = (body: unknown, id = 1) => olga.call('PATCH', `${ACCOUNTS}/${id}`, body)
  const first = async () => (await accountsOf(olga)).find(({ id }: { id: number }) => id === 1)
  const own = `${gateway.bankUrl}/v1`

  await t.test('are off, with their Pix code, as soon as they have no address', async () => {
    assert.equal((await change({ ...NONE, cardEnabled: false, debitEnabled: false })).status, 200)
    const { collectBaseUrl, boletoEnabled, bolepix, collect } = await first()
    assert.deepEqual([collectBaseUrl, boletoEnabled, bolepix, collect], [null, false, false, null])
  })

  const refused: [field: string, body: object][] = [
    ['boletoEnabled', { boletoEnabled: true }],
    ['bolepix', { bolepix: true }],
    ['boletoEnabled', { boletoEnabled: 'yes' }],
    ['collectBaseUrl', { collectBaseUrl: '' }],
    ['collectBaseUrl', { collectBaseUrl: 'ftp://cobrancas.example' }],
    ['collectBaseUrl', { collectBaseUrl: 'https://user@cobrancas.example' }],
    ['collectBaseUrl', { collectBaseUrl: 'https://cobrancas.example/v1?x=1' }],
  ]
  for (const [field, body] of refused)
    await t.test(`400 ${field} for ${JSON.stringify(body)}`, async () => {
      assert.deepEqual(refusal(await change(body)), [400, 'INVALID_DATA', field])
    })

  await t.test('are set, shown and recorded', async () => {
    const set = { collectBaseUrl: `${own}/`, boletoEnabled: true, bolepix: true, reason: 'Cobranças contratadas' }
    const { status, body } = await change(set)
    assert.deepEqual([status, body.collectBaseUrl, body.boletoEnabled, body.bolepix], [200, own, true, true])
    const [entry] = (await olga.call('GET', '/api/admin/audit?action=psp-account.changed')).body.data
    assert.equal(entry.reason, 'Cobranças contratadas')
    assert.deepEqual(entry.detail.collectBaseUrl, { before: null, after: own })
    assert.deepEqual(entry.detail.boletoEnabled, { before: false, after: true })
    assert.deepEqual(entry.detail.bolepix, { before: false, after: true })
    const [row] = await gateway.db.query<{ version: number }>(sql`select version from psp_account where id = 1`)
    assert.ok((row?.version ?? 0) > 2, 'its adapter is opened anew')
  })

  await t.test('belong to a new account from the beginning, unless its kind makes none', async () => {
    const made = await olga.call('POST', ACCOUNTS, { ...account, collectBaseUrl: `${second.url}/v1`, bolepix: true })
    assert.equal(made.status, 201, made.text)
    const { collectBaseUrl, boletoEnabled, bolepix } = made.body
    assert.deepEqual([collectBaseUrl, boletoEnabled, bolepix], [`${second.url}/v1`, true, true])
    const [entry] = (await olga.call('GET', '/api/admin/audit?action=psp-account.made')).body.data
    assert.equal(entry.detail.collectBaseUrl, `${second.url}/v1`)
    const bcb = { ...account, kind: 'bcb', name: 'Outro', baseUrl: 'http://localhost:1', pixKey: 'other' }
    const none = await olga.call('POST', ACCOUNTS, { ...bcb, collectBaseUrl: own })
    assert.deepEqual(refusal(none), [400, 'INVALID_DATA', 'collectBaseUrl'])
    assert.match(none.body.error.message, /a bcb account makes no boletos and takes no cards/)
    assert.equal((await olga.call('POST', ACCOUNTS, bcb)).status, 201)
    assert.deepEqual(refusal(await change({ collectBaseUrl: own }, 3)), [400, 'INVALID_DATA', 'collectBaseUrl'])
    const { data } = (await olga.call('GET', '/api/admin/psp/kinds')).body
    assert.deepEqual(
      data.map(({ kind, charges }: { kind: string; charges: boolean }) => [kind, charges]),
      [
        ['bcb', false],
        ['efi', true],
      ],
    )
  })

  const seller = await gateway.seller()
  const { id: saleId } = await seller.sell(10_00)
  const end = await plantBoleto(gateway, seller.accountId, saleId)
  await gateway.db.query(sql`update sale set due_at = null, status = 'CANCELADO', seal = default`)

  await t.test('keep their bank, their address and their Pix code while one may be paid', async () => {
    const kept: [field: string, body: object][] = [
      ['baseUrl and clientId stay', { baseUrl: second.url.replace('127.0.0.1', '127.0.0.2') }],
      ['collectBaseUrl and bolepix stay', { collectBaseUrl: `${second.url}/v2` }],
      ['collectBaseUrl and bolepix stay', NONE],
      ['collectBaseUrl and bolepix stay', { bolepix: false }],
    ]
    for (const [message, body] of kept) {
      const answer = await change(body)
      assert.deepEqual([answer.status, answer.body.error.code], [409, 'CONFLICT'], message)
      assert.ok(answer.body.error.message.startsWith(message), answer.body.error.message)
    }
    assert.equal((await change({ boletoEnabled: false })).status, 200, 'no more of them may be sold at any time')
  })

  await t.test('keep the account in use, however long ago it was switched off', async () => {
    await change({ payInEnabled: false, payOutEnabled: false })
    const isInUse = async () => {
      const accounts = await findPspAccountVersions(gateway.db, new Date(Date.now() + 200 * DAY_MS))
      return accounts.find(({ id }) => id === 1)?.inUse
    }
    assert.equal(await isInUse(), true)
    await end()
    assert.equal(await isInUse(), false)
    assert.equal((await change({ bolepix: false })).status, 200)
  })
})

const soldOf = ({ body }: Answer): boolean => body.soldMethods.includes('BOLETO')

test('the boletos of an account', async t => {
  const { gateway, second, olga, account } = await openScene(t)
  const seller = await gateway.seller()
  const to = (body: object) => bind(olga, seller.accountId, body)
  const sells = async () => soldOf(await olga.call('GET', `/api/admin/accounts/${seller.accountId}`))
  const live = { environment: 'live', baseUrl: 'https://live.example.invalid', pixKey: 'other', clientId: 'other' }
  await olga.call('POST', ACCOUNTS, { ...account, collectBaseUrl: `${second.url}/v1` })
  await olga.call('POST', ACCOUNTS, { ...account, ...live, collectBaseUrl: 'https://collect.example.invalid/v1' })
  await olga.call('POST', ACCOUNTS, {
    ...account,
    kind: 'bcb',
    name: 'So recebe',
    baseUrl: second.url.replace('127.0.0.1', 'localhost'),
    pixKey: `${CUSTOMER.pixKey}x`,
  })

  await t.test('are made by a PSP account that can, of the environment of the others', async () => {
    const table: [boletoPspAccountId: unknown, message: RegExp][] = [
      [99, /a PSP account that is open to this account/],
      [3, /a PSP account of the test environment/],
      [4, /a PSP account that makes boletos/],
      ['1', /boletoPspAccountId/],
    ]
    for (const [boletoPspAccountId, message] of table) {
      const answer = await to({ boletoPspAccountId })
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA', 'boletoPspAccountId'], answer.text)
      assert.match(answer.body.error.message, message)
    }
    assert.equal((await to({ boletoPspAccountId: 2 })).body.boletoPspAccountId, 2)
    const psps = await accountsOf(olga)
    assert.equal(psps.find(({ id }: { id: number }) => id === 2).boundAccounts, 1)
    const [entry] = (await olga.call('GET', `/api/admin/audit?userId=${seller.accountId}`)).body.data
    assert.deepEqual(entry.detail, { boletoPspAccountId: { before: null, after: 2 } })
  })

  await t.test('are sold with a price and a PSP account that makes them, and not without', async () => {
    const price = { fixedCents: 350, basisPoints: 0, minimumCents: null, maximumCents: null }
    assert.equal(await sells(), false, 'no price')
    const agreed = await to({ fees: { boleto: { fixedCents: 350 } } })
    assert.deepEqual([agreed.body.fees.boleto, soldOf(agreed)], [price, true])
    await olga.call('PATCH', `${ACCOUNTS}/2`, { boletoEnabled: false })
    assert.equal(await sells(), false, 'switched off')
    await olga.call('PATCH', `${ACCOUNTS}/2`, { boletoEnabled: true })
    const taken = await to({ fees: { boleto: null } })
    assert.deepEqual([taken.body.fees.boleto, soldOf(taken)], [null, false])
    const [entry] = (await olga.call('GET', `/api/admin/audit?userId=${seller.accountId}`)).body.data
    assert.deepEqual(
      [entry.detail.fees.before.boleto, entry.detail.fees.after.boleto],
      [{ fixedCentavos: 350, basisPoints: 0 }, undefined],
    )
    await to({ fees: { boleto: { fixedCents: 350 } }, boletoPspAccountId: null })
    assert.equal(await sells(), false, 'nobody makes them')
  })

  await t.test('of PIX and cashouts the price cannot be taken away', async () => {
    for (const priced of ['pix', 'pixAutomatico', 'cashout'])
      assert.deepEqual(refusal(await to({ fees: { [priced]: null } })), [400, 'INVALID_DATA', `fees.${priced}`])
  })
})
