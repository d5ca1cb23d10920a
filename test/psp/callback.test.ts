// What comes in where the PSP calls back: kept once, believed never. A callback only says where to look; what the bank answers to the
// lookup is what is booked.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks, untilIdle } from '../books.ts'
import { balanceOf, idsOf, paymentsOf, take } from '../cashout/requesting.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { openGatewayBehindWire } from './faulty-wire.ts'
import { openSilentBank } from './silent-bank.ts'

const inboxOf = (gateway: TestGateway) =>
  gateway.db.query<{ body: string; seen: number; applied: boolean; trouble: string | null }>(sql`
    select convert_from(body, 'UTF8') as body, seen, applied_at is not null as applied, trouble from psp_inbox order by id`)

/** The entry of the inbox whose body holds the text, once it passes. */
const kept = (
  gateway: TestGateway,
  text: string,
  pass: (row: { applied: boolean; trouble: string | null }) => boolean,
) =>
  until(
    async () => (await inboxOf(gateway)).find(row => row.body.includes(text) && pass(row)) ?? null,
    `${text} in the inbox`,
  )

const receivedPix = (endToEndId: string, more: object = {}) => ({
  pix: [{ endToEndId, txid: 'T'.repeat(32), valor: '1000000.00', horario: new Date().toISOString(), ...more }],
})

const sentPix = (idEnvio: string, status: string, more: object = {}) => ({
  pix: [{ endToEndId: 'E0', tipo: 'SOLICITACAO', status, valor: '99.00', gnExtras: { idEnvio }, ...more }],
})

