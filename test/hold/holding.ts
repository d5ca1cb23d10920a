// Two operators and the routes of manual holds.
import assert from 'node:assert/strict'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'

export const ORDER = {
  reason: 'JUDICIAL',
  amount: 60_00,
  document: '0001234-55.2026.8.26.0100',
  note: 'O oficial entregou hoje.',
}

export interface Operators {
  olga: Person
  otto: Person
  /** Proposed by the first of them. */
  place(accountId: number, more?: Record<string, unknown>): Promise<Answer>
  change(what: 'lift' | 'take', order: Order, more?: Record<string, unknown>): Promise<Answer>
  /** By the second of them. */
  confirm(proposal: { id: number }, reason?: string): Promise<Answer>
  /** Proposed, confirmed, and read. */
  placed(accountId: number, more?: Record<string, unknown>): Promise<Order>
  changed(what: 'lift' | 'take', order: Order, more?: Record<string, unknown>): Promise<Order>
  read(order: Pick<Order, 'accountId' | 'id'>): Promise<Order>
  /** A member who may only read that account. */
  memberOf(accountId: number): Promise<Pick<Person, 'call'>>
}

export interface Order {
  accountId: number
  id: string
  state: string
  held: number
  lacking: number
  lifted: number
  taken: number
}

export async function openHoldOperations(gateway: TestGateway): Promise<Operators> {
  const olga = await registerOperator(gateway)
  const otto = await registerOperator(gateway)
  const orderAt = ({ accountId, id }: Pick<Order, 'accountId' | 'id'>) => `/api/admin/hold-orders/${accountId}/${id}`
  const operators: Operators = {
    olga,
    otto,
    place: (accountId, more = {}) => olga.call('POST', `/api/admin/accounts/${accountId}/holds`, { ...ORDER, ...more }),
    change: (what, order, more = {}) =>
      olga.call('POST', `${orderAt(order)}/${what}`, { reason: 'O juiz decidiu assim.', ...more }),
    confirm: ({ id }, reason = 'Conferido.') => otto.call('POST', `/api/admin/proposals/${id}/confirm`, { reason }),
    async placed(accountId, more) {
      const { outcome } = await confirmed(await operators.place(accountId, more))
      return operators.read({ accountId, id: outcome.orderId })
    },
    async changed(what, order, more) {
      await confirmed(await operators.change(what, order, more))
      return operators.read(order)
    },
    async memberOf(accountId) {
      const ana = await register(gateway)
      await join(gateway, ana, accountId, 'READER')
      return {
        call: (method, path, body, headers = {}) =>
          ana.call(method, path, body, { 'x-account-id': String(accountId), ...headers }),
      }
    },
    read: async order => (await olga.call('GET', orderAt(order))).body,
  }

  async function confirmed(proposed: Answer) {
    assert.equal(proposed.status, 201, proposed.text)
    const answer = await operators.confirm(proposed.body)
    assert.equal(answer.status, 202, answer.text)
    return answer.body
  }

  return operators
}
