import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { DIALECT_NAMES, type DialectName } from '../../sandbox/dialect/dialect.ts'
import { FATES } from '../../sandbox/payout/fates.ts'
import {
  type BankClient,
  balanceOf,
  openReceiver,
  openTestBank,
  payoutBody,
  register,
  send,
  tokenOf,
  until,
} from './test-bank.ts'

/** The clock stands still unless it is moved, and the bank takes no time of its own: every wait below is the fate's. */
const ready = async (t: TestContext, dialect: DialectName) => {
  const bank = await openTestBank(t, { dialect, clock: () => new Date('2026-03-02T12:00:00Z') })
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  return { bank, receiver }
}

/** A fate is the same whatever the words. */
const inEach = (name: string, work: (t: TestContext, dialect: DialectName) => Promise<void>) => {
  for (const dialect of DIALECT_NAMES) test(`${dialect}: ${name}`, t => work(t, dialect))
}

const submit = (bank: BankClient, prefix: string, idEnvio = 'x', valor = '10.01') =>
  bank.call('PUT', `/v3/gn/pix/${idEnvio}`, payoutBody(valor, `${prefix}banco.example`))

const lookUp = (bank: BankClient, idEnvio = 'x') => bank.call('GET', `/v2/gn/pix/enviados/id-envio/${idEnvio}`)

const statusOf = async (bank: BankClient, idEnvio = 'x') => (await lookUp(bank, idEnvio)).body.status

const becomes = (bank: BankClient, status: string) =>
  until(`status ${status}`, async () => (await statusOf(bank)) === status)

