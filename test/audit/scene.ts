// A gateway in which every action of a person can be done: a shop with members, two operators, and what they decide about.
import sql from 'sql-template-tag'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openWaitingShop, type WaitingShop } from '../cashout/approval-shop.ts'
import { REQUEST } from '../cashout/requesting.ts'
import { openTestGateway, type TestGateway, type TestGatewayOptions } from '../gateway.ts'
import { ORDER } from '../hold/holding.ts'
import { call } from '../http.ts'
import { openReceiver } from '../receiver.ts'
import { paid } from '../sale/refunding.ts'
import { setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'

export const WHY = { reason: 'Conferido com o banco.' }

/** Each makes what an action is about, and answers its place. */
export interface Scene {
  gateway: TestGateway
  shop: WaitingShop
  olga: Person
  otto: Person
  receiver: { url: string }
  /** The first day on which anything is booked. */
  day: string
  sale(): Promise<string>
  receipt(): Promise<string>
  anomaly(): Promise<string>
  alert(): Promise<string>
  callback(): Promise<string>
  /** Between the bank's list of the day and our books, with those that really exist. */
  difference(): Promise<string>
  proposal(): Promise<string>
  order(): Promise<string>
  dispute(): Promise<string>
  /** A cashout that waits for an approval. */
  waiting(): Promise<string>
}

export async function openScene(resources: AsyncDisposableStack, options: TestGatewayOptions = {}): Promise<Scene> {
  const gateway = resources.use(await openTestGateway({ env: { PSP_LOOKUP_WAITS_MS: '50,50,3600000' }, ...options }))
  const receiver = resources.use(await openReceiver())
  const [olga, otto, shop] = await Promise.all([
    registerOperator(gateway),
    registerOperator(gateway),
    openWaitingShop(gateway),
  ])
  return sceneOf({ gateway, shop, olga, otto, receiver })
}

export async function sceneOf({
  gateway,
  shop,
  olga,
  otto,
  receiver,
}: Pick<Scene, 'gateway' | 'shop' | 'olga' | 'otto' | 'receiver'>): Promise<Scene> {
  const { seller } = shop
  await setTerms(gateway, seller, { unexpected: 'KEEP', acceptsLate: false })
  const first = async (path: string, what: string) =>
    until(async () => (await olga.call('GET', path)).body.data[0] ?? null, what)

  async function confirmed(path: string, body: object): Promise<Record<string, string>> {
    const { body: proposed } = await olga.call('POST', path, body)
    return (await otto.call('POST', `/api/admin/proposals/${proposed.id}/confirm`, WHY)).body.outcome
  }

  const hold = `/api/admin/accounts/${seller.accountId}/holds`
  return {
    gateway,
    shop,
    olga,
    otto,
    receiver,
    day: dateAt(new Date()),
    sale: async () => `/api/sales/${(await paid(gateway, seller, 5_00)).uuid}`,
    async receipt() {
      const sale = await seller.sell(70_00)
      await seller.api('POST', `/api/transactions/${sale.uuid}/cancel`)
      await gateway.pay(sale.pixKey, { late: true })
      const { accountId, id } = await first('/api/admin/receipts?status=UNACCEPTED', 'the receipt')
      return `/api/admin/receipts/${accountId}/${id}`
    },
    async anomaly() {
      const { body } = await seller.api('POST', '/api/public/cashout', { ...REQUEST, pixKey: 'contradiz@example.com' })
      await seller.reaches(`/api/public/cashout/${body.uuid}`, 'FAILED')
      await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 6 } })
      return `/api/admin/anomalies/${(await first('/api/admin/anomalies?status=open', 'the anomaly')).uuid}`
    },
    async alert() {
      await gateway.db.query(sql`
        insert into alarm (code, said, known, known_hash, rung, first_at, last_at)
        values ('OTHER', 'as a test', '{}', decode('00', 'hex'), 1, now(), now())`)
      return `/api/admin/alarms/${(await first('/api/admin/alarms?status=open', 'the alarm')).id}`
    },
    callback: async () => `/api/admin/psp/inbox/${(await first('/api/admin/psp/inbox', 'a callback')).id}`,
    async difference() {
      const [row] = await gateway.db.query<{ uuid: string }>(sql`
        insert into reconciliation_case (account_id, reconciliation_id, psp_account_id, day, list, entry_id, kind,
          difference_centavos, theirs, facts_hash, state, created_at, found_in_run, found_at)
        select ${seller.accountId}, id, psp_account_id, day, 'received', gen_random_uuid()::text, 'MISSING_HERE', 500,
          '{"amount":500,"state":"moved"}', decode('00', 'hex'), 'OPEN', started_at, run, started_at
        from reconciliation limit 1 returning uuid`)
      return `/api/admin/reconciliation-cases/${row?.uuid}`
    },
    proposal: async () => `/api/admin/proposals/${(await olga.call('POST', hold, { ...ORDER, amount: 1_00 })).body.id}`,
    order: async () =>
      `/api/admin/hold-orders/${seller.accountId}/${(await confirmed(hold, { ...ORDER, amount: 1_00 })).orderId}`,
    async dispute() {
      const { id: saleId } = await paid(gateway, seller, 5_00)
      const { body } = await olga.call('POST', '/api/admin/disputes', { saleId, kind: 'CHARGEBACK', ...WHY })
      return `/${body.id}`
    },
    waiting: async () => `/${(await shop.requestCashout({ amount: 900 })).uuid}`,
  }
}
