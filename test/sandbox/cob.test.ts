import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { type BankClient, cobBody, createCob, EVER, freshId, KEY, openTestBank, paid } from './test-bank.ts'

const PROBLEM = 'https://pix.bcb.gov.br/api/v2/error'

test('PUT /cob creates a charge in the form of the Central Bank', async t => {
  const bank = await openTestBank(t)
  const txid = freshId('txid')
  const asked = {
    calendario: { expiracao: 600 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: '37.00', modalidadeAlteracao: 0 },
    chave: KEY,
    solicitacaoPagador: 'Serviço realizado.',
    infoAdicionais: [{ nome: 'Pedido', valor: '42' }],
  }
  const { status, body } = await bank.call('PUT', `/v2/cob/${txid}`, asked)
  assert.equal(status, 201)
  const { calendario, loc, location, pixCopiaECola, ...rest } = body
  assert.deepEqual(rest, {
    txid,
    revisao: 0,
    status: 'ATIVA',
    devedor: asked.devedor,
    valor: asked.valor,
    chave: KEY,
    solicitacaoPagador: asked.solicitacaoPagador,
    infoAdicionais: asked.infoAdicionais,
  })
  assert.equal(calendario.expiracao, 600)
  assert.match(calendario.criacao, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(loc, { id: loc.id, location, tipoCob: 'cob', criacao: calendario.criacao, txid })
  assert.ok(Number.isSafeInteger(loc.id))
  assert.ok(location.length <= 77 && !location.includes('://'))

  const code = parseBrCode(pixCopiaECola)
  assert.equal(code?.kind, 'dynamic')
  assert.equal(code?.url, location)
  assert.deepEqual((await bank.call('GET', `/v2/cob/${txid}`)).body, body)
})

test('POST /cob leaves the txid to the bank, and a day is the usual expiration', async t => {
  const bank = await openTestBank(t)
  const one = await bank.call('POST', '/v2/cob', { ...cobBody('1.00'), calendario: {} })
  const other = await bank.call('POST', '/v2/cob', cobBody('1.00'))
  assert.deepEqual([one.status, other.status], [201, 201])
  assert.match(one.body.txid, /^[a-zA-Z0-9]{26,35}$/)
  assert.notEqual(one.body.txid, other.body.txid)
  assert.notEqual(one.body.location, other.body.location)
  assert.equal(one.body.calendario.expiracao, 86_400)
})

test('a txid is used once: the same PUT again is refused and changes nothing', async t => {
  const bank = await openTestBank(t)
  const { txid } = await createCob(bank, '10.00')
  const again = await bank.call('PUT', `/v2/cob/${txid}`, cobBody('99.00'))
  assert.equal(again.status, 400)
  assert.equal(again.body.type, `${PROBLEM}/CobOperacaoInvalida`)
  assert.equal(again.body.violacoes[0].propriedade, 'cob.txid')
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).body.valor.original, '10.00')
})

const cpf = (digits: string) => ({ devedor: { cpf: digits, nome: 'Alguém' } })

const REFUSED: [what: string, body: object, propriedade: string][] = [
  ['expiracao zero', cobBody('1.00', { calendario: { expiracao: 0 } }), 'cob.calendario.expiracao'],
  ['expiracao as text', cobBody('1.00', { calendario: { expiracao: '60' } }), 'cob.calendario.expiracao'],
  ['no calendario', { valor: { original: '1.00' }, chave: KEY }, 'cob.calendario'],
  ['amount zero', cobBody('0.00'), 'cob.valor.original'],
  ['amount without cents', cobBody('10'), 'cob.valor.original'],
  ['amount with one decimal', cobBody('10.5'), 'cob.valor.original'],
  ['amount of eleven digits', cobBody('12345678901.00'), 'cob.valor.original'],
  ['negative amount', cobBody('-1.00'), 'cob.valor.original'],
  ['amount as a number', cobBody('1.00', { valor: { original: 10 } }), 'cob.valor.original'],
  ['no valor', { calendario: {}, chave: KEY }, 'cob.valor'],
  [
    'modalidadeAlteracao 2',
    cobBody('1.00', { valor: { original: '1.00', modalidadeAlteracao: 2 } }),
    'cob.valor.modalidadeAlteracao',
  ],
  ['retirada', cobBody('1.00', { valor: { original: '0.00', retirada: { saque: {} } } }), 'cob.valor.retirada'],
  ['no chave', { calendario: {}, valor: { original: '1.00' } }, 'cob.chave'],
  ["somebody else's chave", cobBody('1.00', { chave: 'other@example.com' }), 'cob.chave'],
  ['devedor without document', cobBody('1.00', { devedor: { nome: 'Alguém' } }), 'cob.devedor'],
  [
    'devedor with both documents',
    cobBody('1.00', { devedor: { cpf: '12345678909', cnpj: '11222333000181', nome: 'A' } }),
    'cob.devedor',
  ],
  ['devedor without nome', cobBody('1.00', { devedor: { cpf: '12345678909' } }), 'cob.devedor.nome'],
  ['cpf with punctuation', cobBody('1.00', cpf('123.456.789-09')), 'cob.devedor.cpf'],
  ['cpf with wrong check digits', cobBody('1.00', cpf('12345678900')), 'cob.devedor.cpf'],
  [
    'cnpj with wrong check digits',
    cobBody('1.00', { devedor: { cnpj: '11222333000180', nome: 'A' } }),
    'cob.devedor.cnpj',
  ],
  ['solicitacaoPagador too long', cobBody('1.00', { solicitacaoPagador: 'x'.repeat(141) }), 'cob.solicitacaoPagador'],
  [
    '51 infoAdicionais',
    cobBody('1.00', { infoAdicionais: Array(51).fill({ nome: 'n', valor: 'v' }) }),
    'cob.infoAdicionais',
  ],
  ['infoAdicionais without valor', cobBody('1.00', { infoAdicionais: [{ nome: 'n' }] }), 'cob.infoAdicionais.0.valor'],
  ['a loc that does not exist', cobBody('1.00', { loc: { id: 12_345 } }), 'cob.loc.id'],
]

