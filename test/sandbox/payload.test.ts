// The payload of a code: an app that reads it finds payee and amount, signed, and the key to prove it.
import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { openReference, referencePath } from './bcb-reference.ts'
import { type BankClient, createCob, openTestBank, send } from './test-bank.ts'

const partOf = (jws: string, n: number) => JSON.parse(Buffer.from(jws.split('.')[n] ?? '', 'base64url').toString())

/** As a payer's bank does it: from the code alone. */
async function read(brCode: string) {
  const { url } = parseBrCode(brCode) ?? assert.fail()
  return send(`http://${url}`, 'GET')
}

const charge = (bank: BankClient, more = {}) =>
  createCob(bank, '123.45', {
    solicitacaoPagador: 'Pedido 17',
    devedor: { cpf: '12345678909', nome: 'Maria' },
    ...more,
  })

test('the payload is signed as the manual requires, by a key that is published', async t => {
  const bank = await openTestBank(t)
  const { pixCopiaECola } = await charge(bank)
  const answer = await read(pixCopiaECola)
  assert.deepEqual([answer.status, answer.type.split(';')[0]], [200, 'application/jose'])
  const { alg, typ, kid, jku, x5t } = partOf(answer.text, 0)
  assert.deepEqual([alg, typ], ['RS256', 'JWS'])
  assert.equal(new URL(jku).origin, bank.url)
  const { keys } = (await send(jku, 'GET')).body
  const key = keys.find((one: { kid: string }) => one.kid === kid)
  const [text, signature] = [answer.text.split('.').slice(0, 2).join('.'), answer.text.split('.')[2] ?? '']
  const isSigned = (of: string) =>
    verify('RSA-SHA256', Buffer.from(of), createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'))
  assert.ok(isSigned(text))
  assert.ok(!isSigned(text.slice(0, -1)))
  const certificate = new X509Certificate(Buffer.from(key.x5c[0], 'base64'))
  assert.equal(x5t, createHash('sha1').update(certificate.raw).digest('base64url'))
  assert.equal(key.d, undefined)
})

test('the payload shows the charge in its present state, also when it is paid or was changed', async t => {
  const bank = await openTestBank(t, { clock: () => new Date('2026-03-02T12:00:00Z') })
  const { txid, chave, pixCopiaECola, calendario } = await charge(bank)
  const callback = async () => partOf((await read(pixCopiaECola)).text, 1)
  await bank.advance(60)
  assert.deepEqual(await callback(), {
    calendario: { criacao: calendario.criacao, apresentacao: '2026-03-02T12:01:00.000Z', expiracao: 3_600 },
    txid,
    revisao: 0,
    status: 'ATIVA',
    valor: { original: '123.45' },
    chave,
    devedor: { cpf: '12345678909', nome: 'Maria' },
    solicitacaoPagador: 'Pedido 17',
  })
  await bank.call('PATCH', `/v2/cob/${txid}`, { valor: { original: '99.00' } })
  assert.deepEqual((await callback()).valor, { original: '99.00' })
  await bank.call('POST', '/sandbox/pay', { pixCopiaECola })
  const { status, revisao } = await callback()
  assert.deepEqual([status, revisao], ['CONCLUIDA', 1])
})

test('the payload is as the Central Bank describes it', { skip: referencePath() === null && 'no file' }, async t => {
  const bank = await openTestBank(t)
  const { text } = await read((await charge(bank)).pixCopiaECola)
  const exchange = {
    method: 'GET',
    path: '/0123',
    status: 200,
    mediaType: 'application/jose',
    answered: partOf(text, 1),
  }
  assert.deepEqual(openReference(referencePath() ?? '').ofAnswer(exchange), [])
})

test('an unknown token has no payload', async t => {
  const bank = await openTestBank(t)
  for (const token of ['0'.repeat(32), '%25', 'x', '_'.repeat(32)]) {
    const { status, body } = await send(`${bank.url}/qr/v2/${token}`, 'GET')
    assert.deepEqual([status, body.type.split('/').at(-1)], [404, 'CobPayloadNaoEncontrado'], token)
  }
})

test('the code of a location comes as text, as an image and as a page', async t => {
  const bank = await openTestBank(t)
  const { loc, pixCopiaECola } = await charge(bank)
  const { status, body } = await bank.call('GET', `/v2/loc/${loc.id}/qrcode`)
  assert.deepEqual([status, body.qrcode], [200, pixCopiaECola])
  const svg = Buffer.from(body.imagemQrcode.split('base64,')[1], 'base64').toString()
  assert.match(svg, /^<svg /)
  const page = await send(body.linkVisualizacao, 'GET')
  assert.equal(page.status, 200)
  assert.match(page.text, /123,45/)
  assert.equal((await bank.call('GET', '/v2/loc/zero/qrcode')).status, 400)
})
