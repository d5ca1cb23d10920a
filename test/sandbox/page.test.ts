import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '#kernel/html.ts'
import { centavos } from '#kernel/money.ts'
import { buildStaticCode } from '#kernel/pix/br-code.ts'
import { inReais, typedAmount } from '../../sandbox/page/words.ts'
import {
  type Answer,
  type BankClient,
  balanceOf,
  createCob,
  KEY,
  openTestBank,
  payoutBody,
  register,
  send,
  until,
} from './test-bank.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const open = (bank: BankClient, path = '/') => send(bank.url + path, 'GET')

const look = (bank: BankClient, code: string) => open(bank, `/?codigo=${encodeURIComponent(code)}`)

const press = (bank: BankClient, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send(`${bank.url}/pagar`, 'POST', new URLSearchParams(fields).toString(), { ...FORM, ...headers })

const textOf = ({ text }: Answer) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('every page is strict about what it may load, and has nothing inline', async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await createCob(bank, '1.00')
  const incomingPayment = (await press(bank, { codigo: pixCopiaECola })).headers.get('location') ?? ''
  for (const page of [await open(bank), await look(bank, pixCopiaECola), await open(bank, incomingPayment)]) {
    assert.equal(page.status, 200)
    assert.match(page.type, /^text\/html/)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*/)
    assert.doesNotMatch(page.text, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/)
    assert.match(page.text, /<html lang="pt-BR">/)
  }
  for (const [name, type] of [
    ['banco.css', /^text\/css/],
    ['banco.js', /^text\/javascript/],
    ['leitor.js', /^text\/javascript/],
    ['qr/decode.js', /^text\/javascript/],
    ['qr/index.js', /^text\/javascript/],
    ['marca.svg', /^image\/svg/],
  ] as const)
    assert.match((await open(bank, `/assets/${name}`)).type, type)
})

test('a code is looked at, paid, and receipted', async t => {
  const bank = await openTestBank(t)
  const { txid, pixCopiaECola } = await createCob(bank, '1234.56', { solicitacaoPagador: 'Pedido 42' })
  const shown = textOf(await look(bank, ` ${pixCopiaECola} `))
  for (const text of [
    'R$\u00a01.234,56'.replace('\u00a0', ' '),
    'PORTEIRA DEMONSTRACAO',
    '11.222.333/0001-81',
    'Pedido 42',
    txid,
    'Pagar até',
  ])
    assert.ok(shown.replaceAll('\u00a0', ' ').includes(text), text)
  const paid = await press(bank, { codigo: pixCopiaECola, pagador: '52998224725' })
  assert.equal(paid.status, 303)
  const { data } = (await bank.call('GET', '/sandbox/receipts')).body
  const location = paid.headers.get('location') ?? ''
  assert.equal(location, `/?recibo=${data[0].endToEndId}`)
  assert.deepEqual(data[0].payer, { name: 'Bruno Lima', document: '52998224725' })
  const incomingPayment = textOf(await open(bank, location))
  for (const text of ['Pix realizado', '1.234,56', 'Bruno Lima', '***.982.247-**', data[0].endToEndId])
    assert.ok(incomingPayment.includes(text), text)
  assert.match(textOf(await look(bank, pixCopiaECola)), /já foi paga/)
})

test('the buyer types an amount the Brazilian way: he must where the code leaves it to him, and may elsewhere', async t => {
  const bank = await openTestBank(t)
  const free = buildStaticCode({ key: KEY, merchantName: 'PORTEIRA', merchantCity: 'SAO PAULO' })
  const { pixCopiaECola } = await createCob(bank, '5.00')
  assert.match((await look(bank, free)).text, /name="valor"[^>]* required/)
  assert.doesNotMatch((await look(bank, pixCopiaECola)).text, /name="valor"[^>]* required/)
  for (const valor of ['', '0', '1,999', 'dez']) {
    const refused = await press(bank, { codigo: free, valor })
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /Informe um valor/)
  }
  assert.equal((await press(bank, { codigo: free, valor: 'R$ 1.234,5' })).status, 303)
  assert.equal((await press(bank, { codigo: pixCopiaECola, valor: '0,01' })).status, 303)
  assert.equal(await balanceOf(bank), '1001234.51')
})

test('another payer is typed in, and what was typed stays when it is refused', async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await createCob(bank, '5.00')
  const typed = { codigo: pixCopiaECola, nome: 'Dona "Rosa" <b>', documento: '111.444.777-36' }
  const refused = await press(bank, typed)
  assert.equal(refused.status, 422)
  assert.match(textOf(refused), /CPF ou CNPJ válido/)
  assert.ok(refused.text.includes('value="Dona &quot;Rosa&quot; &lt;b&gt;"'))
  assert.ok(refused.text.includes('value="111.444.777-36"'))
  assert.equal((await press(bank, { ...typed, documento: '111.444.777-35' })).status, 303)
  const page = await open(bank)
  assert.ok(page.text.includes('Dona &quot;Rosa&quot; &lt;b&gt;'))
  assert.ok(!page.text.includes('<b>"') && !page.text.includes('Rosa" <b>'))
})

