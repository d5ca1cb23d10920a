// The two dialects of the sandbox bank: what one reports as the Central Bank prescribes, the other reports as Efí does.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { DialectName } from '../../sandbox/dialect/dialect.ts'
import {
  type BankClient,
  cobBody,
  createCob,
  fault,
  freshId,
  KEY,
  openReceiver,
  openTestBank,
  paid,
  payoutBody,
  register,
  tokenOf,
} from './test-bank.ts'

const UNKNOWN = 'E99990002202601011200abcdefghijk'

/** The status and the word of an answer: its `nome`, OAuth's error or the end of its problem's type. */
const refusal = ({ status, body }: Awaited<ReturnType<BankClient['call']>>) =>
  `${status} ${body?.nome ?? body?.error ?? body?.type?.split('/').at(-1)}`

interface Case {
  what: string
  request: (bank: BankClient) => ReturnType<BankClient['call']>
  bcb: string
  efi: string
}

const cob = (bank: BankClient, txid: string, body: object = cobBody('1.00')) =>
  bank.call('PUT', `/v2/cob/${txid}`, body)
const missing = (bank: BankClient, path: string) => bank.call('GET', path)

async function devolvedTwice(bank: BankClient) {
  const { endToEndId } = await paid(bank, '5.00')
  const devolve = () => bank.call('PUT', `/v2/pix/${endToEndId}/devolucao/a`, { valor: '1.00' })
  await devolve()
  return devolve()
}

async function defended(bank: BankClient, times: number, more = {}) {
  const { endToEndId } = await paid(bank, '5.00')
  const { body } = await bank.call('POST', '/sandbox/med', { endToEndId, ...more })
  const defend = () => bank.call('POST', `/v2/gn/infracoes/${body.idInfracao}/defesa`, DEFENCE)
  for (let time = 1; time < times; time++) await defend()
  return defend()
}
const DEFENCE = { analise: 'rejeitado', justificativa: 'Entregue.' }

