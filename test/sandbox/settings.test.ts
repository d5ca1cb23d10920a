import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BankClient,
  balanceOf,
  basic,
  createCob,
  openReceiver,
  openTestBank,
  paid,
  payoutBody,
  register,
  send,
  tokenOf,
  until,
} from './test-bank.ts'

const DEFAULTS = {
  dialect: 'bcb',
  infractionAmounts: 'reais',
  tariffs: { received: '0.00', sent: '0.00' },
  tokenLifetimeSeconds: 3_600,
  latencyMs: null,
  tellPayee: true,
  tellNature: true,
  listDebits: true,
  bolepix: true,
  listChargePix: false,
  cardSettlement: 'whole',
  cardDays: 30,
  cardsDecideLater: false,
}

const set = (bank: BankClient, change: object) => bank.call('POST', '/sandbox/settings', change)
const read = async (bank: BankClient) => (await bank.call('GET', '/sandbox/settings')).body
const account = async (bank: BankClient) => (await bank.call('GET', '/sandbox/account')).body
const lookUp = async (bank: BankClient, idEnvio: string) =>
  (await bank.call('GET', `/v2/gn/pix/enviados/id-envio/${idEnvio}`)).body

test('settings are what was set last, each by itself, and a reset restores them', async t => {
  const bank = await openTestBank(t)
  assert.deepEqual(await read(bank), DEFAULTS)
  const first = await set(bank, { tariffs: { received: '0.10' }, tellPayee: false })
  const tariffs = { received: '0.10', sent: '0.00' }
  assert.deepEqual([first.status, first.body], [200, { ...DEFAULTS, tariffs, tellPayee: false }])
  await set(bank, { tariffs: { sent: '0.50' }, latencyMs: 7, tokenLifetimeSeconds: 60 })
  await set(bank, { latencyMs: null, tellPayee: true })
  assert.deepEqual(await read(bank), {
    ...DEFAULTS,
    tariffs: { received: '0.10', sent: '0.50' },
    tokenLifetimeSeconds: 60,
    latencyMs: null,
    tellPayee: true,
  })
  await bank.call('POST', '/sandbox/reset')
  assert.deepEqual(await read(bank), DEFAULTS)
})

test('a setting that makes no sense is refused by its name, and nothing changes', async t => {
  const bank = await openTestBank(t)
  const cases: [object, string][] = [
    [{ tariffs: { received: '0.1' } }, 'tariffs.received'],
    [{ tariffs: { sent: 0.5 } }, 'tariffs.sent'],
    [{ tariffs: { sent: '-0.50' } }, 'tariffs.sent'],
    [{ tokenLifetimeSeconds: 0 }, 'tokenLifetimeSeconds'],
    [{ latencyMs: '7' }, 'latencyMs'],
    [{ tellPayee: 'no' }, 'tellPayee'],
    [{ tellNature: 'no' }, 'tellNature'],
    [{ dialect: 'inter' }, 'dialect'],
    [{ infractionAmounts: 'dollars' }, 'infractionAmounts'],
  ]
  for (const [change, propriedade] of cases) {
    const refused = await set(bank, { tellPayee: false, ...change })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.violacoes[0].propriedade, propriedade)
  }
  assert.equal((await set(bank, { colour: 'red' })).status, 400)
  assert.deepEqual(await read(bank), DEFAULTS)
})

test('tariffs are entries of their own, and the balance adds up from the account to the centavo', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  await set(bank, { tariffs: { received: '0.10', sent: '0.50' } })
  const pix = await paid(bank, '100.00')
  assert.equal(pix.gnExtras.tarifa, '0.10')
  assert.equal(pix.valor, '100.00')
  assert.deepEqual(await receiver.arrived(1), [pix])
  await bank.call('PUT', `/v2/pix/${pix.endToEndId}/devolucao/a`, { valor: '30.00' })
  await receiver.arrived(2)
  for (const [idEnvio, key] of [
    ['paid', 'a@b.example'],
    ['failed', 'recusada@b.example'],
    ['back', 'parcial@b.example'],
  ] as const)
    await bank.call('PUT', `/v3/gn/pix/${idEnvio}`, payoutBody('40.00', key))
  await bank.advance(3)
  await until('the part to come back', async () => (await lookUp(bank, 'back')).devolucoes?.length === 1)
  await until('the failure', async () => (await lookUp(bank, 'failed')).status === 'NAO_REALIZADO')
  await until('the payment', async () => (await lookUp(bank, 'paid')).status === 'REALIZADO')
  assert.deepEqual(await account(bank), {
    balance: '1000008.90',
    opening: '1000000.00',
    received: '100.00',
    boletos: '0.00',
    teds: '0.00',
    cards: '0.00',
    devolved: '30.00',
    paid: '80.00',
    returned: '20.00',
    // 0.10 for the one that arrived, twice 0.50 for those that were executed, nothing for the one that was not.
    tariffs: '1.10',
  })
  assert.equal(await balanceOf(bank), '1000008.90')
})

