import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centavos } from '#kernel/money.ts'
import { buildDynamicCode, buildRecurrenceCode, buildStaticCode } from '#kernel/pix/br-code.ts'
import { type BankClient, balanceOf, createCob, KEY, openReceiver, openTestBank, register } from './test-bank.ts'

const MERCHANT = { merchantName: 'PORTEIRA', merchantCity: 'SAO PAULO' }

const payWith = (bank: BankClient, body: object) => bank.call('POST', '/sandbox/pay', body)

test('a paid charge is CONCLUIDA, its Pix is found everywhere, and reported to the customer', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const { txid, pixCopiaECola } = await createCob(bank, '123.45')
  const before = Date.now()
  const payer = { name: 'Francisco da Silva', document: '529.982.247-25' }
  const { status, body: pix } = await payWith(bank, { pixCopiaECola, payer, message: 'Reforma do gateway' })
  assert.equal(status, 201)

  const { endToEndId, horario, ...rest } = pix
  assert.deepEqual(rest, {
    txid,
    valor: '123.45',
    componentesValor: { original: { valor: '123.45' } },
    chave: KEY,
    infoPagador: 'Reforma do gateway',
    gnExtras: { pagador: { nome: payer.name, cpf: '52998224725', codigoBanco: '99990002' } },
  })
  assert.match(endToEndId, /^E99990002\d{12}[a-zA-Z0-9]{11}$/)
  assert.equal(endToEndId.slice(9, 21), horario.replace(/\D/g, '').slice(0, 12))
  assert.ok(Date.parse(horario) >= before && Date.parse(horario) <= Date.now())

  assert.deepEqual((await bank.call('GET', `/v2/pix/${endToEndId}`)).body, pix)
  const cob = (await bank.call('GET', `/v2/cob/${txid}`)).body
  assert.equal(cob.status, 'CONCLUIDA')
  assert.equal(cob.revisao, 0)
  assert.deepEqual(cob.pix, [pix])
  assert.deepEqual(await receiver.arrived(1), [pix])
  assert.equal(receiver.calls[0]?.path, '/hook/pix')
  assert.equal(await balanceOf(bank), '1000123.45')
})

test('the suffix /pix is appended to the address as it is', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  const webhookUrl = `${receiver.url}/hook?hmac=abc&ignorar=`
  await bank.call('PUT', `/v2/webhook/${KEY}`, { webhookUrl })
  await payWith(bank, { pixCopiaECola: (await createCob(bank, '1.00')).pixCopiaECola })
  await receiver.arrived(1)
  assert.equal(receiver.calls[0]?.path, '/hook?hmac=abc&ignorar=/pix')
})

const refusal = async (bank: BankClient, body: object) => {
  const answer = await payWith(bank, body)
  assert.match(answer.type, /^application\/problem\+json/)
  assert.ok(answer.body.detail.length > 10)
  return `${answer.status} ${answer.body.type}`
}

test('a charge is paid once, unless a second buyer is requested', async t => {
  const bank = await openTestBank(t)
  const { txid, pixCopiaECola } = await createCob(bank, '10.00')
  assert.equal((await payWith(bank, { pixCopiaECola })).status, 201)
  assert.equal(await refusal(bank, { pixCopiaECola }), '409 urn:porteira:sandbox:already-paid')
  const again = await payWith(bank, { pixCopiaECola, again: true })
  assert.equal(again.status, 201)
  const { pix } = (await bank.call('GET', `/v2/cob/${txid}`)).body
  assert.deepEqual(
    pix.map((one: { txid: string; valor: string }) => [one.txid, one.valor]),
    [
      [txid, '10.00'],
      [txid, '10.00'],
    ],
  )
  assert.equal(pix[1].endToEndId, again.body.endToEndId)
  assert.equal(await balanceOf(bank), '1000020.00')
})