test('an impatient buyer pays twice, and one who reads that it is paid pays again', async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await createCob(bank, '5.00')
  assert.equal((await press(bank, { codigo: pixCopiaECola, vezes: '2' })).status, 303)
  assert.equal(await balanceOf(bank), '1000010.00')
  assert.equal((await press(bank, { codigo: pixCopiaECola })).status, 422)
  assert.match((await look(bank, pixCopiaECola)).text, /Pagar de novo/)
  assert.equal((await press(bank, { codigo: pixCopiaECola, apesar: 'sim' })).status, 303)
  assert.equal(await balanceOf(bank), '1000015.00')
})

test('what came in and what went out is sent back with a button, once', async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await createCob(bank, '5.00')
  const { endToEndId } = (await bank.call('POST', '/sandbox/pay', { pixCopiaECola })).body
  const giveBack = () => send(`${bank.url}/devolver`, 'POST', new URLSearchParams({ endToEndId }).toString(), FORM)
  assert.match((await open(bank, '/extrato')).text, /action="\/devolver"/)
  assert.equal((await giveBack()).headers.get('location'), '/extrato')
  await until('the return to settle', async () => (await balanceOf(bank)) === '1000000.00')
  assert.equal((await giveBack()).status, 303)
  assert.equal(await balanceOf(bank), '1000000.00')
  const statement = await open(bank, '/extrato')
  assert.doesNotMatch(statement.text, /action="\/devolver"/)
  assert.match(textOf(statement), /Devolvido/)
})

test('what is no code, and what cannot be paid, is answered in Portuguese', async t => {
  const bank = await openTestBank(t)
  const wrong = await look(bank, '<script>alert(1)</script>')
  assert.equal(wrong.status, 422)
  assert.match(textOf(wrong), /não é um código Pix/)
  assert.ok(wrong.text.includes('&lt;script&gt;alert(1)') && !wrong.text.includes('<script>alert'))
  const { pixCopiaECola } = await createCob(bank, '5.00', { calendario: { expiracao: 1 } })
  await bank.advance(1)
  assert.match(textOf(await look(bank, pixCopiaECola)), /O prazo para pagar esta cobrança terminou/)
  const late = await press(bank, { codigo: pixCopiaECola })
  assert.deepEqual([late.status, await balanceOf(bank)], [422, '1000000.00'])
  assert.equal((await open(bank, '/?recibo=E0')).status, 404)
})

test("another page can neither pay nor reset the bank in its visitor's name", async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await createCob(bank, '5.00')
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site }
    assert.equal((await press(bank, { codigo: pixCopiaECola }, headers)).status, 403)
    assert.equal((await send(`${bank.url}/sandbox/pay`, 'POST', { pixCopiaECola }, headers)).status, 403)
    assert.equal((await send(`${bank.url}/sandbox/reset`, 'POST', undefined, headers)).status, 403)
    assert.equal((await send(bank.url, 'GET', undefined, headers)).status, 200)
  }
  assert.equal((await press(bank, { codigo: pixCopiaECola }, { 'sec-fetch-site': 'same-origin' })).status, 303)
})

test('the page shows what came in and what went out, newest first', async t => {
  const bank = await openTestBank(t, { latencyMs: 60_000 })
  assert.match(textOf(await open(bank)), /Ainda não houve movimento/)
  await register(bank, { url: 'http://127.0.0.1:1' })
  const { pixCopiaECola } = await createCob(bank, '5.00')
  const { endToEndId } = (await bank.call('POST', '/sandbox/pay', { pixCopiaECola })).body
  await bank.call('PUT', `/v2/pix/${endToEndId}/devolucao/a`, { valor: '1.00' })
  await bank.advance(1)
  await bank.call('PUT', '/v3/gn/pix/x', payoutBody('2.00', 'ana@b.example'))
  const text = textOf(await open(bank, '/movimento')).replaceAll('\u00a0', ' ')
  assert.match(text, /Saldo R\$ 1\.000\.003,00/)
  assert.match(text, /ana@b\.example − R\$ 2,00 .* Em processamento .* Pagador de Teste \+ R\$ 5,00 .* Em devolução/)
})

test('markup is made of templates, and texts are escaped wherever they are', () => {
  const bad = `<img src=x onerror="alert('1')">&`
  assert.equal(html`<p title="${bad}">${bad}</p>`.text.includes('<img'), false)
  assert.equal(html`${[html`<b>${'a'}</b>`, 'b<', null, false, undefined, 0]}`.text, '<b>a</b>b&lt;0')
})

test('amounts are written and read as Brazilians do', () => {
  const written: [bigint, string][] = [
    [1n, 'R$ 0,01'],
    [100_000n, 'R$ 1.000,00'],
    [99_999n, 'R$ 999,99'],
    [123_456_789n, 'R$ 1.234.567,89'],
    [-5n, '−R$ 0,05'],
  ]
  for (const [amount, text] of written) assert.equal(inReais(centavos(amount)).replace('\u00a0', ' '), text)
  const read: [string, string][] = [
    ['12,34', '12.34'],
    ['R$ 1.234,5', '1234.5'],
    ['12.34', '12.34'],
    ['10', '10'],
    ['1.2.3,4', '123.4'],
  ]
  for (const [typed, amount] of read) assert.equal(typedAmount(typed), amount)
})
