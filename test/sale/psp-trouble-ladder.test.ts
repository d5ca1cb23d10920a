// Requested, looked up, requested once more, looked up: every answer of the bank at each rung, and that no code is handed out whose charge
// is not at the bank under the sale's own txid and amount.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { buildStaticCode } from '#kernel/pix/br-code.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { type Fault, type GatewayBehindWire, openGatewayBehindWire, type Words } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { at } from './selling.ts'
import { chargesOf, salesOf, sellUnder } from './under-key.ts'

const CHARGE = '/v2/cob/'
const LOST: Fault = { forwarded: true, answer: { status: 500, body: '{}' } }
const NEVER: Fault = { forwarded: false, answer: { status: 500, body: '{}' } }
const problem = (status: number, type: string, detail: string): Words => ({
  status,
  body: JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${type}`, title: type, status, detail }),
})
const UNKNOWN: Fault = { forwarded: false, answer: problem(404, 'CobNaoEncontrado', 'Não há.') }
const REFUSED: Fault = { forwarded: false, answer: problem(400, 'CobOperacaoInvalida', 'O campo é inválido.') }

/** What the bank said, with these fields of the charge changed. */
const twisted = (change: (cob: Record<string, unknown>) => object): Fault => ({
  forwarded: true,
  answer: ({ status, body }) => ({
    status,
    body: JSON.stringify({ ...JSON.parse(body), ...change(JSON.parse(body)) }),
  }),
})
const OTHER_AMOUNT = twisted(() => ({ valor: { original: '99.99' } }))
const OTHER_TXID = twisted(() => ({ txid: 'x'.repeat(32) }))
const NO_CODE = twisted(() => ({ pixCopiaECola: undefined }))
const withCode = (pixCopiaECola: string) => twisted(() => ({ pixCopiaECola }))
const STATIC = buildStaticCode({ key: 'maria@example.com', merchantName: 'Maria', merchantCity: 'Recife' })

type Meeting = ['PUT' | 'GET', Fault, times?: number]

async function meeting(line: GatewayBehindWire, ...meetings: Meeting[]) {
  const seller = await line.gateway.seller()
  for (const [method, fault, times = 1] of meetings) line.wire.fail(method, CHARGE, fault, times)
  const before = line.wire.passed.length
  const answer = await sellUnder(seller, 'order-1')
  const rungs = line.wire.passed.slice(before).filter(({ path }) => path.startsWith(CHARGE))
  line.wire.heal()
  return { seller, answer, rungs: rungs.map(({ method }) => method).join(' ') }
}

test('a code is handed out', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, bank } = line
  const opaque = '0002012610614BR.GOV.BCB.PIX a code that no reader takes apart, ção'

  const cases: [sentence: string, rungs: string, ...Meeting[]][] = [
    ['at once', 'PUT'],
    ['of a charge that is found', 'PUT GET', ['PUT', LOST]],
    ['of a charge that the second request makes', 'PUT GET PUT', ['PUT', NEVER]],
    ['of a charge whose first answer names another', 'PUT GET', ['PUT', OTHER_TXID]],
    ['of a charge whose first answer has no code', 'PUT GET', ['PUT', NO_CODE]],
    [
      'of a charge that was made between the lookup and the second request, which is refused for that',
      'PUT GET PUT GET',
      ['PUT', LOST],
      ['GET', UNKNOWN],
    ],
  ]
  for (const [sentence, expected, ...meetings] of cases)
    await t.test(sentence, async () => {
      const { seller, answer, rungs } = await meeting(line, ...meetings)
      assert.deepEqual([answer.status, rungs], [201, expected])
      assert.deepEqual(await chargesOf(bank, seller), [`ATIVA 100.00 ${answer.body.externalTransactionId}`])
      assert.equal((await gateway.pay(answer.body.pixKey)).status, 201)
      await seller.reaches(at(answer.body), 'PAGO')
    })

  await t.test('as the bank wrote it, whether it can be read or not', async () => {
    const { answer } = await meeting(line, ['PUT', withCode(opaque)])
    assert.deepEqual([answer.status, answer.body.pixKey], [201, opaque])
  })
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('no code is handed out, the charge is taken away at once, and the key makes a new sale', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, bank } = line

  const cases: [sentence: string, ...Meeting[]][] = [
    ['of a charge that was made with another amount', ['PUT', OTHER_AMOUNT]],
    ['of a charge that is found with another amount', ['PUT', LOST], ['GET', OTHER_AMOUNT]],
    ['of a charge that is found under another txid', ['PUT', LOST], ['GET', OTHER_TXID]],
    ['of a charge that is found without a code', ['PUT', LOST], ['GET', NO_CODE]],
    ['of a charge that is found removed', ['PUT', LOST], ['GET', twisted(() => ({ status: 'REMOVIDA_PELO_PSP' }))]],
    ['that leads to a key and not to a charge', ['PUT', withCode(STATIC)]],
    ['of more than one line', ['PUT', withCode('00020126\n')]],
    ['that is longer than a code may be', ['PUT', withCode('0'.repeat(513))]],
    [
      'of a charge that the second request makes with another amount',
      ['PUT', NEVER],
      ['GET', UNKNOWN],
      ['PUT', OTHER_AMOUNT],
    ],
  ]
  for (const [sentence, ...meetings] of cases)
    await t.test(sentence, async () => {
      const { seller, answer } = await meeting(line, ...meetings)
      assert.deepEqual([answer.status, answer.body.error], [503, 'PSP_UNAVAILABLE'])
      const [old] = await salesOf(gateway, seller)
      await seller.reaches(at({ uuid: old?.uuid ?? '' }), 'FALHA')
      assert.deepEqual(await chargesOf(bank, seller), [`REMOVIDA_PELO_USUARIO_RECEBEDOR 100.00 ${old?.txid}`])
      const again = await sellUnder(seller, 'order-1')
      assert.equal(again.status, 201)
      assert.notEqual(again.body.externalTransactionId, old?.txid)
    })

  await t.test('and an alert is raised where it was another charge than the requested one', async () => {
    const rows = await gateway.db.query<{ reason: string; rung: number }>(sql`
      select known->>'reason' as reason, rung from alarm where code = 'CHARGE_NOT_AS_REQUESTED'`)
    assert.deepEqual(Object.fromEntries(rows.map(({ reason, rung: raised }) => [reason, raised])), {
      'the charge is of another amount': 3,
      'the PSP tells of another charge': 1,
      'the code does not lead to a charge': 3,
    })
  })
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a creation that was given up is not gone on with, though the bank could be called again', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  // The charge cannot be removed yet.
  wire.fail('PATCH', CHARGE, NEVER, 1_000)
  const seller = await gateway.seller()
  wire.fail('PUT', CHARGE, LOST)
  wire.fail('GET', CHARGE, NO_CODE)
  assert.equal((await sellUnder(seller, 'order-1')).status, 503)
  const tries = () => wire.passed.filter(({ method }) => method === 'PATCH').length
  await until(() => tries() > 0 || null, 'the charge to be removed')
  for (let times = 0; times < 2; times++) assert.equal((await sellUnder(seller, 'order-1')).status, 503)
  assert.deepEqual(await statuses(gateway, seller), ['EM_PROCESSAMENTO'])
  wire.heal()
  assert.equal((await sellUnder(seller, 'order-1')).status, 503)
  const [old] = await salesOf(gateway, seller)
  await seller.reaches(at({ uuid: old?.uuid ?? '' }), 'FALHA')
  const { status, body } = await sellUnder(seller, 'order-1')
  assert.deepEqual(
    [status, (await chargesOf(bank, seller)).toSorted()],
    [201, [`ATIVA 100.00 ${body.externalTransactionId}`, `REMOVIDA_PELO_USUARIO_RECEBEDOR 100.00 ${old?.txid}`]],
  )
  await assertBooks({ ...gateway, bankUrl: bank.url })
})

test('a second request that is refused', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, bank } = line

  await t.test('is a refusal where the bank knows nothing of the charge even then', async () => {
    const { seller, answer, rungs } = await meeting(line, ['PUT', NEVER], ['PUT', REFUSED])
    assert.deepEqual([answer.status, answer.body.errorType, rungs], [422, 'GENERAL_ERROR', 'PUT GET PUT GET'])
    assert.deepEqual(await statuses(gateway, seller), ['FALHA'])
  })

  await t.test(
    'decides nothing where the bank cannot be reached: 503, and the sale goes on under its key',
    async () => {
      const { seller, answer } = await meeting(line, ['PUT', LOST], ['GET', UNKNOWN], ['GET', NEVER, 2])
      assert.equal(answer.status, 503)
      assert.deepEqual(await statuses(gateway, seller), ['EM_PROCESSAMENTO'])
      const again = await sellUnder(seller, 'order-1')
      assert.equal(again.status, 201)
      assert.deepEqual(await chargesOf(bank, seller), [`ATIVA 100.00 ${again.body.externalTransactionId}`])
    },
  )
})

const statuses = async (gateway: TestGateway, seller: { accountId: number }) =>
  (await salesOf(gateway, seller)).map(({ status }) => status)

test('a sale whose time was over before its answer came is not gone on with', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  const short = { pix: { expiresInSeconds: 30 } }
  wire.fail('PUT', CHARGE, LOST)
  wire.fail('GET', CHARGE, NEVER, 2)
  assert.equal((await sellUnder(seller, 'order-1', short)).status, 503)
  wire.heal()
  gateway.advance(MINUTE_MS)
  assert.equal((await sellUnder(seller, 'order-1', short)).status, 503)
  const [old] = await salesOf(gateway, seller)
  await seller.reaches(at({ uuid: old?.uuid ?? '' }), 'FALHA')
  const { status, body } = await sellUnder(seller, 'order-1', short)
  assert.equal(status, 201)
  await until(async () => (await chargesOf(bank, seller)).includes(`ATIVA 100.00 ${body.externalTransactionId}`), 'it')
})
