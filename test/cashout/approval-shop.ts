// A shop with members of its own, and what tests of waiting cashouts do with it.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { join, type Person, register } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { balanceOf, REQUEST } from './requesting.ts'

export interface WaitingShop {
  seller: Seller
  /** The owner. */
  ana: Person
  /** For finance. */
  bia: Person
  caio: Person
  rules(change: object, person?: Person): Promise<Answer>
  /** Requests one by the API, for a cashout that must be accepted. */
  requestCashout(more?: object): Promise<Taken>
  /** As the account's people read it. */
  read(cashout: { uuid: string }): Promise<Record<string, unknown> & { status: string; waitsFor: string[] }>
  approve(person: Person, cashout: { uuid: string }, headers?: Record<string, string>): Promise<Answer>
  reject(person: Person, cashout: { uuid: string }, reason?: string): Promise<Answer>
  cancel(cashout: { uuid: string }, headers?: Record<string, string>): Promise<Answer>
  balance(): Promise<{ available: number; blocked: number; total: number }>
}

export interface Taken {
  id: number
  uuid: string
  status: string
}

/** A user who signs up owns another account too: every call names this one. */
function within(person: Person, accountId: number): Person {
  const call: Person['call'] = (method, path, body, headers = {}) =>
    person.call(method, path, body, { 'x-account-id': `${accountId}`, ...headers })
  return { ...person, accountId, call }
}

type People = readonly [ana: Person, bia: Person, caio: Person]
const known = new WeakMap<TestGateway, Promise<People>>()

/** The same three in every shop of a gateway: registering takes longer than everything else. */
function peopleOf(gateway: TestGateway): Promise<People> {
  const people =
    known.get(gateway) ?? Promise.all([register(gateway), register(gateway, 'Bia'), register(gateway, 'Caio')])
  known.set(gateway, people)
  return people
}

export async function openWaitingShop(gateway: TestGateway, { funds = 100_000_00 } = {}): Promise<WaitingShop> {
  const [people, seller] = [await peopleOf(gateway), await gateway.seller({ funds })]
  for (const [n, person] of people.entries())
    await join(gateway, person, seller.accountId, n === 0 ? 'OWNER' : 'FINANCE')
  return shopOf(seller, people.map(one => within(one, seller.accountId)) as [Person, Person, Person])
}

/** Of people who act for its account. */
export function shopOf(seller: Seller, [ana, bia, caio]: People): WaitingShop {
  const at = ({ uuid }: { uuid: string }) => `/api/withdrawals/${uuid}`
  return {
    seller,
    ana,
    bia,
    caio,
    rules: (change, by = ana) => by.call('PATCH', '/api/payout-rules', change),
    async requestCashout(more = {}) {
      const answer = await seller.api('POST', '/api/public/cashout', { ...REQUEST, ...more })
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    },
    read: async cashout => (await ana.call('GET', at(cashout))).body,
    approve: (by, cashout, headers = {}) => by.call('POST', `${at(cashout)}/approve`, {}, headers),
    reject: (by, cashout, reason) => by.call('POST', `${at(cashout)}/reject`, reason === undefined ? {} : { reason }),
    cancel: ({ uuid }, headers = {}) => seller.api('POST', `/api/public/cashout/${uuid}/cancel`, undefined, headers),
    balance: () => balanceOf(seller),
  }
}

/** Payouts stay unsent; cashouts are accepted all the same. */
export const payOut = (gateway: Pick<TestGateway, 'db'>, enabled: boolean) =>
  gateway.db.query(sql`update psp_account set pay_out_enabled = ${enabled}, seal = default`)

/** The events of a cashout, in order. */
export async function eventTypesOf(gateway: Pick<TestGateway, 'db'>, { uuid }: { uuid: string }): Promise<string[]> {
  const rows = await gateway.db.query<{ type: string }>(sql`
    select type from event join withdrawal on withdrawal.account_id = event.account_id and subject_id = withdrawal.id
    where subject = 'withdrawal' and uuid = ${uuid} order by subject_version`)
  return rows.map(({ type }) => type)
}

/** Who did what to it, in order. */
export async function auditOf(gateway: Pick<TestGateway, 'db'>, { uuid }: { uuid: string }): Promise<string[]> {
  const rows = await gateway.db.query<{ line: string }>(sql`
    select actor || ' ' || action as line from audit where subject = 'cashout' and subject_id = ${uuid} order by id`)
  return rows.map(({ line }) => line)
}
