// The PSP's answer is lost, late, or not the PSP's. Whatever the line does, a cashout is paid at most once, its hold is
// never released on a guess, and it ends as the bank ended it.
import assert from 'node:assert/strict'
import test from 'node:test'
import { assertBooks, untilAtRest } from '../books.ts'
import type { Seller } from '../house.ts'
import { call } from '../http.ts'
import { FAULTS, type Fault, openHouseBehindWire } from '../psp/faulty-wire.ts'

const ENV = { PSP_TIMEOUT_MS: '300', PSP_LOOKUP_WAITS_MS: '50,50,50,100,100,100,200,200,200,200,200' }
const ASK = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
const SUBMIT = '/v3/gn/pix/'
const LOOKUP = '/v2/gn/pix/enviados/id-envio/'

const request = async (seller: Seller, more: object = {}) => {
  const answer = await seller.api('POST', '/api/public/cashout', { ...ASK, ...more })
  assert.equal(answer.status, 201, answer.text)
  return `/api/public/cashout/${answer.body.uuid}`
}

const paymentsAt = async (bank: { url: string }) => (await call(bank.url, 'GET', '/sandbox/payments')).body.data

test('one fault on the way of the payout', async t => {
  await using line = await openHouseBehindWire(ENV)
  const { house, wire, bank } = line

  for (const [fault, what] of Object.entries(FAULTS))
    await t.test(`${fault}: paid once, COMPLETED`, async () => {
      const seller = await house.seller({ funds: 300_00 })
      const before = (await paymentsAt(bank)).length
      wire.fail('PUT', SUBMIT, what)
      const path = await request(seller)
      const { failure } = await seller.reaches(path, 'COMPLETED')
      assert.equal(failure, undefined)
      assert.equal((await paymentsAt(bank)).length, before + 1)
      await assertBooks({ ...house, bankUrl: bank.url })
    })
})

test('faults on the way of the payout and of the lookups after it', async t => {
  await using line = await openHouseBehindWire(ENV)
  const { house, wire, bank } = line
  const lost: Fault = { forwarded: true, answer: 'cut' }

  const combinations: [sentence: string, lookup: Fault, times: number][] = [
    ['lookups are cut', { forwarded: false, answer: 'cut' }, 3],
    ['lookups say 500', { forwarded: true, answer: { status: 500, body: '{}' } }, 3],
    ['lookups are not JSON', { forwarded: true, answer: { status: 200, body: 'hello' } }, 3],
    ['lookups find nothing for a while', { forwarded: false, answer: { status: 404, body: notFound() } }, 3],
    ['lookups are refused', { forwarded: false, answer: { status: 400, body: problem('PixEnviadoInvalido') } }, 3],
    ['lookups speak of another payment', { forwarded: false, answer: { status: 200, body: stranger('REALIZADO') } }, 2],
    [
      'lookups speak of another failure',
      { forwarded: false, answer: { status: 200, body: stranger('NAO_REALIZADO') } },
      2,
    ],
  ]
  for (const [sentence, lookup, times] of combinations)
    await t.test(`the answer is lost and ${sentence}: paid once, COMPLETED`, async () => {
      const seller = await house.seller({ funds: 300_00 })
      const before = (await paymentsAt(bank)).length
      wire.fail('PUT', SUBMIT, lost)
      wire.fail('GET', LOOKUP, lookup, times)
      await seller.reaches(await request(seller), 'COMPLETED')
      wire.heal()
      assert.equal((await paymentsAt(bank)).length, before + 1)
      await assertBooks({ ...house, bankUrl: bank.url })
    })

  await t.test('a duplicate whose lookup is refused is not thought to have failed', async () => {
    const seller = await house.seller({ funds: 300_00 })
    wire.fail('PUT', SUBMIT, { forwarded: true, answer: { status: 409, body: problem('id_envio_duplicado') } })
    wire.fail('GET', LOOKUP, { forwarded: false, answer: { status: 400, body: problem('PixEnviadoInvalido') } }, 2)
    await seller.reaches(await request(seller), 'COMPLETED')
    wire.heal()
    await assertBooks({ ...house, bankUrl: bank.url })
  })

  await t.test('a repetition that is refused says nothing of the first sending', async () => {
    const seller = await house.seller({ funds: 300_00 })
    wire.fail('PUT', SUBMIT, lost)
    wire.fail('GET', LOOKUP, { forwarded: false, answer: { status: 404, body: notFound() } }, 2)
    wire.fail('PUT', SUBMIT, { forwarded: false, answer: { status: 422, body: problem('pagamento_negado') } })
    await seller.reaches(await request(seller), 'COMPLETED')
    wire.heal()
    await assertBooks({ ...house, bankUrl: bank.url })
  })

  await untilAtRest(house)
})