test('the same callback twenty times at the same moment', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const twenty = (body: string) =>
    Promise.all(Array.from({ length: 20 }, () => fetch(wire.callbackUrl(), { method: 'POST', body })))

  await t.test('books a sale once', async () => {
    const seller = await gateway.seller()
    const sale = await seller.sell(100_00)
    const { body: pix } = await gateway.pay(sale.pixKey)
    for (const { status } of await twenty(JSON.stringify({ pix: [pix] }))) assert.equal(status, 200)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    await untilIdle(gateway)
    assert.equal((await balanceOf(seller)).total, 99_01)
    const rows = (await inboxOf(gateway)).filter(({ body }) => body.includes(pix.endToEndId))
    assert.equal(
      rows.reduce((sum, { seen }) => sum + seen, 0),
      21,
    )
    assert.ok(rows.length <= 2, 'kept once for each form in which it came')
  })

  await t.test('captures a cashout once, before and after its end', async () => {
    const seller = await gateway.seller({ funds: 300_00 })
    const { path } = await take(seller, { pixKey: 'muda@example.com' })
    await seller.reaches(path, 'PROCESSING')
    const [payment] = await until(async () => {
      const made = await paymentsOf(bank, seller)
      return made.length > 0 ? made : null
    }, 'the payment')
    const reported = JSON.stringify(sentPix(payment?.idEnvio ?? '', 'REALIZADO'))
    await twenty(reported)
    await seller.reaches(path, 'COMPLETED')
    await twenty(reported)
    await untilIdle(gateway)
    assert.deepEqual(await balanceOf(seller), { available: 197_03, blocked: 0, total: 197_03 })
  })

  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a forged callback that knows the secret address', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const callBack = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const { status } = await fetch(wire.callbackUrl(), { method: 'POST', body: text })
    assert.equal(status, 200)
  }
  const asked = (path: string) => wire.passed.filter(passage => passage.path.startsWith(path)).length

  await t.test('about money that never came books nothing: the bank was looked up', async () => {
    const seller = await gateway.seller()
    const sale = await seller.sell(100_00)
    await callBack(receivedPix('E00000000000000000000000000000001', { txid: sale.externalTransactionId }))
    const { trouble } = await kept(gateway, 'E00000000000000000000000000000001', row => row.trouble !== null)
    assert.equal(trouble, 'the PSP does not confirm it yet')
    assert.ok(asked('/v2/pix/E00000000000000000000000000000001') >= 1)
    assert.equal((await seller.api('GET', `/api/transactions/${sale.uuid}`)).body.status, 'PENDENTE')
    assert.equal((await balanceOf(seller)).total, 0)
  })

  await t.test('about another amount, payer or sale books what the bank says', async () => {
    const seller = await gateway.seller()
    const [paid, other] = [await seller.sell(100_00), await seller.sell(700_00)]
    const { body: pix } = await gateway.pay(paid.pixKey)
    await callBack(receivedPix(pix.endToEndId, { txid: other.externalTransactionId, valor: '700.00' }))
    await seller.reaches(`/api/transactions/${paid.uuid}`, 'PAGO')
    await kept(gateway, '"700.00"', row => row.applied)
    assert.equal((await seller.api('GET', `/api/transactions/${other.uuid}`)).body.status, 'PENDENTE')
    assert.equal((await balanceOf(seller)).total, 99_01)
  })

  for (const status of ['REALIZADO', 'NAO_REALIZADO'])
    await t.test(`that a payout is ${status} while the bank still reviews it moves nothing`, async () => {
      const seller = await gateway.seller({ funds: 300_00 })
      const { path } = await take(seller, { pixKey: 'analise@example.com' })
      await seller.reaches(path, 'PROCESSING')
      const [payment] = await until(async () => {
        const made = await paymentsOf(bank, seller)
        return made.length > 0 ? made : null
      }, 'the payment')
      await callBack(sentPix(payment?.idEnvio ?? '', status))
      await kept(gateway, `"${payment?.idEnvio}"`, row => row.applied)
      assert.ok(asked(`/v2/gn/pix/enviados/id-envio/${idsOf(seller)}`) >= 1)
      assert.equal((await seller.api('GET', path)).body.status, 'PROCESSING')
      assert.equal((await balanceOf(seller)).blocked, 100_00)
    })

  const oddities: [sentence: string, body: string][] = [
    ['of nothing', ''],
    ['that is no JSON', 'pix=1'],
    ['that is null', 'null'],
    ['that is a list', '[]'],
    ['without entries', '{"pix":[]}'],
    ['with entries that are none', '{"pix":[null,1,"x",{},{"endToEndId":5},{"gnExtras":null}]}'],
    ['that names what no key may be called', '{"__proto__":{"pix":[{"endToEndId":"E1"}]},"constructor":1,"pix":{}}'],
    [
      'with an entry that is made of that',
      '{"pix":[{"__proto__":{"endToEndId":"E1"},"gnExtras":{"__proto__":{"idEnvio":"P"}}}]}',
    ],
    ['with NUL in it', '{"pix":[{"endToEndId":"E\\u00001","txid":"\\u0000"}]}'],
    ['with half a character', '{"pix":[{"endToEndId":"\\ud800"}]}'],
    ['about a payout that does not exist', JSON.stringify(sentPix('Pnobody', 'REALIZADO'))],
    ['about a payout of an account that does not exist', JSON.stringify(sentPix(`P${'z'.repeat(31)}`, 'REALIZADO'))],
    ['with an id that is an address', JSON.stringify(receivedPix('../cob?x=1#'))],
  ]
  for (const [sentence, body] of oddities)
    await t.test(`${sentence} is kept and does no harm`, async () => {
      await callBack(body)
      const before = await inboxOf(gateway)
      assert.ok(before.some(row => row.body === body))
    })

  await t.test('leaves the books in order', async () => {
    const seller = await gateway.seller({ funds: 300_00 })
    const { path } = await take(seller)
    await seller.reaches(path, 'COMPLETED')
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

slow('a true callback among forged ones, at a bank that says it once', async t => {
  await using scene = await openSilentBank()
  const { gateway, bank, wire, callBack } = scene
  const pix = (endToEndId: string, more: object = {}) => receivedPix(endToEndId, more).pix[0]
  const asked = (id: string) => wire.passed.filter(({ path }) => path === `/v2/pix/${id}`).length

  const beside: [sentence: string, entries: (true_: object, others: string) => unknown[]][] = [
    ['that is nowhere', one => [pix('E00000000000000000000000000000002'), one]],
    ['that says the same with other amounts', one => [{ ...one, valor: '0.01' }, one, { ...one, valor: '900.00' }]],
    ['about the sale of another account', (one, others) => [{ ...one, txid: others }]],
    ['that are no entries', one => [null, 7, [], { endToEndId: {} }, one]],
    ['by the hundred', one => [...Array.from({ length: 400 }, (_, n) => pix(`E${n}`)), one]],
  ]
  for (const [sentence, entries] of beside)
    await t.test(`with a forged one ${sentence} is booked as the bank says`, async () => {
      const [seller, other] = [await gateway.seller(), await gateway.seller()]
      const [sale, others] = [await seller.sell(100_00), await other.sell(900_00)]
      const { body: paid } = await gateway.pay(sale.pixKey)
      const { status } = await callBack({ pix: entries(paid, String(others.externalTransactionId)) })
      assert.equal(status, 200)
      await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
      assert.equal((await balanceOf(seller)).total, 99_01)
      assert.equal((await other.api('GET', `/api/transactions/${others.uuid}`)).body.status, 'PENDENTE')
      assert.equal((await balanceOf(other)).total, 0)
    })

  await t.test('is not looked up again while the forged one is', async () => {
    const seller = await gateway.seller()
    const sale = await seller.sell(100_00)
    const { body: paid } = await gateway.pay(sale.pixKey)
    await callBack({ pix: [paid, pix('EforgedAndNowhere')] })
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    await until(() => asked('EforgedAndNowhere') >= 3 || null, 'the third try')
    assert.equal(asked(paid.endToEndId), 1)
  })

  await t.test('of more than 1 MiB is refused, and nothing is kept of it', async () => {
    const before = (await inboxOf(gateway)).length
    const tooMuch = await call(gateway.url, 'POST', new URL(wire.callbackUrl()).pathname, {
      body: ' '.repeat(2 ** 20 + 1),
    })
    assert.deepEqual([tooMuch.status, tooMuch.body.error.message], [400, 'body: expected at most 1024 KiB'])
    assert.equal((await inboxOf(gateway)).length, before)
    assert.equal((await callBack(' '.repeat(2 ** 20))).status, 200)
    await assertBooks({ ...gateway, bankUrl: bank.url })
  })
})

test('a callback of a recurrence or a debit that is unknown here is kept, and tried again', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire } = line
  const token = new URL(wire.callbackUrl()).pathname.split('/').at(-2)
  const idRec = 'RN9999000220261123abcdefghijk'
  const bodies: [subject: string, body: string][] = [
    ['rec', JSON.stringify({ recs: [{ idRec, status: 'APROVADA', atualizacao: [] }] })],
    ['cobr', JSON.stringify({ cobsr: [{ idRec, txid: 'x'.repeat(32), status: 'ATIVA', tentativas: [] }] })],
  ]
  for (const [subject, body] of bodies) {
    const answer = await call(gateway.url, 'POST', `/callbacks/psp/${token}/${subject}`, { body })
    assert.deepEqual([answer.status, answer.text], [200, '{}'], subject)
    await kept(gateway, body, row => !row.applied && row.trouble !== null)
  }
})

test('a callback at an address with a wrong token finds nothing, and nothing is kept of it', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire } = line
  const right = new URL(wire.callbackUrl()).pathname.split('/').at(-2) ?? ''
  const wrong = [`${right}x`, right.slice(1), right.toUpperCase(), 'x', '%00', encodeURIComponent(`${right} `)]
  for (const token of wrong) {
    for (const subject of ['pix', 'rec', 'cobr']) {
      const answer = await call(gateway.url, 'POST', `/callbacks/psp/${token}/${subject}`, { body: '{"pix":[]}' })
      assert.equal(answer.status, 404, `${token} ${subject}`)
    }
  }
  assert.deepEqual(await inboxOf(gateway), [])
})