async function removedTwice(bank: BankClient) {
  const { txid } = await createCob(bank, '1.00')
  const remove = () => bank.call('PATCH', `/v2/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  await remove()
  return remove()
}

const CASES: Case[] = [
  {
    what: 'a charge that is not there',
    request: bank => missing(bank, `/v2/cob/${freshId('x')}`),
    bcb: '404 CobNaoEncontrado',
    efi: '400 cobranca_nao_encontrada',
  },
  {
    what: 'a change of a charge that is not there',
    request: bank => bank.call('PATCH', `/v2/cob/${freshId('x')}`, {}),
    bcb: '404 CobNaoEncontrado',
    efi: '400 cobranca_nao_encontrada',
  },
  {
    what: 'a txid that was used',
    request: async bank => cob(bank, (await createCob(bank, '1.00')).txid),
    bcb: '400 CobOperacaoInvalida',
    efi: '409 txid_duplicado',
  },
  {
    what: 'a removal twice',
    request: removedTwice,
    bcb: '400 CobOperacaoInvalida',
    efi: '400 status_cobranca_invalido',
  },
  {
    what: 'a charge on a strange key',
    request: bank => cob(bank, freshId('x'), { ...cobBody('1.00'), chave: 'a@b.example' }),
    bcb: '400 CobOperacaoInvalida',
    efi: '400 chave_invalida',
  },
  {
    what: 'a charge of nothing',
    request: bank => cob(bank, freshId('x'), cobBody('0.00')),
    bcb: '400 CobOperacaoInvalida',
    efi: '400 valor_invalido',
  },
  {
    what: 'a body that is no JSON',
    request: bank => bank.call('PUT', `/v2/cob/${freshId('x')}`, '{', { 'content-type': 'application/json' }),
    bcb: '400 CobOperacaoInvalida',
    efi: '400 json_invalido',
  },
  {
    what: 'an unknown field',
    request: bank => cob(bank, freshId('x'), { ...cobBody('1.00'), notification_url: 'https://a.example' }),
    bcb: '201 undefined',
    efi: '400 json_invalido',
  },
  {
    what: 'a return with a description',
    request: async bank => {
      const { endToEndId } = await paid(bank, '5.00')
      return bank.call('PUT', `/v2/pix/${endToEndId}/devolucao/a`, { valor: '1.00', descricao: 'Frete' })
    },
    bcb: '201 undefined',
    efi: '400 json_invalido',
  },
  {
    what: 'a Pix that is not there',
    request: bank => missing(bank, `/v2/pix/${UNKNOWN}`),
    bcb: '404 PixNaoEncontrado',
    efi: '400 pix_nao_encontrado',
  },
  {
    what: 'a return that is not there',
    request: bank => missing(bank, `/v2/pix/${UNKNOWN}/devolucao/a`),
    bcb: '404 PixDevolucaoNaoEncontrada',
    efi: '400 devolucao_nao_encontrada',
  },
  {
    what: 'the id of a return that was used',
    request: devolvedTwice,
    bcb: '400 PixDevolucaoInvalida',
    efi: '409 devolucao_id_duplicado',
  },
  {
    what: 'a webhook that is not there',
    request: bank => missing(bank, `/v2/webhook/${KEY}`),
    bcb: '404 WebhookNaoEncontrado',
    efi: '400 webhook_nao_encontrado',
  },
  {
    what: 'a location that is not there',
    request: bank => missing(bank, '/v2/loc/99/qrcode'),
    bcb: '404 PayloadLocationNaoEncontrado',
    efi: '400 location_nao_encontrada',
  },
  {
    what: 'a sent Pix that is not there',
    request: bank => missing(bank, '/v2/gn/pix/enviados/id-envio/x'),
    bcb: '404 PixEnviadoNaoEncontrado',
    efi: '404 PixEnviadoNaoEncontrado',
  },
  {
    what: 'a defence of nothing',
    request: bank => bank.call('POST', '/v2/gn/infracoes/x/defesa', DEFENCE),
    bcb: '404 InfracaoNaoEncontrada',
    efi: '404 InfracaoNaoEncontrada',
  },
  {
    what: 'a second defence',
    request: bank => defended(bank, 2),
    bcb: '409 InfracaoOperacaoInvalida',
    efi: '409 InfracaoOperacaoInvalida',
  },
  {
    what: 'a defence too late',
    request: bank => defended(bank, 1, { deadlineSeconds: -60 }),
    bcb: '422 InfracaoOperacaoInvalida',
    efi: '422 InfracaoOperacaoInvalida',
  },
  {
    what: 'a token that is none',
    request: bank => bank.call('GET', '/v2/cob', undefined, { authorization: 'Bearer none' }),
    bcb: '401 AcessoNegado',
    efi: '401 invalid_token',
  },
  {
    what: 'a token for other things',
    request: async bank => {
      const authorization = `Bearer ${await tokenOf(bank.url, 'pix.read')}`
      return bank.call('GET', '/v2/cob', undefined, { authorization })
    },
    bcb: '403 AcessoNegado',
    efi: '403 insufficient_scope',
  },
  {
    what: 'a bank in trouble',
    request: async bank => {
      await fault(bank, 'GET /v2/gn/saldo', 500)
      return missing(bank, '/v2/gn/saldo')
    },
    bcb: '500 ErroInternoDoServidor',
    efi: '500 erro_aplicacao',
  },
  {
    what: 'a bank with an internal failure that did what was requested',
    request: async bank => {
      await fault(bank, 'GET /v2/gn/saldo', 503, { executed: true })
      return missing(bank, '/v2/gn/saldo')
    },
    bcb: '503 ServicoIndisponivel',
    efi: '503 erro_aplicacao',
  },
]

const open = (t: TestContext, dialect: DialectName) => openTestBank(t, { dialect })

for (const dialect of ['bcb', 'efi'] as const)
  describe(`refusals in the words of ${dialect}`, () => {
    for (const { what, request, ...expected } of CASES)
      it(`${what}: ${expected[dialect]}`, async t => {
        const answer = await request(await open(t, dialect))
        assert.equal(refusal(answer), expected[dialect])
        if (answer.status < 300) return
        const isProblem = answer.body.type !== undefined
        assert.equal(answer.type.split(';')[0], isProblem ? 'application/problem+json' : 'application/json')
        if ('nome' in answer.body) assert.deepEqual(Object.keys(answer.body), ['nome', 'mensagem'])
      })
  })

describe('what a sent Pix, an infraction and an address look like', () => {
  const scene = async (t: TestContext, dialect: DialectName) => {
    const bank = await open(t, dialect)
    const receiver = await openReceiver(t)
    const webhook = await bank.call('PUT', `/v2/webhook/${KEY}`, { webhookUrl: receiver.url })
    const accepted = await bank.call('PUT', '/v3/gn/pix/x', payoutBody('10.00', 'devolvida@b.example'))
    await receiver.arrived(1)
    await bank.advance(2)
    await receiver.arrived(2)
    const sent = (await bank.call('GET', '/v2/gn/pix/enviados/id-envio/x')).body
    const { endToEndId } = await paid(bank, '7.50')
    await bank.call('POST', '/sandbox/med', { endToEndId })
    const listed = await bank.call('GET', '/v2/gn/infracoes?inicio=2000-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z')
    const infraction = listed.body.infracoes[0]
    const defence = await bank.call('POST', `/v2/gn/infracoes/${infraction.idInfracao}/defesa`, DEFENCE)
    return { bank, webhook, accepted: accepted.body, sent, infraction, defence }
  }

  it('is text in the Central Bank’s words', async t => {
    const { webhook, accepted, sent, infraction, defence } = await scene(t, 'bcb')
    assert.equal(webhook.status, 200)
    assert.deepEqual([accepted.e2eId, accepted.endToEndId], [sent.endToEndId, undefined])
    assert.equal(typeof sent.devolucoes[0].horario.liquidacao, 'string')
    assert.deepEqual([infraction.valor, infraction.tipoSituacao], ['7.50', 'GOLPE'])
    assert.match(infraction.protocolo, /^MED\d+$/)
    assert.deepEqual([defence.status, defence.body.status], [201, 'EM_DEFESA'])
  })

  it('has numbers in Efí’s, and both names of an end-to-end id', async t => {
    const { bank, webhook, accepted, sent, infraction, defence } = await scene(t, 'efi')
    assert.equal(webhook.status, 201)
    assert.deepEqual([accepted.e2eId, accepted.endToEndId], [sent.endToEndId, sent.endToEndId])
    assert.match(sent.devolucoes[0].horario, /^20\d\d-/)
    assert.deepEqual([infraction.valor, infraction.tipoSituacao, typeof infraction.protocolo], [7.5, 'golpe', 'number'])
    assert.deepEqual(infraction.origem.nome, 'Pagador de Teste')
    for (const field of ['identificadorTicket', 'criadoEm', 'atualizadoEm']) assert.ok(field in infraction, field)
    assert.deepEqual([defence.status, defence.text], [201, ''])

    await bank.call('POST', '/sandbox/settings', { infractionAmounts: 'centavos' })
    const again = await bank.call('GET', '/v2/gn/infracoes?inicio=2000-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z')
    assert.equal(again.body.infracoes[0].valor, 750)
  })
})

it('a dialect is set while the bank runs, and a reset brings back the one that it was started with', async t => {
  const bank = await open(t, 'efi')
  const nobody = async () => (await missing(bank, `/v2/cob/${freshId('x')}`)).status
  const set = (dialect: string) => bank.call('POST', '/sandbox/settings', { dialect })
  assert.equal(await nobody(), 400)
  assert.equal((await set('bcb')).body.dialect, 'bcb')
  assert.equal(await nobody(), 404)
  await register(bank, await openReceiver(t))
  await bank.call('POST', '/sandbox/reset')
  assert.equal(await nobody(), 400)
})