test('a bank that is out of reach for a while', async t => {
  await using line = await openHouseBehindWire(ENV)
  const { house, wire, bank } = line
  const seller = await house.seller({ funds: 300_00 })

  await t.test('keeps the cashout PROCESSING and its money held', async () => {
    wire.fail('PUT', SUBMIT, { forwarded: false, answer: 'cut' }, 1_000)
    wire.fail('GET', LOOKUP, { forwarded: false, answer: 'cut' }, 1_000)
    const path = await request(seller)
    await seller.reaches(path, 'PROCESSING')
    const held = await seller.api('GET', '/api/public/balance')
    assert.deepEqual(held.body, { available: 197_03, blocked: 100_00, total: 297_03 })
    await assertBooks({ ...house, bankUrl: bank.url })
    wire.heal()
    await seller.reaches(path, 'COMPLETED')
  })

  await t.test('has been asked with one id all the time', () => {
    const ids = wire.passed.filter(({ path }) => path.startsWith(SUBMIT) || path.startsWith(LOOKUP))
    assert.equal(new Set(ids.map(({ path }) => path.split('/').at(-1))).size, 1)
  })

  await assertBooks({ ...house, bankUrl: bank.url })
})

test('fates that only a bank can choose', async t => {
  await using line = await openHouseBehindWire(ENV)
  const { house, bank } = line
  const cases: [key: string, status: string, why: string][] = [
    ['perdida@example.com', 'COMPLETED', 'lost, and executed when it is sent again'],
    ['muda@example.com', 'COMPLETED', 'executed without any callback'],
    ['duplicada@example.com', 'COMPLETED', 'called back three times, and then with an older state'],
    ['semchave@example.com', 'FAILED', 'nobody has the key'],
  ]
  for (const [pixKey, status, why] of cases)
    await t.test(`${pixKey}: ${status}, ${why}`, async () => {
      const seller = await house.seller({ funds: 300_00 })
      await seller.reaches(await request(seller, { pixKey }), status)
      await assertBooks({ ...house, bankUrl: bank.url })
    })

  await t.test('semresposta@example.com: COMPLETED, executed although the answer never comes', async () => {
    const seller = await house.seller({ funds: 300_00 })
    await seller.reaches(await request(seller, { pixKey: 'semresposta@example.com' }), 'COMPLETED')
    await assertBooks({ ...house, bankUrl: bank.url })
  })

  await t.test('tardia@example.com: PROCESSING while the bank finds nothing, COMPLETED when it does', async () => {
    const seller = await house.seller({ funds: 300_00 })
    const path = await request(seller, { pixKey: 'tardia@example.com' })
    await seller.reaches(path, 'PROCESSING')
    await call(bank.url, 'POST', '/sandbox/clock', { body: { advanceSeconds: 31 } })
    await seller.reaches(path, 'COMPLETED')
    await assertBooks({ ...house, bankUrl: bank.url })
  })
})

function problem(nome: string): string {
  return JSON.stringify({ nome, mensagem: nome })
}

function notFound(): string {
  return problem('PixEnviadoNaoEncontrado')
}

function stranger(status: string): string {
  return JSON.stringify({ idEnvio: 'Psomebodyelse', endToEndId: 'E0', valor: '99.00', status })
}