test('an expired or removed charge is not paid, unless a late buyer is requested', async t => {
  const bank = await openTestBank(t)
  const expired = await createCob(bank, '10.00', { calendario: { expiracao: 60 } })
  await bank.advance(60)
  const removed = await createCob(bank, '20.00')
  await bank.call('PATCH', `/v2/cob/${removed.txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  const pay = (cob: { pixCopiaECola: string }, more = {}) => ({ pixCopiaECola: cob.pixCopiaECola, ...more })

  assert.equal(await refusal(bank, pay(expired)), '409 urn:porteira:sandbox:expired')
  assert.equal(await refusal(bank, pay(removed)), '409 urn:porteira:sandbox:removed')
  assert.equal(await balanceOf(bank), '1000000.00')
  for (const cob of [expired, removed]) assert.equal((await payWith(bank, pay(cob, { late: true }))).status, 201)
  const status = async (txid: string) => (await bank.call('GET', `/v2/cob/${txid}`)).body.status
  assert.equal(await status(expired.txid), 'CONCLUIDA')
  assert.equal(await status(removed.txid), 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  assert.equal(await balanceOf(bank), '1000030.00')
})

test('the buyer pays what the charge says, or another amount, as a bank that errs would', async t => {
  const bank = await openTestBank(t)
  const fixed = await createCob(bank, '10.00')
  const open = await createCob(bank, '10.00', { valor: { original: '10.00', modalidadeAlteracao: 1 } })
  const free = await createCob(bank, '0.00', { valor: { original: '0.00', modalidadeAlteracao: 1 } })
  const request = (cob: { pixCopiaECola: string }, amount?: string) => ({ pixCopiaECola: cob.pixCopiaECola, amount })

  assert.equal((await payWith(bank, request(await createCob(bank, '10.00'), '9.99'))).body.valor, '9.99')
  assert.equal(await refusal(bank, request(free)), '400 urn:porteira:sandbox:invalid-amount')
  for (const wrong of ['0', '0.00', '-1.00', '1.001', '1,00', '1e3', ''])
    assert.equal(await refusal(bank, request(open, wrong)), '400 urn:porteira:sandbox:invalid-amount', wrong)
  assert.equal((await payWith(bank, request(fixed, '10'))).body.valor, '10.00')
  assert.equal((await payWith(bank, request(open, '7.5'))).body.valor, '7.50')
  assert.equal((await payWith(bank, request(free, '0.01'))).body.valor, '0.01')
  assert.equal(await balanceOf(bank), '1000027.50')
})

test('a static code of the customer is paid, and reported only when it carries a txid', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const silent = buildStaticCode({ ...MERCHANT, key: KEY, amount: centavos(250) })
  const callback = buildStaticCode({ ...MERCHANT, key: KEY, txid: 'mesa7' })
  const first = await payWith(bank, { pixCopiaECola: silent })
  assert.deepEqual([first.status, first.body.valor, first.body.txid], [201, '2.50', undefined])
  assert.equal(await refusal(bank, { pixCopiaECola: callback }), '400 urn:porteira:sandbox:amount-required')
  const second = await payWith(bank, { pixCopiaECola: callback, amount: '3.00' })
  assert.deepEqual([second.status, second.body.txid], [201, 'mesa7'])
  assert.equal((await payWith(bank, { pixCopiaECola: silent })).status, 201)
  assert.deepEqual(await receiver.arrived(1), [second.body])
  assert.equal(await balanceOf(bank), '1000008.00')
})

test('what is no code of this bank is refused with the reason', async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await createCob(bank, '1.00')
  const foreign = buildDynamicCode({ ...MERCHANT, url: 'pix.example.com/qr/v2/nothing' })
  const stranger = buildStaticCode({ ...MERCHANT, key: 'other@example.com', amount: centavos(100) })
  const recurrence = buildRecurrenceCode({ ...MERCHANT, recurrenceUrl: 'pix.example.com/qr/v2/rec/1' })
  const cases: [object, string][] = [
    [{ pixCopiaECola: 'hello' }, '400 urn:porteira:sandbox:unreadable-code'],
    [{ pixCopiaECola: pixCopiaECola.slice(0, -1) }, '400 urn:porteira:sandbox:unreadable-code'],
    [{ pixCopiaECola: foreign }, '404 urn:porteira:sandbox:unknown-code'],
    [{ pixCopiaECola: stranger }, '404 urn:porteira:sandbox:unknown-code'],
    [{ pixCopiaECola: recurrence }, '404 urn:porteira:sandbox:unknown-code'],
    [{ pixCopiaECola, payer: { name: 'A', document: '123' } }, '400 urn:porteira:sandbox:invalid-payer'],
    [{ pixCopiaECola, payer: { name: ' ', document: '12345678909' } }, '400 urn:porteira:sandbox:invalid-payer'],
    [{}, '400 https://pix.bcb.gov.br/api/v2/error/RequisicaoInvalida'],
    [{ pixCopiaECola, amout: '1.00' }, '400 https://pix.bcb.gov.br/api/v2/error/RequisicaoInvalida'],
    [{ pixCopiaECola, payer: 'Ana' }, '400 https://pix.bcb.gov.br/api/v2/error/RequisicaoInvalida'],
  ]
  for (const [body, expected] of cases) assert.equal(await refusal(bank, body), expected)
  assert.equal((await bank.call('GET', '/sandbox/receipts')).body.data.length, 0)
  assert.equal((await payWith(bank, { pixCopiaECola: ` ${pixCopiaECola}\n` })).status, 201)
})

test('a company with an alphanumeric CNPJ pays too', async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await createCob(bank, '1.00')
  const { body } = await payWith(bank, { pixCopiaECola, payer: { name: 'Empresa', document: '12.abc.345/01de-35' } })
  assert.deepEqual(body.gnExtras.pagador, { nome: 'Empresa', cnpj: '12ABC34501DE35', codigoBanco: '99990002' })
})
