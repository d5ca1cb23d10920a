// Everything that goes over the wire between the gateway and the bank, judged by the Central Bank's own description. Skipped where that
// file is not at hand.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { centavos } from '#kernel/money.ts'
import { openBcb } from '#psp/adapters/bcb.ts'
import { openHttp } from '../psp/fake-psp.ts'
import { openWire } from '../psp/faulty-wire.ts'
import { type Exchange, openReference, type Reference, referencePath } from './bcb-reference.ts'
import {
  type BankClient,
  cobBody,
  EVER,
  freshId,
  KEY,
  openReceiver,
  openTestBank,
  register,
  tokenOf,
  until,
} from './test-bank.ts'
import { ASKED, COB_CHANGES, DEBTOR, DEVOLUCOES, HEARD, WRONG, WRONGLY_ASKED } from './wire-cases.ts'

const path = referencePath()
const skip =
  path === null
    ? 'the reference is not here: set BCB_PIX_API_YAML to the path of bcb-pix-api-2.9.0.yaml, or put it into reference/'
    : false

let reference: Reference
if (path !== null) reference = openReference(path)

const NOBODY = `E${'0'.repeat(31)}`

/** Calls the bank, and demands of the answer, and of a request that is accepted, that they are as described. */
function witness(bank: BankClient, heard: Set<string> = new Set()) {
  return async (method: string, called: string, asked?: unknown, headers: Record<string, string> = {}) => {
    const { status, type, body } = await bank.call(method, `/v2${called}`, asked, headers)
    const exchange: Exchange = { method, path: called, asked, status, mediaType: type, answered: body }
    const about = `${method} ${called} ${JSON.stringify(asked)} -> ${status} ${JSON.stringify(body)}`
    assert.deepEqual(reference.ofAnswer(exchange), [], about)
    if (status < 300) assert.deepEqual(reference.ofRequest(exchange), [], about)
    heard.add(`${reference.operationOf(exchange)} ${status}`)
    return { status, body }
  }
}

const ready = async (t: TestContext) => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  return bank
}

