// A gateway in which everything has happened once, and which is idle: closed, with its database open to a test that tampers.
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { THE_GATEWAY } from '#audit/audit.ts'
import { voteOnCashout } from '#cashout/approval/vote.ts'
import { type Database, openDatabase } from '#db/postgres.ts'
import { submitDefence } from '#dispute/defence/submit.ts'
import { openByHand } from '#dispute/ending/by-hand.ts'
import { type Examination, examine } from '#doctor/examine.ts'
import { pathId } from '#http/request/path-id.ts'
import { boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { orThrow } from '#kernel/failure.ts'
import { DAY_MS, systemClock } from '#kernel/time.ts'
import { NO_RULE } from '#payout-rule/rule.ts'
import { freeze, raiseBarrier } from '#reconciliation/day/close-store.ts'
import { openBank } from '../../sandbox/bank.ts'
import { join, register } from '../access/person.ts'
import { ANA, charged, contact, linkOf, reachesState, SHIRT } from '../cart/shopping.ts'
import { cashoutDepsOf } from '../cashout/deps.ts'
import { sellsBoletos, soldBoleto } from '../charge/selling.ts'
import { png } from '../checkout/logos.ts'
import { disputeDepsOf } from '../dispute/deps.ts'
import { freshDatabase, openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { type Operators as HoldDesk, openHoldOperations } from '../hold/holding.ts'
import { call } from '../http.ts'
import { plantDecided } from '../monitoring/planted.ts'
import { paidByCard } from '../receivable/settling.ts'
import { staticCode } from '../sale/incoming.ts'
import { paid, refunded, untilRefunds } from '../sale/refunding.ts'
import { at, setTerms } from '../sale/selling.ts'
import { sellsByTransfer, soldByTransfer } from '../transfer/selling.ts'
import { until } from '../until.ts'
import { recurring } from './recurring-scene.ts'

export interface ClosedGateway extends AsyncDisposable {
  db: Database
  connection: TestGateway['connection']
  /** With sales, cashouts and what came back of them; the other one has little. */
  accountId: number
}

export async function closedGateway(): Promise<ClosedGateway> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  const gateway = await openTestGateway({ on: { connection, bank } })
  const accountId = await happenings(gateway).finally(async () => {
    await gateway[Symbol.asyncDispose]()
    await bank.close()
  })
  const db = openDatabase(connection, 4)
  await dayClosed(db)
  resources.defer(() => db.close())
  return { db, connection, accountId, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** The day of all that, as if it had ended. */
async function dayClosed(db: Database): Promise<void> {
  const now = new Date()
  const day = dateAt(now)
  await db.transaction(tx => raiseBarrier(tx, day, { endsAt: boundsOf(day).to, by: null, reason: 'Conferido.', now }))
  await db.transaction(tx => freeze(tx, day))
}

const KEYS = [
  'maria@example.com',
  'recusada@example.com',
  'devolvida@example.com',
  'analise@example.com',
  'joao@example.com',
]
const FUNDS = 1_000_00

async function happenings(gateway: TestGateway): Promise<number> {
  const [shop, other] = [await gateway.seller({ funds: FUNDS }), await gateway.seller({ funds: FUNDS })]
  await setTerms(gateway, shop, { reserveBasisPoints: 1_000 })
  const sale = await sold(gateway, shop, 500_00)
  await sold(gateway, shop, 300_00)
  await sold(gateway, other, 200_00)
  // A second payment of the same code goes back, a third one is kept, and one of no account waits in the suspense account.
  await gateway.pay(sale.pixKey, { again: true })
  await until(async () => (await countOf(gateway, 'RETURNED')) === 1 || null, 'the second payment to be back')
  await setTerms(gateway, shop, { reserveBasisPoints: 1_000, unexpected: 'KEEP' })
  await gateway.pay(sale.pixKey, { again: true })
  await gateway.pay(staticCode(7_00n, 'balcao7'))
  await shop.api('POST', '/api/transactions', body(60_00), { 'idempotency-key': 'a key' })
  const canceled = await shop.sell(20_00, { postbackUrl: 'http://127.0.0.1:9/none' })
  await shop.api('POST', `${at(canceled)}/cancel`)
  await returned(gateway, shop)
  await bought(gateway, shop)
  await sellsByTransfer(gateway, shop)
  await soldByTransfer(shop)
  await recurring(gateway, shop)
  await paidByCard(gateway, shop, 120_00, { installments: 3 })
  await refunded(shop, await paidByCard(gateway, shop, 90_00, { installments: 2 }), { amount: 50_00 })
  await sellsBoletos(gateway, shop)
  await soldBoleto(shop)
  const operators = await openHoldOperations(gateway)
  await contested(gateway, operators, shop)
  for (const pixKey of KEYS) await shop.api('POST', '/api/public/cashout', { amount: 100, pixKey, pixKeyType: 'EMAIL' })
  await other.api('POST', '/api/public/cashout', { amount: 150, pixKey: KEYS[0], pixKeyType: 'EMAIL' })
  await until(async () => (await isIdle(gateway)) || null, 'the gateway to be idle')
  await gateway.db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)
  // Of a bank's statement: one line that a person has looked at.
  await gateway.db.query(sql`
    insert into movement (psp_account_id, source, line_id, day, amount_centavos, payer_name, payer_document, message, state, decided_by,
      decision_reason, created_at)
    select id, 'OFX', 'N1', now()::date, 900, 'Ana', '', 'CREDITO', 'DISMISSED', 'somebody', 'Já lançado.', now() from psp_account`)
  await plantDecided(gateway.db, shop.accountId)
  // What only a bank that conflicts with itself causes.
  await gateway.db.query(sql`
    insert into anomaly (account_id, subject, subject_id, kind, ours, theirs, theirs_hash, created_at)
    select account_id, 'withdrawal', id, 'OTHER_AMOUNT', '{}', '{}', '', now() from withdrawal where state = 'submitted'`)
  const asked = { amount: 100, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }
  await shop.api('POST', '/api/public/cashout', asked)
  await waitingCashout(gateway, shop)
  const order = await operators.placed(other.accountId, { amount: 5_00 })
  await operators.changed('take', order, { amount: 1_00 })
  await corrected(gateway, operators, other.accountId)
  return shop.accountId
}

/** One that a person has approved, and one that still waits, by rules that have been changed since. */
async function waitingCashout(gateway: TestGateway, shop: Seller): Promise<void> {
  const rules = { ...NO_RULE.approval, approvalAboveCents: 0 }
  await gateway.db.query(sql`
    insert into payout_rule (account_id, approval, outflow, updated_at)
    values (${shop.accountId}, ${JSON.stringify(rules)}::jsonb, ${JSON.stringify(NO_RULE.outflow)}::jsonb, now())`)
  await gateway.db.query(sql`
    insert into payout_beneficiary (account_id, pix_key, pix_key_type, name, added_by, usable_at, created_at)
    values (${shop.accountId}, 'ana@example.com', 'EMAIL', 'Ana', 'somebody', now(), now())`)
  const asked = { amount: 100, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }
  const cashouts = [
    await shop.api('POST', '/api/public/cashout', asked),
    await shop.api('POST', '/api/public/cashout', asked),
  ]
  const ana = await register(gateway)
  await join(gateway, ana, shop.accountId, 'FINANCE')
  const [person] = await gateway.db.query<{ id: string }>(sql`
    select id::text from iam."user" where email = ${ana.email}`)
  const voted = await voteOnCashout(cashoutDepsOf({ db: gateway.db }), {
    cashout: { accountId: shop.accountId, id: BigInt(cashouts[0]?.body.id) },
    decision: 'APPROVED',
    reason: 'as a test',
    as: 'member',
    actor: { kind: 'member', id: person?.id ?? '', address: '127.0.0.1' },
  })
  if (!('released' in voted && voted.released)) throw new Error('the cashout was not approved')
}

/** A difference that was corrected, and one that is open. */
async function corrected(gateway: TestGateway, { olga, confirm }: HoldDesk, accountId: number): Promise<void> {
  const [found] = await gateway.db.query<{ uuid: string }>(sql`
    with run as (
      insert into reconciliation (psp_account_id, day, state, stage, started_at, finished_at)
      select id, now()::date, 'DONE', 'done', now(), now() from psp_account returning *
    )
    insert into reconciliation_case (account_id, reconciliation_id, psp_account_id, day, list, entry_id, kind,
      difference_centavos, theirs, facts_hash, state, created_at, found_in_run, found_at)
    select ${accountId}, id, psp_account_id, day, 'received', entry, 'MISSING_HERE', 250, '{"amount": 250, "state": "moved"}',
      decode('00010203', 'hex'), 'OPEN', now(), 1, now()
    from run cross join unnest(array['E1', 'E2']) as entry returning uuid`)
  const body = { accountId, side: 'CREDIT', amount: 2_50, reason: 'Entrou sem cobrança.' }
  const { body: proposal } = await olga.call('POST', `/api/admin/reconciliation-cases/${found?.uuid}/correct`, body)
  await confirm(proposal)
}

/** Of a sale a part, the whole of another with its fee, and what the bank sent back by itself of a third. */
async function returned(gateway: TestGateway, shop: Seller): Promise<void> {
  await refunded(shop, await paid(gateway, shop, 30_00), { amount: 12_00 })
  await gateway.db.query(sql`
    update account set seal = default, returns_fee_on_refund = true where id = ${shop.accountId}`)
  await refunded(shop, await paid(gateway, shop, 15_00))
  const sale = await paid(gateway, shop, 25_00)
  const { endToEndId } = sale
  await call(gateway.bankUrl, 'POST', '/sandbox/refund', {
    body: { endToEndId, amount: '5.00', natureza: 'MED_FRAUDE' },
  })
  await untilRefunds(gateway, sale, ['unasked COMPLETED 500'])
}

/** A chargeback that was defended and lost in part, and one that is open. */
async function contested(gateway: TestGateway, { olga, confirm }: HoldDesk, shop: Seller): Promise<void> {
  const actor = { kind: 'operator', id: randomUUID(), address: '127.0.0.1' } as const
  const deps = disputeDepsOf({ db: gateway.db })
  const message = { word: { by: actor.id, reason: 'as a test' }, actor }
  for (const amount of [40_00, 45_00]) {
    const sale = await sold(gateway, shop, amount)
    const deadlineAt = new Date(Date.now() + DAY_MS)
    const opened = await openByHand(deps, {
      sale: pathId(sale.uuid),
      kind: 'CHARGEBACK',
      amount: null,
      deadlineAt,
      ...message,
    })
    if (!('dispute' in opened)) throw new Error('the chargeback was not opened')
    if (amount === 45_00) return
    const { dispute } = opened
    await submitDefence(deps, { dispute, justification: 'it was delivered', evidence: [], actor })
    const { body: proposal } = await olga.call('POST', `/api/admin/disputes/${dispute.id}/forfeit`, {
      amount: 10_00,
      reason: 'as a test',
    })
    await confirm(proposal)
  }
}

/** A cart that was paid, one that was abandoned, one of the shop's own, and an unused session. */
async function bought(gateway: TestGateway, shop: Seller): Promise<void> {
  const link = await linkOf(shop, { maxSales: 5, metadata: { a: 1 }, language: 'pt-BR', thankYou: 'Obrigada' })
  const paidCart = await contact(gateway, link)
  const sale = await charged(gateway, paidCart)
  await gateway.pay(sale.brCode ?? '')
  await reachesState(shop, paidCart, 'COMPLETED')
  const customer = { ...ANA, email: 'left@example.com' }
  const left = await contact(gateway, link, { customer, utm: { a: 1 }, consent: { given: true, textVersion: '1' } })
  await gateway.db.query(sql`
    update cart set last_activity_at = now() - interval '2 hours', due_at = now(), seal = default where id = ${left.cart.id}`)
  await reachesState(shop, left, 'ABANDONED')
  const recoveryUrl = 'https://loja.example/carrinho'
  await shop.api('POST', '/api/carts', { customer: ANA, items: [SHIRT], recoveryUrl, externalReference: 'c-1' })
  await shop.api('POST', '/api/checkouts', { items: [SHIRT], customer: { name: 'Ana' } })
  const { looks } = gateway.gateway.checkouts
  const own = { accountId: shop.accountId, by: THE_GATEWAY }
  orThrow(await looks.change(own, { name: 'Ateliê', color: '#186343', thankYou: 'Obrigada', language: 'pt-BR' }))
  orThrow(await looks.changeLogo(own, png().toString('base64')))
}

const body = (amount: number) => ({
  amount,
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva' },
  items: [{ title: 'Camiseta', unitPrice: amount, quantity: 1, tangible: false }],
})

async function sold(gateway: TestGateway, seller: Seller, amount: number) {
  const sale = await seller.sell(amount)
  await gateway.pay(sale.pixKey)
  await seller.reaches(at(sale), 'PAGO')
  return sale
}

async function countOf({ db }: TestGateway, status: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int from receipt where status = ${status}`)
  return row?.count ?? 0
}

/** One cashout stays in review, and two receipts with a person. */
async function isIdle({ db }: TestGateway): Promise<boolean> {
  const [row] = await db.query<{ rest: boolean }>(sql`
    select (select count(*) from withdrawal where state in ('requested', 'submitted')) = 1
      and (select count(*) from payout_return) = 1
      and (select count(*) from receipt where status = 'UNACCEPTED') = 2
      and not exists (select from sale where status = 'EM_PROCESSAMENTO') as rest`)
  return row?.rest === true
}

export async function examined(db: Database, options: Parameters<typeof examine>[1] = {}): Promise<Examination> {
  const examination = await examine({ db, clock: systemClock }, options)
  if (examination === null) throw new Error('somebody else is at it')
  return examination
}
