// The sandbox bank's MED: a payer disputes, the customer defends once and in time, the bank decides, and gives back itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEfi } from '#psp/adapters/efi.ts'
import { DIALECT_NAMES } from '../../sandbox/dialect/dialect.ts'
import { openHttp } from '../psp/fake-psp.ts'
import { type BankClient, KEY, openTestBank, paid, until } from './test-bank.ts'

const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z'

async function disputed(bank: BankClient, more = {}) {
  const { endToEndId } = await paid(bank, '50.00')
  const { status, body } = await bank.call('POST', '/sandbox/med', { endToEndId, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return { endToEndId, id: body.idInfracao as string, body }
}
const defend = (bank: BankClient, id: string) =>
  bank.call('POST', `/v2/gn/infracoes/${id}/defesa`, { analise: 'rejeitado', justificativa: 'Entregue.' })
const decide = (bank: BankClient, id: string, decision: string, more = {}) =>
  bank.call('POST', `/sandbox/med/${id}/decide`, { decision, ...more })
const statusAt = async (bank: BankClient, id: string) =>
  (await bank.call('GET', `/v2/gn/infracoes?${PERIOD}`)).body.infracoes.find(
    (one: { idInfracao: string }) => one.idInfracao === id,
  ).status

test('an infraction is listed by when it was opened, and defended once', async t => {
  const bank = await openTestBank(t)
  const { id, body } = await disputed(bank, { amount: '20.00', reason: 'GOLPE' })
  assert.deepEqual([body.valor, body.razao, body.status], ['20.00', 'GOLPE', 'ABERTA'])
  const none = await bank.call('GET', '/v2/gn/infracoes?inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z')
  assert.deepEqual([none.body.infracoes, none.body.parametros.paginacao.quantidadeTotalDeItens], [[], 0])
  assert.equal((await defend(bank, id)).status, 201)
  assert.equal(await statusAt(bank, id), 'EM_DEFESA')
  assert.equal((await defend(bank, id)).status, 409)
  assert.equal((await defend(bank, 'unknown')).status, 404)
  assert.equal((await bank.call('GET', `/v2/gn/infracoes?${PERIOD}`, undefined, { authorization: '' })).status, 401)
})

test('after its deadline it is not defended', async t => {
  const bank = await openTestBank(t)
  assert.equal((await defend(bank, (await disputed(bank, { deadlineSeconds: -60 })).id)).status, 422)
})

test('a bank that accepts gives back, in whole or in part; one that rejects or cancels does not', async t => {
  const bank = await openTestBank(t)
  const back = async (endToEndId: string) => {
    const { body } = await bank.call('GET', `/v2/pix/${endToEndId}`)
    return (body.devolucoes ?? []).map(({ valor, natureza }: Record<string, string>) => `${natureza} ${valor}`)
  }
  for (const [decision, more, status, given] of [
    ['accept', {}, 'ACEITA', ['MED_FRAUDE 50.00']],
    ['accept', { amount: '7.50' }, 'ACEITA', ['MED_FRAUDE 7.50']],
    ['reject', {}, 'REJEITADA', []],
    ['cancel', {}, 'CANCELADA_EFI', []],
  ] as const) {
    const { id, endToEndId } = await disputed(bank)
    assert.equal((await decide(bank, id, decision, more)).status, 200)
    assert.equal(await statusAt(bank, id), status)
    assert.deepEqual(await back(endToEndId), given)
    assert.equal((await decide(bank, id, decision)).status, 409)
  }
  assert.equal((await decide(bank, 'unknown', 'accept')).status, 404)
})

test('only what was paid can be disputed, unless an amount says what it was', async t => {
  const bank = await openTestBank(t)
  const endToEndId = 'E99990002202601011200abcdefghijk'
  assert.equal((await bank.call('POST', '/sandbox/med', { endToEndId })).status, 404)
  assert.equal((await bank.call('POST', '/sandbox/med', { endToEndId, amount: '1.00' })).status, 201)
  const { endToEndId: known } = await paid(bank, '5.00')
  assert.equal((await bank.call('POST', '/sandbox/med', { endToEndId: known, amount: '5.01' })).status, 422)
})

for (const dialect of DIALECT_NAMES)
  test(`the adapter reads them in the dialect ${dialect}, page by page, and its defence arrives`, async t => {
    const bank = await openTestBank(t, { dialect })
    const http = openHttp(t, bank.url, { tokenRequest: 'json', timeoutMs: 30_000 })
    const { disputes } = openEfi({ http, pixKey: KEY, itemsPerPage: 2 })
    assert.ok(disputes)
    const all = [await disputed(bank), await disputed(bank), await disputed(bank)]
    const period = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) }
    const callbacks = await Promise.all([0, 1].map(page => disputes.list(period, page)))
    const items = callbacks.flatMap(listed => (listed.kind === 'done' ? listed.value.items : []))
    assert.deepEqual(
      items.map(({ disputeId }) => disputeId),
      all.map(({ id }) => id),
    )
    const { endToEndId, body } = all[0] as (typeof all)[0]
    assert.deepEqual(items[0], {
      disputeId: body.idInfracao,
      endToEndId,
      amount: 50_00n,
      state: 'open',
      protocol: String(body.protocolo),
      // A whole number may be either.
      ...(dialect === 'efi' && { amountIfCentavos: 50n }),
      reason: dialect === 'efi' ? 'FRAUDE, golpe' : 'FRAUDE, GOLPE',
      openedAt: new Date(body.dadosAnalise.abertura),
      deadlineAt: new Date(body.dadosAnalise.prazoFinalizacao),
    })
    assert.equal((await disputes.defend(body.idInfracao, 'Entregue.')).kind, 'done')
    assert.equal((await disputes.defend(body.idInfracao, 'Entregue.')).kind, 'refused')
    await until('the defence', async () => (await statusAt(bank, body.idInfracao)) === 'EM_DEFESA')
  })
