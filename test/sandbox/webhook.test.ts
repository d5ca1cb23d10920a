import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BankClient, EVER, KEY, openReceiver, openTestBank, paid, register, until } from './test-bank.ts'

const PROBLEM = 'https://pix.bcb.gov.br/api/v2/error'

test('one address is registered for the key, shown, listed, replaced and removed', async t => {
  const bank = await openTestBank(t)
  const path = `/v2/webhook/${KEY}`
  const missing = await bank.call('GET', path)
  assert.deepEqual([missing.status, missing.body.type], [404, `${PROBLEM}/WebhookNaoEncontrado`])
  for (const webhookUrl of ['https://pix.example.com/one', 'http://127.0.0.1:3000/callbacks/two']) {
    assert.equal((await bank.call('PUT', path, { webhookUrl })).status, 200)
    const { body } = await bank.call('GET', path)
    const { criacao, ...rest } = body
    assert.deepEqual(rest, { webhookUrl, chave: KEY, cnpj: '11222333000181' })
    assert.ok(!Number.isNaN(Date.parse(criacao)))
    for (const query of ['', `?${EVER}`])
      assert.deepEqual((await bank.call('GET', `/v2/webhook${query}`)).body.webhooks, [body])
  }
  const long = await bank.call('GET', '/v2/webhook?inicio=2000-01-01T00:00:00Z&fim=2001-01-01T00:00:00Z')
  assert.deepEqual(long.body.webhooks, [])
  assert.equal(long.body.parametros.paginacao.quantidadeTotalDeItens, 0)
  const removed = await bank.call('DELETE', path)
  assert.deepEqual([removed.status, removed.text], [204, ''])
  assert.equal((await bank.call('DELETE', path)).status, 404)
})

test('a webhook is refused for a strange key or an address that is none', async t => {
  const bank = await openTestBank(t)
  const cases: [string, unknown, string][] = [
    ['other@example.com', { webhookUrl: 'https://pix.example.com' }, 'webhook.chave'],
    [KEY, { webhookUrl: 'pix.example.com' }, 'webhook.webhookUrl'],
    [KEY, { webhookUrl: 'ftp://pix.example.com' }, 'webhook.webhookUrl'],
    [KEY, { webhookUrl: '' }, 'webhook.webhookUrl'],
    [KEY, { webhookUrl: 7 }, 'webhook.webhookUrl'],
    [KEY, {}, 'webhook.webhookUrl'],
  ]
  for (const [chave, body, propriedade] of cases) {
    const answer = await bank.call('PUT', `/v2/webhook/${encodeURIComponent(chave)}`, body)
    assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/WebhookOperacaoInvalida`])
    assert.equal(answer.body.violacoes[0].propriedade, propriedade)
  }
  const list = await bank.call('GET', '/v2/webhook?inicio=2020-01-02T00:00:00Z&fim=2020-01-01T00:00:00Z')
  assert.deepEqual([list.status, list.body.type], [400, `${PROBLEM}/WebhookConsultaInvalida`])
})

/** A clock that stands still unless it is moved, so that a wait ends only when the test says so. */
const frozen = () => new Date('2026-03-02T12:00:00Z')

test('a callback is repeated with growing waits until it is answered 2xx', async t => {
  const bank = await openTestBank(t, { clock: frozen })
  const receiver = await openReceiver(t)
  receiver.answers.push(500, 404, 302, 429)
  await register(bank, receiver)
  const pix = await paid(bank, '1.00')
  await receiver.arrived(1)
  // What is seen on the way may be seen late, never early: so the waits are counted from the first attempt on.
  let waited = 0
  for (const [count, wait, before] of [
    [2, 1, 0],
    [3, 2, 1],
    [4, 5, 3],
    [5, 10, 8],
  ] as const) {
    waited += await advanceUntil(bank, () => receiver.calls.length >= count)
    assert.ok(waited >= before + wait, `attempt ${count} came ${waited} s after the first`)
  }
  await bank.advance(86_400)
  assert.equal((await bank.call('GET', '/health')).status, 200)
  for (const call of receiver.calls) assert.deepEqual(call.pix, pix)
  assert.equal(receiver.calls.length, 5)
})

/** Moves the clock by small steps; the seconds that it took. */
async function advanceUntil(bank: BankClient, seen: () => boolean): Promise<number> {
  const step = 0.25
  let seconds = 0
  await until('what the clock brings', async () => {
    if (seen()) return true
    await bank.advance(step)
    seconds += step
    return false
  })
  return seconds
}

test('a key without a webhook is sent nothing, not even later', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await paid(bank, '1.00')
  await register(bank, receiver)
  const second = await paid(bank, '2.00')
  assert.deepEqual(await receiver.arrived(1), [second])
})

test('a callback that waits for a retry goes to the newly registered address at once', async t => {
  const bank = await openTestBank(t, { clock: frozen })
  const [gone, fresh] = [await openReceiver(t), await openReceiver(t)]
  gone.answers.push(503, 503, 503)
  await register(bank, gone)
  const pix = await paid(bank, '1.00')
  await gone.arrived(1)
  await until('the failure to be known', async () => {
    await register(bank, fresh)
    return fresh.calls.length > 0
  })
  assert.deepEqual(await fresh.arrived(1), [pix])
})
