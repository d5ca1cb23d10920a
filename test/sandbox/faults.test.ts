import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import {
  type BankClient,
  basic,
  clientOf,
  cobBody,
  createCob,
  fault,
  faultsLeft,
  freshId,
  KEY,
  openReceiver,
  openTestBank,
  paid,
  payoutBody,
  register,
  send,
  tokenOf,
  until,
} from './test-bank.ts'

const PROBLEM = 'https://pix.bcb.gov.br/api/v2/error'

const ready = async (t: TestContext) => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  return { bank, receiver }
}

interface Asked {
  answers: number
  isCut: boolean
  hangUp(): void
}

/** Sends a request, and comes back when a fault has befallen it and other requests have been answered since. */
async function requestInVain(bank: BankClient, method: string, path: string, body: object): Promise<Asked> {
  const open = (await faultsLeft(bank)).data.length
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(bank.url)}` }
  const outgoing = request(bank.url + path, { method, headers })
  const asked = { answers: 0, isCut: false, hangUp: () => outgoing.destroy() }
  outgoing.on('response', () => {
    asked.answers += 1
  })
  outgoing.on('error', () => {
    asked.isCut = true
  })
  outgoing.end(JSON.stringify(body))
  await once(outgoing, 'finish')
  await until('the fault to befall', async () => (await faultsLeft(bank)).data.length < open)
  for (let count = 0; count < 3; count++) await send(`${bank.url}/health`, 'GET')
  assert.equal(asked.answers, 0)
  return asked
}

test('timeoutBefore: nothing is done and no answer ever comes', async t => {
  const bank = await openTestBank(t)
  await fault(bank, 'PUT /cob', 'timeoutBefore')
  const txid = freshId('cob')
  const asked = await requestInVain(bank, 'PUT', `/v2/cob/${txid}`, cobBody('1.00'))
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).status, 404)
  asked.hangUp()
  assert.equal((await bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))).status, 201)
})

test('timeoutAfter: it is done, its callback comes, and no answer ever comes', async t => {
  const { bank, receiver } = await ready(t)
  await fault(bank, 'PUT /gn/pix', 'timeoutAfter')
  const asked = await requestInVain(bank, 'PUT', '/v3/gn/pix/x', payoutBody('5.00', 'a@b.example'))
  const [callback] = await receiver.arrived(1)
  assert.deepEqual([callback.gnExtras.idEnvio, callback.status, asked.answers], ['x', 'REALIZADO', 0])
  asked.hangUp()
  assert.equal((await bank.call('GET', '/v2/gn/pix/enviados/id-envio/x')).body.status, 'REALIZADO')
})

test('a client that waits for an answer that never comes is cut off when the bank closes', async t => {
  const opened = await openBank({ dataDir: ':memory:', port: 0 })
  t.after(() => opened.close())
  const bank = await clientOf(opened)
  const asked: Asked[] = []
  for (const fate of ['timeoutBefore', 'timeoutAfter', 'slow']) {
    await fault(bank, 'PUT /cob', fate, fate === 'slow' ? { delayMs: 600_000 } : {})
    asked.push(await requestInVain(bank, 'PUT', `/v2/cob/${freshId('cob')}`, cobBody('1.00')))
  }
  assert.ok(asked.every(({ isCut }) => !isCut))
  await opened.close()
  await until('every connection to be cut', () => asked.every(({ isCut }) => isCut))
})

test('500, 429 and 503 are answered without the request having been executed, unless it is said', async t => {
  const bank = await openTestBank(t)
  const cases = [
    ['500', `${PROBLEM}/ErroInternoDoServidor`, null],
    [503, `${PROBLEM}/ServicoIndisponivel`, '1'],
    ['429', 'about:blank', '1'],
  ] as const
  for (const [fate, type, retryAfter] of cases)
    for (const executed of [false, true]) {
      const txid = freshId('cob')
      await fault(bank, 'PUT /cob', fate, { executed })
      const answer = await bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))
      assert.deepEqual([answer.status, answer.body.status, answer.body.type], [Number(fate), Number(fate), type])
      assert.equal(answer.headers.get('retry-after'), retryAfter)
      assert.match(answer.type, /^application\/problem\+json/)
      assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).status, executed ? 200 : 404)
    }
})

test('401 takes a good token for an expired one, once', async t => {
  const bank = await openTestBank(t)
  await fault(bank, 'PUT /cob', 401)
  const txid = freshId('cob')
  const refused = await bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))
  assert.deepEqual([refused.status, refused.body.type], [401, `${PROBLEM}/AcessoNegado`])
  assert.match(refused.headers.get('www-authenticate') ?? '', /invalid_token/)
  assert.equal((await bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))).status, 201)
})

test('a request that is refused anyway uses up no fault', async t => {
  const bank = await openTestBank(t)
  await fault(bank, 'PUT /cob', '500')
  const path = `/v2/cob/${freshId('cob')}`
  assert.equal((await send(bank.url + path, 'PUT', cobBody('1.00'))).status, 401)
  assert.equal((await bank.call('PUT', path, { valor: 7 })).status, 400)
  assert.equal((await bank.call('PUT', path, cobBody('1.00'))).status, 500)
})

test('slow: the answer comes whole, when the delay is over', async t => {
  const bank = await openTestBank(t)
  await fault(bank, 'PUT /cob', 'slow', { delayMs: 300 })
  const txid = freshId('cob')
  const begun = performance.now()
  const answer = bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))
  await until('it to be executed', async () => (await bank.call('GET', `/v2/cob/${txid}`)).status === 200)
  assert.equal((await answer).status, 201)
  assert.equal((await answer).body.txid, txid)
  assert.ok(performance.now() - begun >= 295)
})

test('malformed: it is done and answered with JSON that breaks off', async t => {
  const { bank, receiver } = await ready(t)
  await fault(bank, 'PUT /gn/pix', 'malformed')
  const headers = { authorization: `Bearer ${await tokenOf(bank.url)}`, 'content-type': 'application/json' }
  const body = JSON.stringify(payoutBody('5.00', 'a@b.example'))
  const answer = await fetch(`${bank.url}/v3/gn/pix/x`, { method: 'PUT', headers, body })
  const text = await answer.text()
  assert.equal(answer.status, 201)
  assert.match(answer.headers.get('content-type') ?? '', /json/)
  assert.ok(text.startsWith('{"idEnvio":"x"'))
  assert.throws(() => JSON.parse(text), SyntaxError)
  await receiver.arrived(1)
})

test('lookups and lists fail on demand too', async t => {
  const { bank } = await ready(t)
  await bank.call('PUT', '/v3/gn/pix/x', payoutBody('5.00', 'a@b.example'))
  await fault(bank, 'GET *', '503', { times: 3 })
  const period = 'inicio=2000-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z'
  for (const path of ['/v2/gn/pix/enviados/id-envio/x', `/v2/pix?${period}`, `/v2/webhook/${KEY}`])
    assert.equal((await bank.call('GET', path)).status, 503, path)
  assert.equal((await bank.call('GET', '/v2/gn/pix/enviados/id-envio/x')).status, 200)
})

test('the token and the payment at the counter fail on demand too', async t => {
  const bank = await openTestBank(t)
  const requestToken = () => send(`${bank.url}/oauth/token`, 'POST', { grant_type: 'client_credentials' }, basic())
  for (const [fate, error] of [
    ['500', 'server_error'],
    ['401', 'invalid_client'],
    ['503', 'temporarily_unavailable'],
    ['429', 'temporarily_unavailable'],
  ] as const) {
    await fault(bank, 'POST /oauth/token', fate)
    const refused = await requestToken()
    assert.deepEqual([refused.status, refused.body.error], [Number(fate), error])
    assert.equal((await requestToken()).status, 200)
  }
  const { pixCopiaECola, txid } = await createCob(bank, '3.00')
  await fault(bank, 'POST /sandbox/pay', '500', { executed: true })
  assert.equal((await bank.call('POST', '/sandbox/pay', { pixCopiaECola })).status, 500)
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).body.status, 'CONCLUIDA')
})

test('faults befall in the order in which they were requested', async t => {
  const bank = await openTestBank(t)
  await fault(bank, 'PUT /cob', '503')
  await fault(bank, 'PUT *', '500')
  await fault(bank, 'PUT /cob', '429')
  const statuses: number[] = []
  for (let count = 0; count < 4; count++)
    statuses.push((await bank.call('PUT', `/v2/cob/${freshId('cob')}`, cobBody('1.00'))).status)
  assert.deepEqual(statuses, [503, 500, 429, 201])
})

test('clearing the faults has the bank well again, and a reset does too', async t => {
  const { bank, receiver } = await ready(t)
  for (const clear of [
    () => bank.call('DELETE', '/sandbox/faults'),
    () => bank.call('POST', '/sandbox/reset'),
  ] as const) {
    const { pixCopiaECola, txid } = await createCob(bank, '1.00')
    await fault(bank, 'PUT /cob', '500', { times: 100 })
    await fault(bank, 'POST /sandbox/pay', 'dropCallback')
    assert.equal((await bank.call('POST', '/sandbox/pay', { pixCopiaECola })).status, 201)
    const { data, subjects } = await faultsLeft(bank)
    assert.deepEqual([data.length, subjects], [1, [{ subject: txid, fate: 'dropCallback' }]])
    assert.equal((await clear()).status, 204)
    assert.deepEqual(await faultsLeft(bank), { data: [], subjects: [] })
    const { endToEndId } = await paid(bank, '1.00')
    await until('the news of a well bank', () => receiver.calls.some(({ pix }) => pix.endToEndId === endToEndId))
    assert.ok(receiver.calls.every(({ pix }) => pix.txid !== txid))
  }
})
