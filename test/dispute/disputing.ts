// What tests of disputes share: a paid sale, a payer who disputes it at the bank, the bank's decision, and the state of both sides.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { centavos } from '#kernel/money.ts'
import type { ReportedDispute } from '#psp/port.ts'
import { join, type Person, register } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { MORE_LOOKUPS, openTestGateway, type Seller, type TestGateway, type TestGatewayOptions } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'

/** The lists of the bank are read so often that no test waits for them. */
export const ENV = { SWEEP_EVERY_MS: '60', PSP_LOOKUP_WAITS_MS: `50${MORE_LOOKUPS}` }

export interface Sold {
  uuid: string
  id: number
  endToEndId: string
}

/** A seller who pays no fees, so that figures are round. `reserve`: per cent of a sale, for thirty days. */
export async function sellerIn(gateway: TestGateway, { reserve = 0 } = {}): Promise<Seller> {
  const seller = await gateway.seller()
  await setTerms(gateway, seller, { basisPoints: 0, reserveBasisPoints: reserve * 100 })
  return seller
}

/** Opens a gateway whose books are audited before it is closed. */
export async function openDisputed(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await openTestGateway({ ...options, env: { ...ENV, ...options.env } })
  const dispose = async () => {
    try {
      await untilIdle(gateway)
      await assertBooks(gateway)
    } finally {
      await gateway[Symbol.asyncDispose]()
    }
  }
  return { ...gateway, [Symbol.asyncDispose]: dispose }
}

/** A sale that was paid. */
export async function sold(gateway: TestGateway, seller: Seller, cents: number, more = {}): Promise<Sold> {
  const sale = await seller.sell(cents, more)
  const { body: pix } = await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  return { uuid: sale.uuid, id: sale.id, endToEndId: pix.endToEndId }
}

/** The payer disputes it at the bank: the id of the infraction. */
export async function disputedAtBank(
  gateway: { bankUrl: string },
  sale: { endToEndId: string },
  more = {},
): Promise<string> {
  const body = { endToEndId: sale.endToEndId, ...more }
  const answer = await call(gateway.bankUrl, 'POST', '/sandbox/med', { body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.idInfracao
}

export async function decidedAtBank(
  gateway: { bankUrl: string },
  id: string,
  decision: 'accept' | 'reject' | 'cancel',
  amount?: string,
): Promise<void> {
  const body = { decision, ...(amount !== undefined && { amount }) }
  const answer = await call(gateway.bankUrl, 'POST', `/sandbox/med/${id}/decide`, { body })
  assert.equal(answer.status, 200, answer.text)
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
export type ShownDispute = any

/** Waits until a dispute of the sale is in this state. */
export const disputeOf = (seller: Seller, sale: { uuid: string }, status = 'OPEN'): Promise<ShownDispute> =>
  until(async () => {
    const { body } = await seller.api('GET', `/api/disputes?sale=${sale.uuid}&status=${status}`)
    return body.data?.[0] ?? null
  }, `a dispute of ${sale.uuid} to be ${status}`)

/** A sale of a seller of its own, disputed at the bank. */
export async function disputedSale(gateway: TestGateway, more = {}) {
  const seller = await sellerIn(gateway)
  const sale = await sold(gateway, seller, 100_00)
  const id = await disputedAtBank(gateway, sale, more)
  return { seller, sale, id, dispute: await disputeOf(seller, sale) }
}

export const statusOf = async (seller: Seller, sale: { uuid: string }): Promise<string> =>
  (await seller.api('GET', `/api/transactions/${sale.uuid}`)).body.status

export async function figures(seller: Seller): Promise<{ available: number; blocked: number }> {
  const { body } = await seller.api('GET', '/api/public/balance')
  return { available: body.available, blocked: body.blocked }
}

/** A member of the account, with a browser. */
export async function memberOf(
  gateway: TestGateway,
  seller: Seller,
  role: 'OWNER' | 'FINANCE' | 'READER' | 'DEVELOPER',
) {
  const person = await register(gateway)
  await join(gateway, person, seller.accountId, role)
  const header = { 'x-account-id': String(seller.accountId) }
  const calling: Person['call'] = (method, path, body, headers = {}) =>
    person.call(method, path, body, { ...header, ...headers })
  return { ...person, call: calling }
}

export const defended = (person: Pick<Person, 'call'>, id: string | number, more = {}): Promise<Answer> =>
  person.call('POST', `/api/disputes/${id}/defence`, {
    justification: 'The goods were delivered to the buyer on the same day.',
    ...more,
  })

export const forfeit = ({ call }: Pick<Person, 'call'>, id: string | number, more = {}): Promise<Answer> =>
  call('POST', `/api/admin/disputes/${id}/forfeit`, { reason: 'the acquirer has decided', ...more })

/** By the approval of two, and never of one. */
export async function forfeited(
  [olga, otto]: [Pick<Person, 'call'>, Pick<Person, 'call'>],
  id: string | number,
  more = {},
): Promise<void> {
  const proposed = await forfeit(olga, id, more)
  assert.equal(proposed.status, 201, proposed.text)
  const confirm = `/api/admin/proposals/${proposed.body.id}/confirm`
  assert.equal((await olga.call('POST', confirm, { reason: 'By myself.' })).status, 403)
  const done = await otto.call('POST', confirm, { reason: 'Checked.' })
  assert.equal(done.status, 202, done.text)
}

/** The events of a sale or a dispute, in order. */
export const eventsOf = async (
  gateway: TestGateway,
  { accountId }: Seller,
  subject: string,
  id: number,
): Promise<string[]> => {
  const rows = await gateway.db.query<{ type: string }>(sql`
    select type from event where account_id = ${accountId} and subject = ${subject} and subject_id = ${id}
      and form <> 'SALE_POSTBACK' order by subject_version, id`)
  return rows.map(({ type }) => type)
}

/** The transfers about a dispute, "KIND cents" in their order. */
export const moves = async (gateway: TestGateway, { accountId }: Seller, id: number): Promise<string[]> => {
  const rows = await gateway.db.query<{ move: string }>(sql`
    select kind || ' ' || amount_centavos as move from transfer
    where account_id = ${accountId} and subject = 'dispute' and subject_id = ${id} order by seq`)
  return rows.map(({ move }) => move)
}

export const noticesOf = async (gateway: TestGateway, { accountId }: Seller): Promise<string[]> => {
  const rows = await gateway.db.query<{ kind: string }>(sql`
    select kind from notice where account_id = ${accountId} order by id`)
  return rows.map(({ kind }) => kind)
}

let infractions = 0
/** A new infraction of 100.00 about this Pix, as the PSP reports it. */
export const infraction = (
  { endToEndId }: Pick<Sold, 'endToEndId'>,
  more: Partial<ReportedDispute> = {},
): ReportedDispute => ({
  disputeId: `infraction${++infractions}`,
  endToEndId,
  protocol: null,
  amount: centavos(100_00),
  state: 'open',
  reason: 'FRAUDE',
  openedAt: new Date(),
  deadlineAt: new Date(Date.now() + 7 * 86_400_000),
  ...more,
})

/** Steps of one moment are in the order of their names. */
export const byTime = (body: ShownDispute) => (one: string, other: string) => {
  const at = (what: string) => body.timeline.findIndex((step: ShownDispute) => step.what === what)
  return at(one) - at(other)
}
