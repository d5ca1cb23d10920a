import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Centavos, centavos, toReais } from '#kernel/money.ts'
import {
  type BankClient,
  balanceOf,
  clientOf,
  createCob,
  KEY,
  openReceiver,
  openTestBank,
  paid,
  payoutBody,
  register,
  until,
} from './test-bank.ts'

test('the clock of the bank is shown, advanced, and set to an instant', async t => {
  const bank = await openTestBank(t, { clock: () => new Date('2026-03-02T12:00:00Z') })
  const move = (body: object) => bank.call('POST', '/sandbox/clock', body)
  const shown = { now: '2026-03-02T12:00:00.000Z', offsetMs: 0, nextDueAt: null }
  assert.deepEqual((await bank.call('GET', '/sandbox/clock')).body, shown)
  assert.equal((await move({ advanceSeconds: 90.5 })).body.now, '2026-03-02T12:01:30.500Z')
  const set = await move({ now: '2027-01-01T00:00:00-03:00' })
  assert.equal(set.body.now, '2027-01-01T03:00:00.000Z')
  const { calendario } = await createCob(await clientOf(bank), '1.00')
  assert.equal(calendario.criacao, '2027-01-01T03:00:00.000Z')
  assert.equal((await move({ now: '2026-03-02T12:00:00Z' })).body.offsetMs, 0)
  for (const body of [{}, { advanceSeconds: 0 }, { advanceSeconds: -1 }, { advanceSeconds: '1' }, { now: 'soon' }]) {
    const refused = await move(body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.match(refused.type, /^application\/problem\+json/)
  }
  assert.equal((await move({ advanceSeconds: 1, now: '2026-03-02T12:00:00Z' })).status, 400)
})

test('/health answers that the bank is well, without a token', async t => {
  const bank = await openTestBank(t)
  const { status, body } = await bank.call('GET', '/health', undefined, { authorization: '' })
  assert.deepEqual([status, body.status, body.balance], [200, 'ok', '1000000.00'])
})

test('a reset empties the books and keeps the token and the webhook', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const { txid, endToEndId } = await paid(bank, '5.00')
  await bank.call('PUT', `/v2/pix/${endToEndId}/devolucao/a`, { valor: '1.00' })
  await bank.call('PUT', '/v3/gn/pix/x', payoutBody('1.00', 'devolvida@b.example'))
  await bank.advance(100)
  await receiver.arrived(3)
  assert.equal((await bank.call('POST', '/sandbox/reset')).status, 204)

  assert.equal(await balanceOf(bank), '1000000.00')
  assert.equal((await bank.call('GET', '/sandbox/clock')).body.offsetMs, 0)
  for (const path of ['/sandbox/payments', '/sandbox/receipts'])
    assert.deepEqual((await bank.call('GET', path)).body, { data: [], nextCursor: null })
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).status, 404)
  assert.equal((await bank.call('GET', `/v2/webhook/${KEY}`)).status, 200)
  assert.equal((await bank.call('PUT', '/v3/gn/pix/x', payoutBody('1.00', 'a@b.example'))).status, 201)
})

test('the books show every payout and every receipt in order, page by page', async t => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  const incomingPayments: string[] = []
  for (const amount of ['1.00', '2.00', '3.00']) incomingPayments.push((await paid(bank, amount)).endToEndId)
  await bank.call('PUT', `/v2/pix/${incomingPayments[1]}/devolucao/a`, { valor: '0.50' })
  for (const idEnvio of ['p1', 'p2', 'p3'])
    await bank.call('PUT', `/v3/gn/pix/${idEnvio}`, payoutBody('4.00', `${idEnvio}@b.example`))

  const first = (await bank.call('GET', '/sandbox/receipts?limit=2')).body
  const rest = (await bank.call('GET', `/sandbox/receipts?limit=2&after=${first.nextCursor}`)).body
  assert.equal(rest.nextCursor, null)
  const all = [...first.data, ...rest.data]
  assert.deepEqual(
    all.map(one => [one.endToEndId, one.amount, one.returned]),
    [
      [incomingPayments[0], '1.00', '0.00'],
      [incomingPayments[1], '2.00', '0.50'],
      [incomingPayments[2], '3.00', '0.00'],
    ],
  )
  assert.deepEqual(all[0].payer, { name: 'Pagador de Teste', document: '12345678909' })

  const payments = await until('the payouts to settle', async () => {
    const { data } = (await bank.call('GET', '/sandbox/payments')).body
    return data.every((one: { status: string }) => one.status === 'REALIZADO') && data
  })
  for (const [at, one] of payments.entries()) {
    const { endToEndId, requestedAt, settledAt, ...known } = one
    assert.deepEqual(known, {
      idEnvio: `p${at + 1}`,
      amount: '4.00',
      returned: '0.00',
      status: 'REALIZADO',
      pixKey: `p${at + 1}@b.example`,
    })
    assert.ok(endToEndId.length === 32 && Date.parse(settledAt) >= Date.parse(requestedAt))
  }
})

