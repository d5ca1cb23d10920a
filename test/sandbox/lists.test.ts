import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import {
  type BankClient,
  EVER,
  openReceiver,
  openTestBank,
  paid,
  payoutBody,
  register,
  tokenOf,
  until,
} from './test-bank.ts'

const RECEIVED = '/v2/pix'
const SENT = '/v2/gn/pix/enviados'

const page = async (bank: BankClient, path: string, number: number, size: number) => {
  const paging = `paginacao.paginaAtual=${number}&paginacao.itensPorPagina=${size}`
  const answer = await bank.call('GET', `${path}?${EVER}&${paging}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const ids = (pix: { endToEndId: string }[]) => pix.map(({ endToEndId }) => endToEndId)

test('what was received and what was sent are listed page by page, oldest first, each entry once', async t => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  for (let at = 0; at < 5; at++) {
    await paid(bank, '1.00')
    await bank.call('PUT', `/v3/gn/pix/p${at}`, payoutBody('1.00', 'a@b.example'))
    await bank.advance(1)
  }
  for (const path of [RECEIVED, SENT]) {
    const pages = await Promise.all([0, 1, 2, 3].map(number => page(bank, path, number, 2)))
    for (const [number, { parametros }] of pages.entries()) {
      const { inicio, fim, paginacao } = parametros
      assert.deepEqual([inicio, fim], ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'])
      assert.deepEqual(paginacao, {
        paginaAtual: number,
        itensPorPagina: 2,
        quantidadeDePaginas: 3,
        quantidadeTotalDeItens: 5,
      })
    }
    assert.deepEqual(
      pages.map(({ pix }) => pix.length),
      [2, 2, 1, 0],
    )
    const whole = await bank.call('GET', `${path}?${EVER}`)
    assert.deepEqual(whole.body.parametros.paginacao, {
      paginaAtual: 0,
      itensPorPagina: 100,
      quantidadeDePaginas: 1,
      quantidadeTotalDeItens: 5,
    })
    assert.deepEqual(ids(pages.flatMap(({ pix }) => pix)), ids(whole.body.pix))
    assert.equal(new Set(ids(whole.body.pix)).size, 5)
    const outOfRange = await bank.call('GET', `${path}?${EVER}&paginacao.itensPorPagina=1001`)
    assert.equal(outOfRange.status, 400)
  }
})

test('both ends of the period belong to it', async t => {
  const bank = await openTestBank(t, { clock: () => new Date('2026-03-02T12:00:00Z') })
  await register(bank, await openReceiver(t))
  await paid(bank, '1.00')
  await bank.call('PUT', '/v3/gn/pix/x', payoutBody('1.00', 'a@b.example'))
  const count = async (path: string, inicio: string, fim: string) =>
    (await bank.call('GET', `${path}?inicio=${inicio}&fim=${fim}`)).body.pix.length
  for (const path of [RECEIVED, SENT]) {
    assert.equal(await count(path, '2026-03-02T12:00:00Z', '2026-03-02T12:00:00Z'), 1)
    assert.equal(await count(path, '2026-03-02T09:00:00-03:00', '2026-03-02T12:00:01Z'), 1)
    assert.equal(await count(path, '2026-03-02T11:00:00Z', '2026-03-02T11:59:59.999Z'), 0)
    assert.equal(await count(path, '2026-03-02T12:00:00.001Z', '2026-03-02T13:00:00Z'), 0)
  }
})

test('returns are inside the entries of both lists, and a payment without any has none', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const [whole, none] = [await paid(bank, '10.00'), await paid(bank, '10.00')]
  await bank.call('PUT', `/v2/pix/${whole.endToEndId}/devolucao/a`, { valor: '4.00' })
  await bank.call('PUT', `/v2/pix/${whole.endToEndId}/devolucao/b`, { valor: '6.00' })
  const sent = (await bank.call('PUT', '/v3/gn/pix/x', payoutBody('10.00', 'a@b.example'))).body.e2eId
  await bank.call('PUT', '/v3/gn/pix/y', payoutBody('10.00', 'a@b.example'))
  await receiver.arrived(6)
  await bank.call('POST', '/sandbox/refund', { endToEndId: sent, amount: '2.50' })

  const received = (await bank.call('GET', `${RECEIVED}?${EVER}`)).body.pix
  const [first, second] = [whole, none].map(({ endToEndId }) =>
    received.find((one: { endToEndId: string }) => one.endToEndId === endToEndId),
  )
  assert.deepEqual(
    first.devolucoes.map((one: { id: string; valor: string; status: string }) => [one.id, one.valor, one.status]),
    [
      ['a', '4.00', 'DEVOLVIDO'],
      ['b', '6.00', 'DEVOLVIDO'],
    ],
  )
  assert.ok(first.devolucoes.every((one: { rtrId: string }) => /^D[a-zA-Z0-9]{31}$/.test(one.rtrId)))
  assert.equal(second.devolucoes, undefined)

  const [x, y] = (await bank.call('GET', `${SENT}?${EVER}`)).body.pix
  assert.equal(x.devolucoes.length, 1)
  const [{ rtrId, valor, horario }] = x.devolucoes
  assert.match(rtrId, /^D[a-zA-Z0-9]{31}$/)
  assert.deepEqual([valor, Number.isNaN(Date.parse(horario.liquidacao)), y.devolucoes], ['2.50', false, undefined])
})

test('a payout that is hidden is in the list from the moment at which lookups know it', async t => {
  const bank = await openTestBank(t, { clock: () => new Date('2026-03-02T12:00:00Z') })
  await register(bank, await openReceiver(t))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(bank.url)}` }
  const silent = request(`${bank.url}/v3/gn/pix/hidden`, { method: 'PUT', headers })
  silent.on('error', () => undefined)
  silent.end(JSON.stringify(payoutBody('7.00', 'tardia@b.example')))
  t.after(() => silent.destroy())
  await until('the bank to have executed it', async () =>
    (await bank.call('GET', '/sandbox/payments')).body.data.some(
      (one: { idEnvio: string }) => one.idEnvio === 'hidden',
    ),
  )
  const listed = async () => (await bank.call('GET', `${SENT}?${EVER}`)).body
  const known = async () => (await bank.call('GET', `${SENT}/id-envio/hidden`)).status
  assert.deepEqual([(await listed()).pix, await known()], [[], 404])
  assert.equal((await listed()).parametros.paginacao.quantidadeTotalDeItens, 0)
  await bank.advance(29.999)
  assert.deepEqual([(await listed()).pix, await known()], [[], 404])
  await bank.advance(0.001)
  const { pix, parametros } = await listed()
  assert.deepEqual([pix.length, pix[0].idEnvio, pix[0].valor, await known()], [1, 'hidden', '7.00', 200])
  assert.equal(parametros.paginacao.quantidadeTotalDeItens, 1)
})
