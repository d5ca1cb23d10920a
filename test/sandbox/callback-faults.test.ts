import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type BankClient,
  cobBody,
  createCob,
  fault,
  openReceiver,
  openTestBank,
  paid,
  payoutBody,
  register,
  until,
} from './test-bank.ts'

/** The clock stands still unless it is moved, and the bank takes no time of its own: every wait below is the fault's. */
const ready = async (t: TestContext) => {
  const bank = await openTestBank(t, { clock: () => new Date('2026-03-02T12:00:00Z') })
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  return { bank, receiver }
}

const misbehave = async (...asked: Parameters<typeof fault>) => assert.equal((await fault(...asked)).status, 201)

const send = async (bank: BankClient, idEnvio: string, prefix = 'a@') => {
  const answer = await bank.call('PUT', `/v3/gn/pix/${idEnvio}`, payoutBody('5.00', `${prefix}b.example`))
  assert.equal(answer.status, 201, answer.text)
  return answer.body.e2eId as string
}

const lookUp = async (bank: BankClient, idEnvio: string) =>
  (await bank.call('GET', `/v2/gn/pix/enviados/id-envio/${idEnvio}`)).body

const isSettled = (bank: BankClient, idEnvio: string) =>
  until(`${idEnvio} to be settled`, async () => (await lookUp(bank, idEnvio)).status === 'REALIZADO')

const about = ({ calls }: { calls: { pix: { gnExtras: { idEnvio?: string } } }[] }, idEnvio: string) =>
  calls.filter(({ pix }) => pix.gnExtras.idEnvio === idEnvio)

test('dropCallback: a payout is executed and returned, and neither is ever reported', async t => {
  const { bank, receiver } = await ready(t)
  await misbehave(bank, 'PUT /gn/pix', 'dropCallback')
  await send(bank, 'silent', 'devolvida@')
  await isSettled(bank, 'silent')
  await bank.advance(60)
  await until('its return', async () => (await lookUp(bank, 'silent')).devolucoes?.length === 1)
  await send(bank, 'spoken')
  await receiver.arrived(1)
  assert.deepEqual(about(receiver, 'silent'), [])
})

test('dropCallback on a charge keeps its payment and its returns quiet, and those of no other', async t => {
  const { bank, receiver } = await ready(t)
  await misbehave(bank, 'PUT /cob', 'dropCallback')
  const quiet = await paid(bank, '10.00')
  await bank.call('PUT', `/v2/pix/${quiet.endToEndId}/devolucao/a`, { valor: '1.00' })
  const loud = await paid(bank, '10.00')
  assert.deepEqual(await receiver.arrived(1), [loud])
})

test('dropCallback on a charge that the bank named, on a payment at the counter, and on a return', async t => {
  const { bank, receiver } = await ready(t)
  const pay = async (pixCopiaECola: string) => (await bank.call('POST', '/sandbox/pay', { pixCopiaECola })).body
  await misbehave(bank, 'POST /cob', 'dropCallback')
  await pay((await bank.call('POST', '/v2/cob', cobBody('1.00'))).body.pixCopiaECola)
  const second = await createCob(bank, '2.00')
  await misbehave(bank, 'POST /sandbox/pay', 'dropCallback')
  await pay(second.pixCopiaECola)
  const third = await paid(bank, '3.00')
  await misbehave(bank, 'PUT /pix', 'dropCallback')
  await bank.call('PUT', `/v2/pix/${third.endToEndId}/devolucao/a`, { valor: '1.00' })
  await misbehave(bank, 'POST /sandbox/refund', 'dropCallback')
  await bank.call('POST', '/sandbox/refund', { endToEndId: third.endToEndId })
  const last = await paid(bank, '4.00')
  await until('the last news', () => receiver.calls.some(({ pix }) => pix.endToEndId === last.endToEndId))
  assert.deepEqual((await receiver.arrived(2)).map(({ valor }) => valor).sort(), ['3.00', '4.00'])
})

test('duplicate: each callback of the subject is sent three times', async t => {
  const { bank, receiver } = await ready(t)
  await misbehave(bank, 'PUT /gn/pix', 'duplicate')
  const endToEndId = await send(bank, 'x')
  const callbacks = await receiver.arrived(3)
  assert.deepEqual(new Set(callbacks.map(({ status }) => status)), new Set(['REALIZADO']))
  await bank.call('POST', '/sandbox/refund', { endToEndId })
  const later = (await receiver.arrived(6)).slice(3)
  assert.ok(later.every(({ devolucoes }) => devolucoes.length === 1))
  await send(bank, 'y')
  await receiver.arrived(7)
  assert.deepEqual([about(receiver, 'x').length, about(receiver, 'y').length], [6, 1])
})

test('reorder: the callback comes late, and a stale one after it', async t => {
  const { bank, receiver } = await ready(t)
  await misbehave(bank, 'PUT /gn/pix', 'reorder', { delayMs: 5_000 })
  await send(bank, 'x')
  await isSettled(bank, 'x')
  await bank.advance(4.9)
  await send(bank, 'y')
  assert.deepEqual(
    (await receiver.arrived(1)).map(({ gnExtras }) => gnExtras.idEnvio),
    ['y'],
  )
  await bank.advance(0.1)
  const [, late, stale] = await receiver.arrived(3)
  assert.deepEqual([late.gnExtras.idEnvio, late.status], ['x', 'REALIZADO'])
  assert.ok(late.horario !== null)
  assert.deepEqual(stale, { ...late, status: 'EM_PROCESSAMENTO', horario: null })
})

test('reorder: what comes meanwhile overtakes, and each waits until the one before it has been answered', async t => {
  const { bank, receiver } = await ready(t)
  await misbehave(bank, 'PUT /gn/pix', 'reorder')
  // The first answer is a failure, and still none overtakes.
  receiver.answers.push(500)
  await send(bank, 'x', 'devolvida@')
  await isSettled(bank, 'x')
  await bank.advance(2)
  const [first] = await receiver.arrived(1)
  assert.equal(first.devolucoes.length, 1)
  await until('all of them', async () => {
    await bank.advance(1)
    return receiver.calls.length >= 4
  })
  const stories = receiver.calls.map(({ pix }) => [pix.status, pix.devolucoes?.length ?? 0])
  assert.deepEqual(stories, [
    ['REALIZADO', 1],
    ['REALIZADO', 1],
    ['REALIZADO', 0],
    ['EM_PROCESSAMENTO', 0],
  ])
})

test('reorder on a charge: the return is reported before the receipt, which is then reported again', async t => {
  const { bank, receiver } = await ready(t)
  await misbehave(bank, 'PUT /cob', 'reorder')
  const pix = await paid(bank, '9.00')
  await bank.call('PUT', `/v2/pix/${pix.endToEndId}/devolucao/a`, { valor: '9.00' })
  const callbacks = await receiver.arrived(3)
  assert.deepEqual(
    callbacks.map(({ devolucoes }) => devolucoes?.[0].status ?? 'received'),
    ['DEVOLVIDO', 'received', 'received'],
  )
})