describe('the wire as the Central Bank describes it', { skip }, () => {
  it('is what every operation of the bank answers, whether it accepts or refuses the request', async t => {
    const bank = await ready(t)
    const heard = new Set<string>()
    const request = witness(bank, heard)
    const txid = freshId('cob')
    const full = {
      devedor: DEBTOR,
      solicitacaoPagador: 'Pedido 17',
      infoAdicionais: [{ nome: 'Loja', valor: 'Centro' }],
    }
    await request('PUT', `/cob/${txid}`, cobBody('10.00', full))
    await request('PUT', `/cob/${txid}`, cobBody('10.00'))
    await request('PUT', `/cob/${freshId('cob')}`, {})
    const { body: cob } = await request(
      'POST',
      '/cob',
      cobBody('7.00', { valor: { original: '0.00', modalidadeAlteracao: 1 } }),
    )
    await request('POST', '/cob', cobBody('0.00'))
    await request('PATCH', `/cob/${txid}`, { valor: { original: '12.00' } })
    await request('PATCH', `/cob/${txid}`, { chave: 'other@example.com' })
    await request('PATCH', `/cob/${freshId('cob')}`, {})
    await request('GET', `/cob/${freshId('cob')}`)
    await request('GET', `/cob/${txid}?revisao=0`)
    const removed = freshId('cob')
    await request('PUT', `/cob/${removed}`, cobBody('1.00'))
    await request('PATCH', `/cob/${removed}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
    await request('GET', `/cob/${removed}`)

    const pay = async (body: object) => (await bank.call('POST', '/sandbox/pay', body)).body.endToEndId
    const first = await pay({
      pixCopiaECola: (await request('GET', `/cob/${txid}`)).body.pixCopiaECola,
      message: 'Obrigada',
    })
    const company = { name: 'Loja LTDA', document: '11222333000181' }
    const second = await pay({ pixCopiaECola: cob.pixCopiaECola, amount: '3.00', payer: company })
    await request('GET', `/pix/${second}`)
    await request('GET', `/pix/${NOBODY}`)
    await request('PUT', `/pix/${first}/devolucao/one`, { valor: '2.00', natureza: 'ORIGINAL', descricao: 'Frete' })
    await request('PUT', `/pix/${first}/devolucao/one`, { valor: '2.00' })
    await request('PUT', `/pix/${first}/devolucao/two`, { valor: '999.00' })
    await request('PUT', `/pix/${NOBODY}/devolucao/one`, { valor: '1.00' })
    await until('the return to be settled', async () => {
      const { body } = await request('GET', `/pix/${first}/devolucao/one`)
      return body.status === 'DEVOLVIDO'
    })
    await bank.call('POST', '/sandbox/refund', { endToEndId: first, amount: '1.00', natureza: 'MED_FRAUDE' })
    await request('GET', `/pix/${first}/devolucao/three`)
    await request('GET', `/pix/${first}`)
    await request('GET', `/cob/${txid}`)

    const period = `?${EVER}`
    for (const list of ['/cob', '/pix', '/webhook']) {
      await request('GET', `${list}${period}`)
      await request('GET', `${list}${period}&paginacao.paginaAtual=3&paginacao.itensPorPagina=1`)
      await request('GET', `${list}${period}&paginacao.itensPorPagina=0`)
      await request('GET', `${list}?inicio=2030-01-01T00:00:00Z&fim=2029-01-01T00:00:00Z`)
    }
    await request('GET', `/cob${period}&cpf=${DEBTOR.cpf}&locationPresente=true&status=CONCLUIDA`)
    await request('GET', `/cob${period}&cpf=${DEBTOR.cpf}&cnpj=11222333000181`)
    await request('GET', `/pix${period}&txid=${txid}&txIdPresente=true&devolucaoPresente=true`)
    await request('GET', `/pix${period}&cnpj=11222333000181`)

    await request('GET', '/webhook')
    await request('GET', `/webhook/${KEY}`)
    await request('PUT', '/webhook/other@example.com', { webhookUrl: 'https://pix.example.com/api' })
    await request('PUT', `/webhook/${KEY}`, { webhookUrl: 'https://pix.example.com/api' })
    await request('DELETE', `/webhook/${KEY}`)
    await request('DELETE', `/webhook/${KEY}`)
    await request('GET', `/webhook/${KEY}`)

    const strange = { authorization: 'Bearer nothing' }
    await request('GET', `/cob/${txid}`, undefined, strange)
    const narrow = { authorization: `Bearer ${await tokenOf(bank.url, 'pix.read')}` }
    await request('GET', `/cob/${txid}`, undefined, narrow)
    await bank.call('POST', '/sandbox/faults', { on: 'GET /cob/:txid', fate: '503' })
    await request('GET', `/cob/${txid}`)

    assert.deepEqual([...heard].sort(), HEARD)
  })

  it('is what the bank accepts: whatever it takes, the description takes too', async t => {
    const bank = await ready(t)
    const request = witness(bank)
    const taken: number[] = []
    for (const change of COB_CHANGES) {
      const body = { ...cobBody('10.00'), ...change }
      taken.push((await request('PUT', `/cob/${freshId('cob')}`, body)).status)
      taken.push((await request('POST', '/cob', body)).status)
      const { body: cob } = await request('POST', '/cob', cobBody('5.00'))
      taken.push((await request('PATCH', `/cob/${cob.txid}`, change)).status)
    }
    for (const txid of ['a'.repeat(25), 'a'.repeat(36), `${'a'.repeat(26)}-`, 'a'.repeat(26), 'a'.repeat(35)])
      taken.push((await request('PUT', `/cob/${txid}`, cobBody('1.00'))).status)
    const { body: cob } = await request('POST', '/cob', cobBody('100.00'))
    const paid = await bank.call('POST', '/sandbox/pay', { pixCopiaECola: cob.pixCopiaECola })
    for (const [at, body] of DEVOLUCOES.entries())
      taken.push((await request('PUT', `/pix/${paid.body.endToEndId}/devolucao/d${at}`, body)).status)
    for (const id of ['a'.repeat(35), 'a'.repeat(36), 'a-b', 'a%20b'])
      taken.push((await request('PUT', `/pix/${paid.body.endToEndId}/devolucao/${id}`, { valor: '0.01' })).status)
    for (const webhookUrl of ['https://a.example/x', 'http://127.0.0.1:9/x?y=', 'a.example', 'https://a b', 7, null])
      taken.push((await request('PUT', `/webhook/${KEY}`, { webhookUrl })).status)
    assert.deepEqual(new Set(taken), new Set([200, 201, 400]))
  })

  it('is a judge that has something to say', () => {
    for (const [exchange, complaint] of WRONG) assert.match(reference.ofAnswer(exchange).join('; '), complaint)
    for (const [request, complaint] of WRONGLY_ASKED)
      assert.match(reference.ofRequest(request).join('; '), complaint, JSON.stringify(request))
  })

  it('is what the callbacks of received Pix look like', async t => {
    const bank = await openTestBank(t)
    const bodies: unknown[] = []
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.end()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    await register(bank, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
    await bank.call('POST', '/sandbox/settings', { tariffs: { received: '0.10' } })
    const { body: cob } = await bank.call('POST', '/v2/cob', cobBody('10.00'))
    const { body: pix } = await bank.call('POST', '/sandbox/pay', { pixCopiaECola: cob.pixCopiaECola })
    await bank.call('PUT', `/v2/pix/${pix.endToEndId}/devolucao/a`, { valor: '4.00' })
    await until('both callbacks', () => bodies.length === 2)
    for (const body of bodies) assert.deepEqual(reference.ofCallback(body), [])
  })

  it('is what the gateway requests: of a charge, of what arrived, of a return and of its callbacks', async t => {
    const bank = await openTestBank(t)
    await register(bank, await openReceiver(t))
    await using wire = await openWire(bank.url)
    const { payIn, registerCallbacks, findCallbacks } = openBcb({ http: openHttp(t, wire.url), pixKey: KEY })
    const request = { amount: centavos(12_345), expiresInSeconds: 3_600 }
    const payers = [
      undefined,
      { name: 'Maria Silva', document: '12345678909' },
      { name: `Loja ${'x'.repeat(300)}`, document: '11222333000181' },
    ]
    for (const payer of payers) {
      const txid = freshId('cob')
      const created = await payIn.createCharge({ txid, ...request, ...(payer && { payer }) })
      assert.equal(created.kind, 'done')
      assert.equal((await payIn.findCharge(txid)).kind, 'done')
      assert.equal((await payIn.removeCharge(txid)).kind, 'done')
    }
    const { body: cob } = await bank.call('POST', '/v2/cob', cobBody('10.00'))
    const { body: pix } = await bank.call('POST', '/sandbox/pay', { pixCopiaECola: cob.pixCopiaECola })
    const { endToEndId } = pix
    const refund = { endToEndId, amount: centavos(250) }
    assert.equal((await payIn.refund({ ...refund, refundId: 'a'.repeat(35) })).kind, 'done')
    assert.equal((await payIn.refund({ ...refund, refundId: 'b', description: 'x'.repeat(140) })).kind, 'done')
    assert.equal((await payIn.findRefund(endToEndId, 'b')).kind, 'done')
    assert.equal((await payIn.findReceived(endToEndId)).kind, 'done')
    const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2126-01-01T00:00:00Z') }
    assert.equal((await payIn.listReceived(period, 0)).kind, 'done')
    assert.equal((await registerCallbacks('https://gateway.example.com/callbacks/psp/token')).kind, 'done')
    assert.equal((await findCallbacks()).kind, 'done')

    const asked = wire.passed.filter(passage => passage.path.startsWith('/v2/'))
    for (const { method, path, asked: body } of asked) {
      const request = { method, path: path.replace('/v2', ''), asked: body === '' ? undefined : JSON.parse(body) }
      assert.deepEqual(reference.ofRequest(request), [], `${method} ${path} ${body}`)
    }
    assert.deepEqual(new Set(asked.map(({ method, path }) => `${method} ${path.split('/')[2]?.split('?')[0]}`)), ASKED)
  })
})
