import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import { freshFolder, kill, type Process, startProcess } from './bank-process.ts'
import {
  type BankClient,
  clientOf,
  cobBody,
  fault,
  freshId,
  openReceiver,
  paid,
  payoutBody,
  type Receiver,
  register,
  send,
  tokenOf,
  until,
} from './test-bank.ts'

const misbehave = async (...asked: Parameters<typeof fault>) => assert.equal((await fault(...asked)).status, 201)

const again = async (t: TestContext, dataDir: string) => {
  const opened = await openBank({ dataDir, port: 0, latencyMs: 0 })
  t.after(() => opened.close())
  return clientOf(opened)
}

test('a restart keeps the faults, what sticks to their subjects, and the settings', async t => {
  const dataDir = freshFolder(t)
  const receiver = await openReceiver(t)
  const first = await openBank({ dataDir, port: 0, latencyMs: 0 })
  const before = await clientOf(first)
  await register(before, receiver)
  await before.call('POST', '/sandbox/settings', { tariffs: { received: '0.10' }, latencyMs: 0, tellPayee: false })
  await misbehave(before, 'PUT /gn/pix', 'dropCallback', { times: 1 })
  await before.call('PUT', '/v3/gn/pix/quiet', payoutBody('1.00', 'analise@b.example'))
  await misbehave(before, 'PUT /cob', '503', { times: 3 })
  await before.call('PUT', `/v2/cob/${freshId('cob')}`, cobBody('1.00'))
  const seen = async (bank: BankClient) => [
    (await bank.call('GET', '/sandbox/faults')).body,
    (await bank.call('GET', '/sandbox/settings')).body,
  ]
  const left = await seen(before)
  assert.equal(left[0].data[0].times, 2)
  await first.close()

  const bank = await again(t, dataDir)
  assert.deepEqual(await seen(bank), left)
  for (const status of [503, 503, 201])
    assert.equal((await bank.call('PUT', `/v2/cob/${freshId('cob')}`, cobBody('1.00'))).status, status)
  await bank.advance(1_800)
  const lookUp = () => bank.call('GET', '/v2/gn/pix/enviados/id-envio/quiet')
  await until('the review to end', async () => (await lookUp()).body.status === 'REALIZADO')
  const pix = await paid(bank, '2.00')
  assert.equal(pix.gnExtras.tarifa, '0.10')
  assert.deepEqual(await receiver.arrived(1), [pix])
})

test('a callback that was held back is overtaken after a restart as it would have been before', async t => {
  const dataDir = freshFolder(t)
  const receiver = await openReceiver(t)
  const first = await openBank({ dataDir, port: 0, latencyMs: 0 })
  const before = await clientOf(first)
  await register(before, receiver)
  await misbehave(before, 'PUT /cob', 'reorder', { delayMs: 600_000 })
  const pix = await paid(before, '9.00')
  await first.close()

  const bank = await again(t, dataDir)
  await bank.call('PUT', `/v2/pix/${pix.endToEndId}/devolucao/a`, { valor: '9.00' })
  const callbacks = await receiver.arrived(3)
  assert.deepEqual(
    callbacks.map(({ devolucoes }) => devolucoes?.[0].status ?? 'received'),
    ['DEVOLVIDO', 'received', 'received'],
  )
})

test('an id that was used is used for ever, also after a restart', async t => {
  const dataDir = freshFolder(t)
  const txid = freshId('cob')
  const statuses = async (bank: BankClient, endToEndId: string) => [
    (await bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))).status,
    (await bank.call('PUT', '/v3/gn/pix/used', payoutBody('1.00', 'a@b.example'))).status,
    (await bank.call('PUT', `/v2/pix/${endToEndId}/devolucao/used`, { valor: '1.00' })).status,
  ]
  const first = await openBank({ dataDir, port: 0, latencyMs: 0 })
  const before = await clientOf(first)
  await register(before, await openReceiver(t))
  const { endToEndId } = await paid(before, '10.00')
  assert.deepEqual(await statuses(before, endToEndId), [201, 201, 201])
  assert.deepEqual(await statuses(before, endToEndId), [400, 409, 400])
  await first.close()
  const bank = await again(t, dataDir)
  assert.deepEqual(await statuses(bank, endToEndId), [400, 409, 400])
  assert.equal((await bank.call('GET', '/sandbox/payments')).body.data.length, 1)
})

test('the books of an earlier bank are carried on, those of a later one are left alone', async t => {
  const dataDir = freshFolder(t)
  const first = await openBank({ dataDir, port: 0, latencyMs: 0 })
  const { txid } = await paid(await clientOf(first), '10.00')
  await first.close()
  const books = (statements: string) => {
    const connection = new DatabaseSync(join(dataDir, 'bank.db'))
    connection.exec(statements)
    connection.close()
  }
  books('drop table fault; drop table callback_fate; drop table callback_after; drop index entry_reference')
  books('pragma user_version = 1')
  const second = await openBank({ dataDir, port: 0, latencyMs: 0 })
  const bank = await clientOf(second)
  await misbehave(bank, 'GET /cob', '500')
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).status, 500)
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).body.status, 'CONCLUIDA')
  await second.close()
  books('pragma user_version = 99')
  await assert.rejects(openBank({ dataDir, port: 0 }), /written by a newer bank/)
})