for (const [what, body, propriedade] of REFUSED)
  test(`a charge is refused, naming ${propriedade}: ${what}`, async t => {
    const bank = await openTestBank(t)
    const txid = freshId('bad')
    const answer = await bank.call('PUT', `/v2/cob/${txid}`, body)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.type, /^application\/problem\+json/)
    assert.equal(answer.body.type, `${PROBLEM}/CobOperacaoInvalida`)
    assert.equal(answer.body.status, 400)
    assert.ok(answer.body.title && answer.body.detail)
    assert.ok(
      answer.body.violacoes.some((violacao: { propriedade: string }) => violacao.propriedade === propriedade),
      answer.text,
    )
    assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).status, 404)
  })

test('a txid that is none, a body that is none and a charge that is none are told apart', async t => {
  const bank = await openTestBank(t)
  for (const txid of ['short', 'x'.repeat(36), 'with-hyphens-0000000000000000']) {
    const answer = await bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))
    assert.deepEqual([answer.status, answer.body.violacoes[0].propriedade], [400, 'cob.txid'])
  }
  const json = { 'content-type': 'application/json' }
  for (const body of ['{', '', '[]', 'null', '"text"', '{"__proto__":{}}']) {
    const answer = await bank.call('PUT', `/v2/cob/${freshId('x')}`, body, json)
    assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/CobOperacaoInvalida`], body)
  }
  const other = await bank.call('PUT', `/v2/cob/${freshId('x')}`, 'x', { 'content-type': 'text/plain' })
  assert.deepEqual([other.status, other.body.type], [415, `${PROBLEM}/RequisicaoInvalida`])
  const large = cobBody('1.00', { solicitacaoPagador: 'x'.repeat(65 * 1024) })
  assert.equal((await bank.call('PUT', `/v2/cob/${freshId('x')}`, large)).status, 413)
  for (const method of ['GET', 'PATCH']) {
    const answer = await bank.call(method, `/v2/cob/${freshId('x')}`, method === 'PATCH' ? {} : undefined)
    assert.deepEqual([answer.status, answer.body.type], [404, `${PROBLEM}/CobNaoEncontrado`])
  }
  for (const path of ['/v2/nothing', '/v2/cob/x/y', '/v1/cob', '/%zz']) {
    const answer = await bank.call('GET', path)
    assert.deepEqual([answer.status, answer.body.type], [404, `${PROBLEM}/NaoEncontrado`], path)
  }
})

test('PATCH revises field by field, counts revisions and keeps the earlier ones', async t => {
  const bank = await openTestBank(t)
  const { txid, pixCopiaECola, loc } = await createCob(bank, '10.00', { solicitacaoPagador: 'antes' })
  const patch = (body: object) => bank.call('PATCH', `/v2/cob/${txid}`, body)

  const one = await patch({ valor: { original: '12.34' } })
  assert.equal(one.status, 200)
  assert.deepEqual([one.body.revisao, one.body.valor.original, one.body.solicitacaoPagador], [1, '12.34', 'antes'])
  assert.equal(one.body.pixCopiaECola, pixCopiaECola)
  const two = await patch({ calendario: { expiracao: 60 }, devedor: { cnpj: '12ABC34501DE35', nome: 'Empresa' } })
  assert.deepEqual([two.body.revisao, two.body.calendario.expiracao, two.body.valor.original], [2, 60, '12.34'])
  assert.equal((await patch({ loc: { id: loc.id } })).body.revisao, 2)

  const revision = (number: number) => bank.call('GET', `/v2/cob/${txid}?revisao=${number}`)
  assert.deepEqual((await revision(0)).body.valor, { original: '10.00' })
  assert.equal((await revision(1)).body.calendario.expiracao, 3_600)
  assert.deepEqual((await revision(2)).body, two.body)
  const none = await revision(3)
  assert.deepEqual([none.status, none.body.type], [400, `${PROBLEM}/CobConsultaInvalida`])
})

test('fields that the form does not have are ignored and not kept', async t => {
  const bank = await openTestBank(t)
  const body = cobBody('1.00', {
    valor: { original: '1.00', extra: 1 },
    devedor: { cpf: '12345678909', nome: 'A', email: 'x' },
  })
  const { status, body: cob } = await bank.call('PUT', `/v2/cob/${freshId('extra')}`, { ...body, unknown: true })
  assert.equal(status, 201)
  assert.deepEqual([cob.valor, cob.devedor], [{ original: '1.00' }, { cpf: '12345678909', nome: 'A' }])
  assert.equal((await bank.call('PATCH', `/v2/cob/${cob.txid}`, { unknown: true })).body.revisao, 0)
})

test('a revision is refused where it breaks a rule, and the charge stays as it was', async t => {
  const bank = await openTestBank(t)
  const { txid } = await createCob(bank, '10.00')
  const taken = (await createCob(bank, '1.00')).loc.id
  const cases: [object, string][] = [
    [{ valor: { original: '0.00' } }, 'cob.valor.original'],
    [{ chave: 'other@example.com' }, 'cob.chave'],
    [{ status: 'CONCLUIDA' }, 'cob.status'],
    [{ status: 'REMOVIDA_PELO_PSP' }, 'cob.status'],
    [{ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', valor: { original: '5.00' } }, 'cob.status'],
    [{ loc: { id: taken } }, 'cob.loc.id'],
  ]
  for (const [body, propriedade] of cases) {
    const answer = await bank.call('PATCH', `/v2/cob/${txid}`, body)
    assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/CobOperacaoInvalida`])
    assert.equal(answer.body.violacoes[0].propriedade, propriedade)
  }
  const cob = (await bank.call('GET', `/v2/cob/${txid}`)).body
  assert.deepEqual([cob.revisao, cob.status, cob.valor.original], [0, 'ATIVA', '10.00'])
})

