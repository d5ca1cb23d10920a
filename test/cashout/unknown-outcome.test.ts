// The PSP's answer is lost, late, or not the PSP's. Whatever the connection does, a cashout is paid at most once, its hold is never
// released on a guess, and it ends as the bank ended it. The cases run in parallel: a fault is named for the ids of one seller.

import assert from 'node:assert/strict'
import test from 'node:test'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { assertBooks } from '../books.ts'
import { MORE_LOOKUPS, type Seller } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { FAULTS, type Fault, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { balanceOf, idsOf, paymentsOf, take } from './requesting.ts'

/** A busy machine must not make timeouts of its own: after a few the bank is left alone, or does not hear where to call back. */
const ENV = { PSP_TIMEOUT_MS: '1500', PSP_LOOKUP_WAITS_MS: `50,50,50,100,100,100,200,200,200,200,200${MORE_LOOKUPS}` }
const SUBMIT = '/v3/gn/pix/'
const LOOKUP = '/v2/gn/pix/enviados/id-envio/'
const AT_ONCE = { concurrency: true }

/** So few that their faults do not open the circuit of the whole bank. */
async function fewAtOnce<T>(cases: T[], run: (one: T) => Promise<void>): Promise<void> {
  const few = pLimit(2)
  await Promise.all(cases.map(one => few(() => run(one))))
}

const problem = (nome: string) => JSON.stringify({ nome, mensagem: nome })
const says = (status: number, body: string, forwarded = false): Fault => ({ forwarded, answer: { status, body } })
const LOST: Fault = { forwarded: true, answer: 'cut' }
const NEVER_SENT: Fault = { forwarded: false, answer: 'cut' }
const UNKNOWN_ID = says(404, problem('PixEnviadoNaoEncontrado'))
const stranger = (status: string) =>
  says(200, JSON.stringify({ idEnvio: 'Psomebodyelse', endToEndId: 'E0', valor: '99.00', status }))

slow('one fault on the way of the payout', AT_ONCE, async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line

  await fewAtOnce(Object.entries(FAULTS), ([fault, what]) =>
    t.test(`${fault}: paid once, COMPLETED`, async () => {
      const seller = await gateway.seller({ funds: 300_00 })
      wire.fail('PUT', SUBMIT + idsOf(seller), what)
      const { path } = await take(seller)
      await seller.reaches(path, 'COMPLETED')
      assert.equal((await paymentsOf(bank, seller)).length, 1)
    }),
  )
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

interface Plan {
  /** What befalls the first sendings, and the first lookups. */
  sendings: Fault[]
  lookups: Fault[]
  pixKey?: string
  ends: 'COMPLETED' | 'FAILED'
}

const thrice = (fault: Fault) => [fault, fault, fault]

const PLANS: Record<string, Plan> = {
  'lost, and lookups are cut': { sendings: [LOST], lookups: thrice(NEVER_SENT), ends: 'COMPLETED' },
  'lost, and lookups say 500': { sendings: [LOST], lookups: thrice(says(500, '{}')), ends: 'COMPLETED' },
  'lost, and lookups are not JSON': { sendings: [LOST], lookups: thrice(says(200, 'hello')), ends: 'COMPLETED' },
  'lost, and lookups find nothing for a while': { sendings: [LOST], lookups: thrice(UNKNOWN_ID), ends: 'COMPLETED' },
  'lost, and lookups are refused': { sendings: [LOST], lookups: thrice(says(400, problem('nao'))), ends: 'COMPLETED' },
  'lost, and lookups speak of another payment': {
    sendings: [LOST],
    lookups: thrice(stranger('REALIZADO')),
    ends: 'COMPLETED',
  },
  'lost, and lookups speak of the failure of another payment': {
    sendings: [LOST],
    lookups: thrice(stranger('NAO_REALIZADO')),
    ends: 'COMPLETED',
  },
  'a duplicate that the bank does not report': {
    sendings: [says(409, problem('id_envio_duplicado'), true)],
    lookups: [says(400, problem('nao')), says(400, problem('nao'))],
    ends: 'COMPLETED',
  },
  'lost, not found twice, and the repetition refused by a server on the way': {
    sendings: [LOST, says(422, problem('pagamento_negado'))],
    lookups: [UNKNOWN_ID, UNKNOWN_ID],
    ends: 'COMPLETED',
  },
  'never sent, and refused when it is': { sendings: [NEVER_SENT], lookups: [], pixKey: 'negada@b.com', ends: 'FAILED' },
  'never sent, executed on repetition, and that answer lost too': {
    sendings: [NEVER_SENT, LOST],
    lookups: [],
    ends: 'COMPLETED',
  },
}

slow('several faults, one after the other', AT_ONCE, async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line

  await fewAtOnce(Object.entries(PLANS), ([sentence, { sendings, lookups, pixKey, ends }]) =>
    t.test(`${sentence}: ${ends}`, async () => {
      const seller = await gateway.seller({ funds: 300_00 })
      for (const fault of sendings) wire.fail('PUT', SUBMIT + idsOf(seller), fault)
      for (const fault of lookups) wire.fail('GET', LOOKUP + idsOf(seller), fault)
      const { path } = await take(seller, pixKey ? { pixKey } : {})
      await seller.reaches(path, ends)
      assert.equal((await paymentsOf(bank, seller)).length, ends === 'COMPLETED' ? 1 : 0)
      assert.equal((await balanceOf(seller)).available, ends === 'COMPLETED' ? 197_03 : 297_03)
    }),
  )
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

slow('a bank that is out of reach for a while', async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller({ funds: 300_00 })
  wire.fail('PUT', SUBMIT, NEVER_SENT, 1_000)
  wire.fail('GET', LOOKUP, NEVER_SENT, 1_000)
  const { path } = await take(seller)

  await t.test('keeps the cashout PROCESSING and its money held', async () => {
    await until(() => wire.passed.filter(({ path: asked }) => asked.startsWith(LOOKUP)).length >= 2, 'two lookups')
    assert.equal((await seller.api('GET', path)).body.status, 'PROCESSING')
    assert.deepEqual(await balanceOf(seller), { available: 197_03, blocked: 100_00, total: 297_03 })
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })

  await t.test('pays it when it is back, under the id of the first request all the time', async () => {
    wire.heal()
    await seller.reaches(path, 'COMPLETED')
    const asked = wire.passed.filter(call => call.path.startsWith(SUBMIT) || call.path.startsWith(LOOKUP))
    assert.equal(new Set(asked.map(call => call.path.split('/').at(-1))).size, 1)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

test("the operator's account is short of money", async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, wire, bank } = line
  const seller = await gateway.seller({ funds: 300_00 })
  wire.fail('PUT', SUBMIT, says(422, problem('saldo_insuficiente')), 1_000)
  const { path } = await take(seller)

  await t.test('which is no failure: the cashout waits, and why is written down', async () => {
    const [attempt] = await until(async () => {
      const rows = await gateway.db.query<{ outcome: string; detail: string }>(sql`
        select outcome, detail from payout_attempt where detail like 'saldo%' and lookups >= 2`)
      return rows.length > 0 ? rows : null
    }, 'the attempt to be sent again')
    assert.deepEqual({ ...attempt }, { outcome: 'unknown', detail: 'saldo_insuficiente: saldo_insuficiente' })
    assert.equal((await seller.api('GET', path)).body.status, 'PROCESSING')
    assert.equal((await balanceOf(seller)).blocked, 100_00)
  })

  await t.test('and it is paid when there is money', async () => {
    wire.heal()
    await seller.reaches(path, 'COMPLETED')
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

test('what a bank does with a payout that it does not answer for', AT_ONCE, async t => {
  await using line = await openGatewayBehindWire(ENV)
  const { gateway, bank } = line
  const advance = (advanceSeconds: number) => call(bank.url, 'POST', '/sandbox/clock', { body: { advanceSeconds } })

  /** What reaches the bank only after its clock was moved would have to wait again. */
  const isAtBank = (seller: Seller) =>
    until(async () => (await paymentsOf(bank, seller)).length > 0 || null, 'the payment to be at the bank')

  const fates: [pixKey: string, what: string][] = [
    ['perdida@example.com', 'lost, and executed when it is sent again'],
    ['muda@example.com', 'executed without any callback'],
    ['duplicada@example.com', 'called back three times, and then with an older state'],
    ['semresposta@example.com', 'executed, and the answer never comes'],
  ]
  await Promise.all(
    fates.map(([pixKey, what]) =>
      t.test(`${pixKey}, ${what}: COMPLETED`, async () => {
        const seller = await gateway.seller({ funds: 300_00 })
        const { path } = await take(seller, { pixKey })
        await seller.reaches(path, 'COMPLETED')
        assert.equal((await paymentsOf(bank, seller)).length, 1)
      }),
    ),
  )

  await t.test('tardia@example.com, which the bank finds only after 30 s: PROCESSING, then COMPLETED', async () => {
    const seller = await gateway.seller({ funds: 300_00 })
    const { path } = await take(seller, { pixKey: 'tardia@example.com' })
    await seller.reaches(path, 'PROCESSING')
    await isAtBank(seller)
    await advance(31)
    await seller.reaches(path, 'COMPLETED')
    assert.equal((await paymentsOf(bank, seller)).length, 1)
  })

  await t.test('analise@example.com, in review for 30 minutes: PROCESSING, then COMPLETED', async () => {
    const seller = await gateway.seller({ funds: 300_00 })
    const { path } = await take(seller, { pixKey: 'analise@example.com' })
    await seller.reaches(path, 'PROCESSING')
    await isAtBank(seller)
    await advance(31 * 60)
    await seller.reaches(path, 'COMPLETED')
    assert.equal((await paymentsOf(bank, seller)).length, 1)
  })

  await assertBooks({ ...gateway, bankUrl: bank.url })
})