/** Sends a request and hangs up, as a client whose timeout ends; fails if an answer came. */
async function requestInVain(bank: BankClient, prefix: string): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(bank.url)}` }
  const asked = request(`${bank.url}/v3/gn/pix/x`, { method: 'PUT', headers })
  let answers = 0
  asked.on('response', () => {
    answers += 1
  })
  asked.on('error', () => undefined)
  asked.end(JSON.stringify(payoutBody('10.01', `${prefix}banco.example`)))
  await once(asked, 'finish')
  // What was written before is read before: when these are answered, the bank has dealt with the request.
  for (let count = 0; count < 3; count++) await send(`${bank.url}/health`, 'GET')
  asked.destroy()
  assert.equal(answers, 0)
}

inEach('recusada@ is accepted, then refused by callback, and the money is back', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  assert.equal((await submit(bank, 'recusada@')).status, 201)
  const [callback] = await receiver.arrived(1)
  const { codigo, origem, motivo } = callback.gnExtras.erro
  assert.deepEqual([callback.status, callback.horario, codigo], ['NAO_REALIZADO', null, 'AC03'])
  assert.ok(origem.length > 0 && motivo.length > 0)
  const { body } = await lookUp(bank)
  assert.deepEqual([body.status, body.gnExtras], ['NAO_REALIZADO', callback.gnExtras])
  assert.deepEqual(Object.keys(body.horario), ['solicitacao'])
  assert.equal(await balanceOf(bank), '1000000.00')
})

inEach('negada@ is refused in the answer, and its id stays free', async (t, dialect) => {
  const { bank } = await ready(t, dialect)
  for (let count = 0; count < 2; count++) {
    const answer = await submit(bank, 'negada@')
    assert.deepEqual([answer.status, answer.body.nome], [422, 'pagamento_negado'])
  }
  assert.equal((await lookUp(bank)).status, 404)
  assert.equal((await submit(bank, 'a@')).status, 201)
})

inEach('lenta@ settles after 5 s', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await submit(bank, 'lenta@')
  await bank.advance(4.999)
  assert.equal(await statusOf(bank), 'EM_PROCESSAMENTO')
  await bank.advance(0.001)
  const [callback] = await receiver.arrived(1)
  assert.equal(callback.status, 'REALIZADO')
})

inEach('semresposta@ is executed without an answer, and reported 30 s late', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await requestInVain(bank, 'semresposta@')
  await becomes(bank, 'REALIZADO')
  assert.equal((await submit(bank, 'semresposta@')).status, 409)
  await bank.advance(29)
  assert.equal(receiver.calls.length, 0)
  await bank.advance(1)
  assert.equal((await receiver.arrived(1))[0].status, 'REALIZADO')
  assert.equal(await balanceOf(bank), '999989.99')
})

inEach('perdida@ is lost without an answer, and executed when the same id is sent again', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await requestInVain(bank, 'perdida@')
  assert.equal((await lookUp(bank)).status, 404)
  assert.equal(await balanceOf(bank), '1000000.00')
  assert.equal((await submit(bank, 'perdida@')).status, 201)
  assert.equal((await receiver.arrived(1))[0].status, 'REALIZADO')
  assert.equal((await submit(bank, 'perdida@')).status, 409)
  assert.equal(await balanceOf(bank), '999989.99')
})

inEach('duplicada@ is reported three times, and PROCESSING after', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await submit(bank, 'duplicada@')
  for (let count = 1; count < 4; count++) {
    await receiver.arrived(count)
    await bank.advance(0.2)
  }
  const callbacks = (await receiver.arrived(4)).map(({ status }) => status)
  assert.deepEqual(callbacks, ['REALIZADO', 'REALIZADO', 'REALIZADO', 'EM_PROCESSAMENTO'])
  assert.equal(await statusOf(bank), 'REALIZADO')
  assert.equal(await balanceOf(bank), '999989.99')
})

for (const [prefix, returned, balance] of [
  ['devolvida@', '10.01', '1000000.00'],
  ['parcial@', '5.00', '999994.99'],
] as const)
  inEach(`${prefix} settles, and ${returned} of 10.01 comes back`, async (t, dialect) => {
    const { bank, receiver } = await ready(t, dialect)
    await submit(bank, prefix)
    assert.deepEqual((await receiver.arrived(1))[0].devolucoes, undefined)
    assert.equal(await balanceOf(bank), '999989.99')
    await bank.advance(2)
    const [, callback] = await receiver.arrived(2)
    const { body } = await lookUp(bank)
    assert.equal(body.status, 'REALIZADO')
    assert.deepEqual(callback.devolucoes, body.devolucoes)
    assert.equal(body.devolucoes.length, 1)
    assert.equal(body.devolucoes[0].valor, returned)
    assert.match(body.devolucoes[0].rtrId, /^D99990002\d{12}[a-zA-Z0-9]{11}$/)
    assert.equal(await balanceOf(bank), balance)
  })

inEach('muda@ is executed and never reported', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await submit(bank, 'muda@')
  await becomes(bank, 'REALIZADO')
  await bank.advance(3_000)
  await submit(bank, 'a@', 'y')
  assert.deepEqual((await receiver.arrived(1))[0].gnExtras, { idEnvio: 'y' })
})

inEach('tardia@ is executed without an answer, and unknown to lookups for 30 s', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await requestInVain(bank, 'tardia@')
  const list = async () =>
    (await bank.call('GET', '/v2/gn/pix/enviados?inicio=2000-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z')).body.pix.length
  await bank.advance(29.999)
  assert.deepEqual([(await lookUp(bank)).status, await list()], [404, 0])
  assert.equal((await submit(bank, 'tardia@')).status, 409)
  await bank.advance(0.001)
  assert.deepEqual([await statusOf(bank), await list()], ['REALIZADO', 1])
  assert.equal((await receiver.arrived(1))[0].status, 'REALIZADO')
  assert.equal(await balanceOf(bank), '999989.99')
})

inEach('analise@ is in review for 30 minutes, then settles', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await submit(bank, 'analise@')
  await bank.advance(1_799)
  assert.equal(await statusOf(bank), 'EM_PROCESSAMENTO')
  await bank.advance(1)
  assert.equal((await receiver.arrived(1))[0].status, 'REALIZADO')
})

inEach('contradiz@ is reported as not executed, and later as executed', async (t, dialect) => {
  const { bank, receiver } = await ready(t, dialect)
  await submit(bank, 'contradiz@')
  assert.equal((await receiver.arrived(1))[0].status, 'NAO_REALIZADO')
  assert.equal(await statusOf(bank), 'NAO_REALIZADO')
  assert.equal(await balanceOf(bank), '1000000.00')
  await bank.advance(5)
  const [, callback] = await receiver.arrived(2)
  assert.deepEqual([callback.status, callback.gnExtras], ['REALIZADO', { idEnvio: 'x' }])
  const { body } = await lookUp(bank)
  assert.deepEqual([body.status, body.gnExtras], ['REALIZADO', undefined])
  assert.equal(await balanceOf(bank), '999989.99')
})

inEach('semsaldo@ finds the account short, and semchave@ no such key', async (t, dialect) => {
  const { bank } = await ready(t, dialect)
  const short = await submit(bank, 'semsaldo@')
  assert.deepEqual([short.status, short.body.nome], [422, 'saldo_insuficiente'])
  const unknown = await submit(bank, 'semchave@')
  assert.deepEqual([unknown.status, unknown.body.nome], [404, 'chave_favorecido_nao_encontrada'])
  assert.equal((await lookUp(bank)).status, 404)
})

inEach('a fate is chosen by the beginning of the key in any case, and every key has one', async (t, dialect) => {
  const { bank } = await ready(t, dialect)
  assert.equal((await submit(bank, 'NEGADA@')).status, 422)
  assert.equal((await submit(bank, 'nao.negada@')).status, 201)
  assert.equal(FATES.at(-1)?.prefix, '')
  assert.equal(new Set(FATES.map(({ prefix }) => prefix)).size, FATES.length)
})