test('only an ATIVA charge can be changed or removed', async t => {
  const bank = await openTestBank(t)
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  const { txid } = await createCob(bank, '10.00')
  const removed = await bank.call('PATCH', `/v2/cob/${txid}`, removal)
  assert.deepEqual([removed.status, removed.body.status, removed.body.revisao], [200, removal.status, 1])
  const concluded = (await paid(bank, '10.00')).txid
  for (const one of [txid, concluded])
    for (const body of [removal, { valor: { original: '5.00' } }]) {
      const answer = await bank.call('PATCH', `/v2/cob/${one}`, body)
      assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/CobOperacaoInvalida`])
    }
})

test('an expired charge stays ATIVA', async t => {
  const bank = await openTestBank(t)
  const { txid } = await createCob(bank, '10.00', { calendario: { expiracao: 60 } })
  await bank.advance(61)
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).body.status, 'ATIVA')
})

test('what looks like SQL is only text', async t => {
  const bank = await openTestBank(t)
  const nasty = `'); drop table cob; --`
  const { txid, solicitacaoPagador } = await createCob(bank, '1.00', { solicitacaoPagador: nasty })
  assert.equal(solicitacaoPagador, nasty)
  await everythingAnswers(bank, encodeURIComponent(`x' or '1'='1`))
  assert.equal((await bank.call('GET', `/v2/cob/${txid}`)).body.solicitacaoPagador, nasty)
})

async function everythingAnswers(bank: BankClient, nasty: string): Promise<void> {
  const paths = [
    `cob/${nasty}`,
    `pix/${nasty}`,
    `gn/pix/enviados/${nasty}`,
    `gn/pix/enviados/id-envio/${nasty}`,
    `webhook/${nasty}`,
  ]
  for (const path of paths) assert.equal((await bank.call('GET', `/v2/${path}`)).status, 404, path)
  assert.deepEqual((await bank.call('GET', `/v2/cob?${EVER}&status=${nasty}`)).body.cobs, [])
}
