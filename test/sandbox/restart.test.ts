import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import { slow } from '../long.ts'
import { PROGRAM_ENV } from '../program-env.ts'
import { freshFolder, MAIN, startProcess } from './bank-process.ts'
import {
  balanceOf,
  clientOf,
  KEY,
  openReceiver,
  paid,
  payoutBody,
  register,
  send,
  tokenOf,
  until,
} from './test-bank.ts'

const DAY_MS = 86_400_000

test('a restart loses neither a settlement, nor a return, nor a callback', async t => {
  const dataDir = freshFolder(t)
  const receiver = await openReceiver(t)
  const settings = { dataDir, port: 0, latencyMs: DAY_MS }
  const first = await openBank(settings)
  const before = await clientOf(first)
  await register(before, receiver)
  const pix = await paid(before, '30.00')
  await before.call('PUT', `/v2/pix/${pix.endToEndId}/devolucao/a`, { valor: '10.00' })
  await before.call('PUT', '/v3/gn/pix/x', payoutBody('5.00', 'a@b.example'))
  await first.close()
  assert.equal(receiver.calls.length, 0)

  const second = await openBank(settings)
  t.after(() => second.close())
  const bank = await clientOf(second)
  assert.equal(await balanceOf(bank), '1000025.00')
  await bank.advance(DAY_MS / 1_000 + 1)
  const callbacks = await receiver.arrived(3)
  const about = callbacks.map(one => one.gnExtras.idEnvio ?? one.devolucoes?.[0].status ?? 'received').sort()
  assert.deepEqual(about, ['DEVOLVIDO', 'received', 'x'])
  assert.equal(await balanceOf(await clientOf(second)), '1000015.00')
})

slow('a restart keeps the clock moved and a token good', async t => {
  const dataDir = freshFolder(t)
  const first = await openBank({ dataDir, port: 0 })
  await (await clientOf(first)).advance(3_000)
  const headers = { authorization: `Bearer ${await tokenOf(first.url)}` }
  await first.close()
  const second = await openBank({ dataDir, port: 0 })
  t.after(() => second.close())
  assert.equal((await send(`${second.url}/sandbox/clock`, 'GET')).body.offsetMs, 3_000_000)
  assert.equal((await send(`${second.url}/v2/gn/saldo`, 'GET', undefined, headers)).status, 200)
})

test('a failed callback is still owed after a restart', async t => {
  const dataDir = freshFolder(t)
  const receiver = await openReceiver(t)
  receiver.answers.push(500)
  const first = await openBank({ dataDir, port: 0, latencyMs: 0 })
  const before = await clientOf(first)
  await register(before, receiver)
  const pix = await paid(before, '1.00')
  await receiver.arrived(1)
  await first.close()
  const second = await openBank({ dataDir, port: 0, latencyMs: 0 })
  t.after(() => second.close())
  assert.deepEqual(await receiver.arrived(2), [pix, pix])
})

slow('two banks cannot work on one folder', async t => {
  const dataDir = freshFolder(t)
  const bank = await openBank({ dataDir, port: 0 })
  t.after(() => bank.close())
  await assert.rejects(openBank({ dataDir, port: 0 }), /another bank is working on/)
})

test('a port that is taken is reported, and nothing stays open', async t => {
  const bank = await openBank({ dataDir: ':memory:', port: 0 })
  t.after(() => bank.close())
  await assert.rejects(openBank({ dataDir: ':memory:', port: bank.port }), /EADDRINUSE/)
})

slow('a bank killed in the middle settles and reports everything when it is started again', async t => {
  const env = { SANDBOX_DATA_DIR: freshFolder(t), SANDBOX_LATENCY_MS: '600' }
  const receiver = await openReceiver(t)
  const first = await startProcess(t, env)
  const before = await clientOf(first)
  await register(before, receiver)
  const pix = await paid(before, '7.00')
  const ids = Array.from({ length: 20 }, (_, at) => `kill${at}`)
  const accepted = await Promise.all(
    ids.map(id => before.call('PUT', `/v3/gn/pix/${id}`, payoutBody('1.00', 'a@b.example'))),
  )
  assert.ok(accepted.every(({ status }) => status === 201))
  const exit = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await exit

  const second = await startProcess(t, env)
  const bank = await clientOf(second)
  await until('every payout to be reported', () => {
    const callback = new Set(receiver.calls.map(({ pix: { gnExtras } }) => gnExtras.idEnvio))
    return ids.every(id => callback.has(id))
  })
  await until('the receipt to be reported', () => receiver.calls.some(call => call.pix.endToEndId === pix.endToEndId))
  const { data } = (await bank.call('GET', '/sandbox/payments')).body
  assert.deepEqual(
    data.map((one: { status: string }) => one.status),
    ids.map(() => 'REALIZADO'),
  )
  assert.equal(await balanceOf(bank), '999987.00')
  assert.equal((await bank.call('GET', `/v2/webhook/${KEY}`)).status, 200)
  const ended = once(second.child, 'exit')
  second.child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

test('the process says where it listens, leaves a Ctrl-C to its parent and ends with it', async t => {
  const { child, url, output: message } = await startProcess(t, { SANDBOX_DATA_DIR: freshFolder(t) })
  await until('its one line', () => message().includes('\n'))
  assert.equal(message(), `Banco de Teste: ${url}\n`)
  child.kill('SIGINT')
  assert.equal((await fetch(`${url}/health`)).status, 200)
  const ended = once(child, 'exit')
  child.disconnect()
  assert.deepEqual(await ended, [0, null])
})

slow('the process ends with a sentence where its settings make no sense', async t => {
  const bank = await openBank({ dataDir: ':memory:', port: 0 })
  t.after(() => bank.close())
  const cases: [Record<string, string>, RegExp][] = [
    [{ SANDBOX_PORT: 'http' }, /SANDBOX_PORT: expected a whole number/],
    [{ SANDBOX_PORT: '70000' }, /SANDBOX_PORT: expected a whole number/],
    [{ SANDBOX_DIALECT: 'inter' }, /SANDBOX_DIALECT: expected bcb or efi/],
    [{ SANDBOX_LATENCY_MS: '-1' }, /SANDBOX_LATENCY_MS: expected a whole number/],
    [{ SANDBOX_PORT: String(bank.port) }, /EADDRINUSE/],
    [{ SANDBOX_TLS_CERT_FILE: '/nowhere.pem' }, /SANDBOX_TLS_CERT_FILE: cannot read "\/nowhere\.pem" \(ENOENT\)/],
    [{ SANDBOX_TLS_CERT_FILE: MAIN }, /SANDBOX_TLS_CERT_FILE and SANDBOX_TLS_KEY_FILE: set both/],
    [{ SANDBOX_CALLBACK_KEY_FILE: MAIN }, /SANDBOX_CALLBACK_CERT_FILE and SANDBOX_CALLBACK_KEY_FILE: set both/],
    [{ SANDBOX_TLS_CLIENT_CA_FILE: MAIN }, /SANDBOX_TLS_CLIENT_CA_FILE: needs SANDBOX_TLS_CERT_FILE/],
  ]
  for (const [env, sentence] of cases) {
    const child = fork(MAIN, {
      env: { ...PROGRAM_ENV, SANDBOX_DATA_DIR: freshFolder(t), ...env },
      stdio: 'pipe',
    })
    let message = ''
    child.stderr?.on('data', data => (message += data))
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(message, sentence)
    assert.equal(message.trim().split('\n').length, 1)
  }
})