test('a payout under way counts as paid, and its tariff is taken when it is executed', async t => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  await set(bank, { tariffs: { sent: '0.50' } })
  await bank.call('PUT', '/v3/gn/pix/x', payoutBody('40.00', 'analise@b.example'))
  const underWay = await account(bank)
  assert.deepEqual([underWay.paid, underWay.tariffs, underWay.balance], ['40.00', '0.00', '999960.00'])
  await bank.advance(1_800)
  await until('it to be executed', async () => (await account(bank)).tariffs === '0.50')
  assert.equal((await account(bank)).balance, '999959.50')
})

test('a payout that leaves nothing for its tariff is refused, a Pix keeps the tariff that it came with', async t => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  await set(bank, { tariffs: { sent: '0.50', received: '0.25' } })
  const short = await bank.call('PUT', '/v3/gn/pix/x', payoutBody('999999.51', 'a@b.example'))
  assert.deepEqual([short.status, short.body.nome], [422, 'saldo_insuficiente'])
  assert.equal((await bank.call('PUT', '/v3/gn/pix/x', payoutBody('999999.50', 'a@b.example'))).status, 201)
  await until('nothing to be left', async () => (await account(bank)).balance === '0.00')

  const { endToEndId } = await paid(bank, '1.00')
  await set(bank, { tariffs: { received: '0.00' } })
  assert.equal((await bank.call('GET', `/v2/pix/${endToEndId}`)).body.gnExtras.tarifa, '0.25')
  assert.equal((await paid(bank, '1.00')).gnExtras.tarifa, undefined)
})

test('tokens live as long as the settings say when they are granted', async t => {
  const bank = await openTestBank(t)
  const long = await tokenOf(bank.url)
  await set(bank, { tokenLifetimeSeconds: 5 })
  const granted = await send(`${bank.url}/oauth/token`, 'POST', { grant_type: 'client_credentials' }, basic())
  assert.equal(granted.body.expires_in, 5)
  const status = async (token: string) =>
    (await send(`${bank.url}/v2/gn/saldo`, 'GET', undefined, { authorization: `Bearer ${token}` })).status
  assert.equal(await status(granted.body.access_token), 200)
  await bank.advance(6)
  assert.deepEqual([await status(granted.body.access_token), await status(long)], [401, 200])
})

test('the latency that was set replaces the one that the bank was started with', async t => {
  const bank = await openTestBank(t, { clock: () => new Date('2026-03-02T12:00:00Z'), latencyMs: 60_000 })
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  await paid(bank, '1.00')
  await set(bank, { latencyMs: 0 })
  const { pixCopiaECola } = await createCob(bank, '2.00')
  const { body } = await bank.call('POST', '/sandbox/pay', { pixCopiaECola })
  assert.deepEqual(await receiver.arrived(1), [body])
})

test('a bank that keeps the payee to itself names no key in its lookups and lists', async t => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  await bank.call('PUT', '/v3/gn/pix/x', payoutBody('1.00', 'a@b.example'))
  assert.equal((await lookUp(bank, 'x')).favorecido.chave, 'a@b.example')
  await set(bank, { tellPayee: false })
  const sent = await lookUp(bank, 'x')
  assert.ok(!JSON.stringify(sent).includes('a@b.example'))
  assert.deepEqual(Object.keys(sent.favorecido), ['identificacao'])
  const list = await bank.call('GET', '/v2/gn/pix/enviados?inicio=2000-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z')
  assert.deepEqual(list.body.pix, [await lookUp(bank, 'x')])
})