test('the bank sends a received Pix back by itself, as an operational MED', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const { endToEndId } = await paid(bank, '10.00')
  await receiver.arrived(1)
  const refund = (body: object) => bank.call('POST', '/sandbox/refund', { endToEndId, ...body })
  const part = await refund({ amount: '4.00', natureza: 'MED_FRAUDE' })
  assert.deepEqual([part.status, part.body.valor, part.body.natureza], [201, '4.00', 'MED_FRAUDE'])
  const rest = await refund({})
  assert.deepEqual([rest.status, rest.body.valor, rest.body.natureza], [201, '6.00', 'MED_OPERACIONAL'])
  assert.equal((await refund({})).status, 400)
  const callbacks = await receiver.arrived(3)
  assert.deepEqual(
    callbacks.at(-1).devolucoes.map((one: { status: string; natureza: string }) => [one.status, one.natureza]),
    [
      ['DEVOLVIDO', 'MED_FRAUDE'],
      ['DEVOLVIDO', 'MED_OPERACIONAL'],
    ],
  )
  assert.equal(await balanceOf(bank), '1000000.00')
})

test('the receiver of a payout sends it back, whole or in parts and never more', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const { e2eId } = (await bank.call('PUT', '/v3/gn/pix/x', payoutBody('10.00', 'a@b.example'))).body
  await receiver.arrived(1)
  const refund = (body: object) => bank.call('POST', '/sandbox/refund', { endToEndId: e2eId, ...body })
  assert.equal((await refund({ amount: '3.00' })).status, 201)
  assert.equal((await refund({ amount: '7.01' })).status, 422)
  const last = await refund({})
  assert.deepEqual(
    last.body.devolucoes.map((one: { valor: string }) => one.valor),
    ['3.00', '7.00'],
  )
  assert.equal((await refund({})).status, 422)
  assert.equal((await receiver.arrived(3)).at(-1).devolucoes.length, 2)
  assert.equal(await balanceOf(bank), '1000000.00')
  const unknown = await bank.call('POST', '/sandbox/refund', { endToEndId: 'E0' })
  assert.deepEqual([unknown.status, unknown.body.type], [404, 'urn:porteira:sandbox:unknown-payment'])
})

type Move = { what: 'receive' | 'devolve' | 'send' | 'refused' | 'returned'; cents: number }

const moves = fc.array(
  fc.record<Move>({
    what: fc.constantFrom('receive', 'devolve', 'send', 'refused', 'returned'),
    cents: fc.integer({ min: 1, max: 5_000_000 }),
  }),
  { minLength: 5, maxLength: 20 },
)

test('whatever happens, the balance is what came in less what went out', async t => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  await fc.assert(
    fc.asyncProperty(moves, async sequence => {
      await bank.call('POST', '/sandbox/reset')
      for (const [at, move] of sequence.entries()) await perform(bank, move, at)
      await bank.advance(10)
      await until('everything to settle', async () => !(await isUnderWay(bank)))
      assert.equal(await balanceOf(bank), toReais(await expectedBalance(bank)))
    }),
    { numRuns: 15 },
  )
})

async function perform(bank: BankClient, { what, cents }: Move, at: number): Promise<void> {
  const valor = toReais(centavos(cents))
  if (what === 'receive') {
    await paid(bank, valor)
  } else if (what === 'devolve') {
    const { data } = (await bank.call('GET', '/sandbox/receipts')).body
    const last = data.at(-1)?.endToEndId ?? 'none'
    await bank.call('PUT', `/v2/pix/${last}/devolucao/d${at}`, { valor })
  } else {
    const key = { send: 'a@', refused: 'recusada@', returned: 'parcial@' }[what]
    await bank.call('PUT', `/v3/gn/pix/m${at}`, payoutBody(valor, `${key}b.example`))
  }
}

async function isUnderWay(bank: BankClient): Promise<boolean> {
  const page = await (await fetch(`${bank.url}/movimento`)).text()
  const { data } = (await bank.call('GET', '/sandbox/payments')).body
  const open = data.filter((one: { status: string }) => one.status === 'EM_PROCESSAMENTO')
  const awaited = data.filter(
    (one: { pixKey: string; returned: string; amount: string }) =>
      one.pixKey.startsWith('parcial@') && one.returned === '0.00' && one.amount !== '0.01',
  )
  return open.length > 0 || awaited.length > 0 || page.includes('Em devolução')
}

/** The sum over the bank's own books, which knows nothing of how the balance is kept. */
async function expectedBalance(bank: BankClient): Promise<Centavos> {
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const incomingPayments = (await bank.call('GET', '/sandbox/receipts')).body.data
  const payments = (await bank.call('GET', '/sandbox/payments')).body.data
  let balance = 100_000_000n
  for (const { amount, returned } of incomingPayments) balance += cents(amount) - cents(returned)
  for (const { amount, returned, status } of payments)
    if (status === 'REALIZADO') balance += cents(returned) - cents(amount)
  return centavos(balance)
}
