// What tests of monitoring share: an operator who sets the rules, a round that is waited for, and the cases of a seller.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { take } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway, type TestGatewayOptions } from '../gateway.ts'
import { until } from '../until.ts'

export interface Watch extends AsyncDisposable {
  gateway: TestGateway
  olga: Person
  /** This rule alone is on, with these parameters. */
  only(rule: string, parameters: Record<string, number | null>): Promise<void>
  /** A payment of the seller's buyer, booked. */
  sells(seller: Seller, reais: number, payer?: Payer): Promise<string>
  /** A cashout whose recipient is paid so much: its fee is 1.00. */
  pays(seller: Seller, reais: number, pixKey?: string): Promise<string>
  /** Everything that was booked of the seller so far has been evaluated. */
  evaluated(seller: Seller): Promise<void>
  casesOf(seller: Seller, more?: string): Promise<Found[]>
}

export interface Payer {
  name: string
  document: string
}

export interface Found {
  uuid: string
  rule: string
  state: string
  exceeded: string
  subjectKind: string
  subject: string | null
  amount: number
  passed: number | null
  usual: number | null
  movements: number
}

const RULES = '/api/admin/monitoring/rules'
const CASES = '/api/admin/monitoring/cases'
const FEE = 1
const LOOK_MS = 5 * MINUTE_MS + 1_000

/** In the middle of a day in São Paulo. */
const NOON = new Date('2026-11-23T15:00:00Z')

export async function openWatch(options: TestGatewayOptions = {}): Promise<Watch> {
  const gateway = await openTestGateway({ startsAt: NOON, ...options })
  const olga = await registerOperator(gateway)
  const change = async (rule: string, body: object) => {
    const answer = await olga.call('PATCH', `${RULES}/${rule}`, { ...body, reason: 'as a test' })
    assert.equal(answer.status, 200, answer.text)
  }
  return {
    gateway,
    olga,
    async only(wanted, parameters) {
      const { body } = await olga.call('GET', RULES)
      for (const { rule, enabled } of body.data) if (rule !== wanted && enabled) await change(rule, { enabled: false })
      await change(wanted, { enabled: true, parameters })
    },
    async sells(seller, reais, payer) {
      const sale = await seller.sell(Math.round(reais * 100))
      const paid = await gateway.pay(sale.pixKey, payer && { payer })
      assert.equal(paid.status, 201, paid.text)
      await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
      return sale.uuid
    },
    async pays(seller, reais, pixKey = 'maria@example.com') {
      const { cashout, path } = await take(seller, { amount: reais + FEE, pixKey })
      await seller.reaches(path, 'COMPLETED')
      return cashout.uuid
    },
    evaluated: seller => evaluated(gateway, seller),
    casesOf: async (seller, more = '') =>
      (await olga.call('GET', `${CASES}?accountId=${seller.accountId}${more}`)).body.data,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}

/** The clock goes on to the next round. */
async function evaluated(gateway: TestGateway, { accountId }: Seller): Promise<void> {
  gateway.advance(LOOK_MS)
  await until(async () => {
    const [row] = await gateway.db.query<{ done: boolean }>(sql`
      select progress.seq = wallet.seq as done from wallet join monitoring_progress progress using (account_id)
      where account_id = ${accountId}`)
    return row?.done || null
  }, 'the account to be evaluated')
}
