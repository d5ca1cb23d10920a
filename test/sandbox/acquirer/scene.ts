// Charges at the acquirer of a test bank, and a server of a customer that hears its notices.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type Answer, type BankClient, basic, openTestBank, send, until } from '../test-bank.ts'

/** A Monday, at noon in São Paulo. */
const MONDAY = Date.parse('2026-11-23T15:00:00Z')

export interface Acquirer {
  bank: BankClient
  /** With a token of this API. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** The data of an answer that has to be a success. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
  data(method: string, path: string, body?: unknown): Promise<any>
  open(total: number, metadata?: object): Promise<number>
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  issue(id: number, more?: object): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  pay(request: object): Promise<any>
  moveTo(now: string): Promise<void>
  balance(): Promise<string>
  /** Its status, once it is this one. */
  reaches(id: number, status: string): Promise<void>
}

export const ADDRESS = {
  street: 'Rua das Flores',
  number: '220',
  neighborhood: 'Centro',
  zipcode: '01001000',
  city: 'São Paulo',
  state: 'SP',
}
export const PAYER = { name: 'Ana Souza', cpf: '52998224725', email: 'ana@example.com', address: ADDRESS }

export const billet = (more: object = {}) => ({
  payment: { banking_billet: { customer: PAYER, expire_at: '2026-11-30', ...more } },
})

let opened = 0

export async function openAcquirer(t: TestContext): Promise<Acquirer> {
  // It stands still unless it is moved: what was not read is told again after a while, and a busy machine may take that while.
  const bank = await openTestBank(t, { clock: () => new Date(MONDAY) })
  const token = async () => {
    const answer = await send(`${bank.url}/v1/authorize`, 'POST', { grant_type: 'client_credentials' }, basic())
    assert.equal(answer.status, 200, answer.text)
    return `Bearer ${answer.body.access_token}`
  }
  let authorization = await token()
  const call: Acquirer['call'] = (method, path, body) => bank.call(method, `/v1${path}`, body, { authorization })
  const data: Acquirer['data'] = async (method, path, body) => {
    const answer = await call(method, path, body)
    assert.deepEqual([answer.status, answer.body.code], [200, 200], answer.text)
    return answer.body.data
  }
  return {
    bank,
    call,
    data,
    async open(total, metadata) {
      opened += 1
      const items = [{ name: `Livro ${opened}`, value: total, amount: 1 }]
      return (await data('POST', '/charge', { items, ...(metadata && { metadata }) })).charge_id
    },
    issue: (id, more) => data('POST', `/charge/${id}/pay`, billet(more)),
    async pay(request) {
      const answer = await bank.call('POST', '/sandbox/boleto/pay', request)
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    },
    async moveTo(now) {
      await bank.call('POST', '/sandbox/clock', { now })
      authorization = await token()
    },
    balance: async () => (await bank.call('GET', '/health')).body.balance,
    reaches: (id, status) =>
      until(`the charge to be ${status}`, async () => (await data('GET', `/charge/${id}`)).status === status).then(
        () => undefined,
      ),
  }
}

export interface NoticeServer {
  url: string
  /** The bodies, as they came. */
  notices: string[]
}

export async function openNoticeServer(t: TestContext): Promise<NoticeServer> {
  const notices: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    assert.equal(request.headers['content-type'], 'application/x-www-form-urlencoded')
    notices.push(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cobranca`, notices }
}