const LIVES = 6
const MANY = 1_000_000
const cents = (text: string) => BigInt(text.replace('.', ''))

/** Pays, sends and sends back, without a pause, until no answer comes any more. */
async function trade(process: Process, life: number, lane: number): Promise<string[]> {
  const taken: string[] = []
  try {
    const headers = { authorization: `Bearer ${await tokenOf(process.url)}` }
    const call = (method: string, path: string, body: object) => send(process.url + path, method, body, headers)
    for (let at = 0; ; at++) {
      const id = `l${life}x${lane}x${at}`
      const { status } = await call('PUT', `/v3/gn/pix/${id}`, payoutBody('1.00', `${KEYS[at % KEYS.length]}b.example`))
      if (status === 201) taken.push(id)
      const cob = await call('POST', '/v2/cob', cobBody('3.00'))
      if (cob.status !== 201) continue
      const pix = await call('POST', '/sandbox/pay', { pixCopiaECola: cob.body.pixCopiaECola })
      await call('PUT', `/v2/pix/${pix.body.endToEndId}/devolucao/d`, { valor: '1.00' })
    }
  } catch {
    return taken
  }
}

const KEYS = ['a@', 'recusada@', 'devolvida@', 'duplicada@', 'parcial@']

const reported = ({ calls }: Receiver) => new Set(calls.map(({ pix }) => pix.gnExtras.idEnvio))

test('a misbehaving bank that is killed again and again keeps its books and its promises', async t => {
  const env = { SANDBOX_DATA_DIR: freshFolder(t), SANDBOX_LATENCY_MS: '30' }
  const receiver = await openReceiver(t)
  const taken: string[] = []
  for (let life = 0; life < LIVES; life++) {
    const process = await startProcess(t, env)
    const bank = await clientOf(process)
    await register(bank, receiver)
    await bank.call('POST', '/sandbox/settings', { tariffs: { received: '0.10', sent: '0.50' } })
    if (life === 0) {
      await misbehave(bank, 'PUT /gn/pix', '500', { times: MANY, executed: true })
      await misbehave(bank, 'POST /sandbox/pay', 'duplicate', { times: MANY })
    }
    if (life === 1) {
      const { data } = (await bank.call('GET', '/sandbox/faults')).body
      assert.ok(data.length === 2 && data.every(({ times }: { times: number }) => times > 0 && times < MANY))
      await bank.call('DELETE', '/sandbox/faults')
    }
    const trades = [0, 1, 2, 3].map(lane => trade(process, life, lane))
    // Another moment in each life; what is under way then is left as it is.
    const max = receiver.calls.length + 7 + 5 * life
    await until('some news', () => receiver.calls.length >= max)
    await kill(process)
    taken.push(...(await Promise.all(trades)).flat())
  }
  assert.ok(taken.length > 0)

  const bank = await clientOf(await startProcess(t, env))
  await register(bank, receiver)
  const payments = async () => (await bank.call('GET', '/sandbox/payments?limit=10000')).body.data
  const open = async () =>
    (await payments()).filter(
      ({ status, pixKey, returned }: Record<string, string>) =>
        status === 'EM_PROCESSAMENTO' || (/^(devolvida|parcial)@/.test(pixKey ?? '') && returned === '0.00'),
    )
  await until('everything to settle', async () => {
    await bank.advance(1)
    return (await open()).length === 0
  })
  const known = (await payments()).map(({ idEnvio }: { idEnvio: string }) => idEnvio)
  assert.equal(new Set(known).size, known.length)
  assert.deepEqual(
    taken.filter(id => !known.includes(id)),
    [],
  )
  await until('every payment to be reported', () => known.every((id: string) => reported(receiver).has(id)))

  const sums = (await bank.call('GET', '/sandbox/account')).body
  const { opening, received, devolved, paid: out, returned, tariffs } = sums
  const expected = cents(opening) + cents(received) + cents(returned) - cents(devolved) - cents(out) - cents(tariffs)
  assert.equal(cents(sums.balance), expected)
  const executed = (await payments()).filter(({ status }: { status: string }) => status === 'REALIZADO')
  const incomingPayments = (await bank.call('GET', '/sandbox/receipts?limit=10000')).body.data
  assert.equal(cents(out), BigInt(executed.length) * 100n)
  assert.equal(cents(received), BigInt(incomingPayments.length) * 300n)
  assert.equal(cents(tariffs), BigInt(executed.length) * 50n + BigInt(incomingPayments.length) * 10n)
  assert.equal(
    cents(returned),
    executed.reduce((sum: bigint, one: { returned: string }) => sum + cents(one.returned), 0n),
  )
})
