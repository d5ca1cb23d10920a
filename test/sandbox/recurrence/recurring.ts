// What the tests of recurring PIX at the bank share: recurrences, a receiver of their callbacks, days of a clock that stands still.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { BankSettings } from '../../../sandbox/bank.ts'
import { type BankClient, clientOf, freshId, openTestBank, until } from '../test-bank.ts'

/** A Monday, 09:00 in São Paulo. */
export const MONDAY = '2026-03-02T12:00:00Z'

export const PROBLEM = 'https://pix.bcb.gov.br/api/v2/error'

export const DEBTOR = { cpf: '12345678909', nome: 'Maria Silva' }

/** A bank whose clock stands still unless the test moves it; its client takes a new token where the clock has moved past the old one. */
export async function openStillBank(t: TestContext, settings: Partial<BankSettings> = {}): Promise<BankClient> {
  const bank = await openTestBank(t, { clock: () => new Date(MONDAY), ...settings })
  let client: BankClient = bank
  return {
    ...bank,
    async call(...request) {
      const answer = await client.call(...request)
      if (answer.status !== 401) return answer
      client = await clientOf(bank)
      return client.call(...request)
    },
  }
}

export const recBody = (more: object = {}) => ({
  vinculo: { contrato: '63100862', devedor: DEBTOR, objeto: 'Plano Ouro' },
  calendario: { dataInicial: '2026-03-10', periodicidade: 'MENSAL' },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'NAO_PERMITE',
  ...more,
})

/** The same with another debtor, whose name decides what becomes of it. */
export const bodyOf = (nome: string, more: object = {}) =>
  recBody({ vinculo: { contrato: '63100862', devedor: { ...DEBTOR, nome } }, ...more })

export async function createRec(bank: BankClient, body: object = recBody()) {
  const answer = await bank.call('POST', '/v2/rec', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export async function approvedRec(bank: BankClient, body: object = recBody(), accept: object = {}) {
  const { idRec } = await createRec(bank, body)
  const answer = await bank.call('POST', `/sandbox/app/rec/${idRec}/accept`, accept)
  assert.deepEqual([answer.status, answer.body.status], [200, 'APROVADA'], answer.text)
  return answer.body
}

export const recOf = async (bank: BankClient, idRec: string) => (await bank.call('GET', `/v2/rec/${idRec}`)).body

/** A charge of the first cycle of a monthly recurrence. */
export const chargeBody = (idRec: string, more: object = {}) => ({
  idRec,
  calendario: { dataDeVencimento: '2026-03-10' },
  valor: { original: '35.00' },
  recebedor: { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' },
  ...more,
})

export async function orderCharge(bank: BankClient, idRec: string, more: object = {}): Promise<string> {
  const txid = freshId('cobr')
  const answer = await bank.call('PUT', `/v2/cobr/${txid}`, chargeBody(idRec, more))
  assert.equal(answer.status, 201, answer.text)
  return txid
}

export const chargeOf = async (bank: BankClient, txid: string) => (await bank.call('GET', `/v2/cobr/${txid}`)).body

export async function moveTo(bank: BankClient, instant: string): Promise<void> {
  const moved = await bank.call('POST', '/sandbox/clock', { now: instant })
  assert.equal(moved.status, 200)
}

export interface Listener {
  readonly url: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
  readonly calls: { path: string; body: any }[]
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  arrived(count: number): Promise<any[]>
}

/** Registered for recurrences and their charges, and for the Pix of the key where `withPix` says so. */
export async function listen(t: TestContext, bank: BankClient): Promise<Listener> {
  const calls: Listener['calls'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
    response.writeHead(200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const topic of ['rec', 'cobr']) {
    const registered = await bank.call('PUT', `/v2/webhook${topic}`, { webhookUrl: `${url}/hook` })
    assert.ok(registered.status < 300, registered.text)
  }
  return {
    url,
    calls,
    async arrived(count) {
      await until(`${count} callbacks`, () => calls.length >= count)
      return calls
    },
  }
}

/** What a charge is when the bank has done all that is due by its clock. */
export async function settled(bank: BankClient, txid: string) {
  await until('the bank to have done what is due', async () => {
    const { now, nextDueAt } = (await bank.call('GET', '/sandbox/clock')).body
    return nextDueAt === null || nextDueAt > now
  })
  return chargeOf(bank, txid)
}
