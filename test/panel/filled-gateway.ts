// A gateway in which much has happened, so that every page of the panel has something on it: an account with sales, cashouts, webhooks and
// members, and everything that an operator's page can show. `samples` says what an address may be filled with.
import assert from 'node:assert/strict'
import { DAY_MS, SECOND_MS } from '#kernel/time.ts'
import { join, type Person, register, signIn } from '../access/person.ts'
import { contact, linkOf } from '../cart/shopping.ts'
import { OWN_CART } from '../cart/things.ts'
import { take } from '../cashout/requesting.ts'
import { disputedAtBank, disputeOf, sold } from '../dispute/disputing.ts'
import { MORE_LOOKUPS, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { someAddress } from '../member/guests.ts'
import { plantCase } from '../monitoring/planted.ts'
import { openReceiver } from '../receiver.ts'
import { openScene, type Scene } from '../reconciliation/reconciling.ts'
import { inApp, offered, reachesRecurrence } from '../recurrence/recurring.ts'
import { until } from '../until.ts'

export interface Filled extends AsyncDisposable {
  gateway: TestGateway
  owner: Person
  operator: Person
  /** By the name of the parameter, one or more: '$sale' and so on. */
  samples: Record<string, string[]>
}

export async function openFilled(): Promise<Filled> {
  const resources = new AsyncDisposableStack()
  const scene = resources.use(await openScene({ SWEEP_EVERY_MS: '100', PSP_LOOKUP_WAITS_MS: `50${MORE_LOOKUPS}` }))
  const { gateway, olga: operator } = scene
  const shop = resources.use(await openReceiver())
  const yesterday = await yesterdayOf(scene)
  const owner = await register(gateway)
  const seller = await sellerOf(gateway, owner)
  const samples = {
    ...(await webhookOf(owner, shop.url)),
    ...(await salesOf(scene, seller)),
    ...(await cashoutsOf(seller, owner)),
    ...(await lastDelivery(owner)),
    ...(await linksOf(gateway, seller)),
    ...(await recurrencesOf(gateway, seller)),
    ...(await operatorSamples(scene, seller)),
    ...(await requestsOf(seller)),
    ...yesterday,
    token: ['a-token-that-is-none'],
    view: ['conferencia', 'agenda'],
  }
  await peopleOf(gateway, owner)
  return { gateway, owner, operator, samples, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** A request of the API, once it has been logged. */
async function requestsOf(seller: Seller): Promise<{ request: string[] }> {
  const { headers } = await seller.api('GET', '/api/public/balance')
  return { request: [headers.get('x-request-id') as string] }
}

/** What was requested, where it was accepted. */
async function taken(asked: Promise<Answer>): Promise<Answer['body']> {
  const answer = await asked
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

async function sellerOf(gateway: TestGateway, owner: Person): Promise<Seller> {
  const kept = await taken(owner.call('POST', '/api/credentials', { name: 'Loja virtual' }))
  const ended = await taken(owner.call('POST', '/api/credentials', { name: 'Loja antiga' }))
  await owner.call('DELETE', `/api/credentials/${ended.id}`)
  await taken(owner.call('PUT', '/api/allowed-ips', { ips: ['127.0.0.1', '203.0.113.9'] }))
  return sellerWith(gateway, owner.accountId, kept.publicKey, kept.privateKey)
}

async function webhookOf(owner: Person, url: string): Promise<{ webhook: string[] }> {
  const request = { webhookUrl: `${url}/loja`, events: ['sale.paid', 'withdrawal.completed'] }
  const { id } = await taken(owner.call('POST', '/api/webhook', request))
  await taken(owner.call('POST', '/api/webhook', { webhookUrl: `${url}/saques`, notificationType: 'WITHDRAWAL' }))
  return { webhook: [String(id)] }
}

/** One that waits, one that was partly sent back, one that its payer disputes. */
async function salesOf({ gateway }: Scene, seller: Seller) {
  const open = await seller.sell(7_500, { customer: { name: 'Zé da Esquina' } })
  const paid = await sold(gateway, seller, 1_000_00, { customer: { name: 'Maria Silva' } })
  await taken(seller.api('POST', `/api/transactions/${paid.uuid}/refunds`, { amount: 10_00 }))
  const disputed = await sold(gateway, seller, 120_00, { customer: { name: 'João Batista' } })
  await disputedAtBank(gateway, disputed)
  const { id } = await disputeOf(seller, disputed)
  return { sale: [paid.uuid, open.uuid], dispute: [String(id)] }
}

/** A link that is sold, one whose buyer names the amount, and carts: one that is open and one of the seller's own shop. */
async function linksOf(gateway: TestGateway, seller: Seller): Promise<{ link: string[]; cart: string[] }> {
  const sold = await linkOf(seller, { maxSales: 5, thankYou: 'Obrigado!' })
  const open = await taken(
    seller.api('POST', '/api/payment-links', { title: 'Doação', openAmount: { min: 500, max: 1_000_00 } }),
  )
  const { cart } = await contact(gateway, sold)
  const own = await taken(seller.api('POST', '/api/carts', OWN_CART))
  return { link: [sold.uuid, open.uuid], cart: [cart.uuid, own.uuid] }
}

/** One that is authorised, with a planned debit, one that waits for an amount, and one that waits for its payer. */
async function recurrencesOf(gateway: TestGateway, seller: Seller): Promise<{ recurrence: string[] }> {
  const fixed = await offered(seller)
  const variable = await offered(seller, { valor: undefined, valorMinimo: 1000 })
  const waiting = await offered(seller)
  for (const one of [fixed, variable]) {
    await reachesRecurrence(seller, one, 'CRIADA')
    await inApp(gateway, one.idRec, 'accept')
    await reachesRecurrence(seller, one, 'APROVADA')
    await until(async () => {
      const { body } = await seller.api('GET', `/api/pix-automatico/${one.idRec}/cobrancas?status=PLANEJADA`)
      return body.data[0] ?? null
    }, 'a planned debit')
  }
  return { recurrence: [fixed.uuid, variable.uuid, waiting.uuid] }
}

/** One that was paid, one that was refused, and one that waits for another person. */
async function cashoutsOf(seller: Seller, owner: Person): Promise<{ cashout: string[] }> {
  const { path, cashout } = await take(seller)
  await seller.reaches(path, 'COMPLETED')
  await seller.reaches((await take(seller, { pixKey: 'recusada@example.com' })).path, 'FAILED')
  await taken(owner.call('PATCH', '/api/payout-rules', { approvalAboveCents: 200_00, changesAlone: true }))
  const waiting = await taken(
    owner.call('POST', '/api/withdrawals', { amount: 300, pixKey: 'espera@example.com', pixKeyType: 'EMAIL' }),
  )
  await taken(owner.call('POST', '/api/beneficiaries', { name: 'Ana', pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }))
  return { cashout: [cashout.uuid, waiting.uuid] }
}

const lastDelivery = (owner: Person): Promise<{ delivery: string[] }> =>
  until(async () => {
    const webhooks = (await owner.call('GET', '/api/webhook')).body as { id: number; events: string[] }[]
    const [signed] = webhooks.filter(({ events }) => events.length > 0)
    const { body } = await owner.call('GET', `/api/webhook/${signed?.id}/deliveries?status=DELIVERED`)
    return body[0] === undefined ? null : { delivery: [String(body[0].id)] }
  }, 'a delivery')

async function peopleOf(gateway: TestGateway, owner: Person): Promise<void> {
  await join(gateway, await register(gateway, 'Bia Reis'), owner.accountId, 'FINANCE')
  await taken(owner.call('POST', '/api/members/invitations', { email: someAddress(), role: 'READER' }))
  await signIn(gateway, owner)
}

/** A day that is over, and of which the bank says something else than our books. */
async function yesterdayOf(scene: Scene): Promise<Record<string, string[]>> {
  const { gateway, olga, day } = scene
  await gateway.seller({ funds: 12_00 })
  await scene.plant(['update pix set amount = amount + 1 where amount = 1200'])
  await scene.nextDay()
  await scene.reconciled()
  await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: DAY_MS / SECOND_MS } })
  return {
    day: [day],
    case: [(await firstAt(olga, '/api/admin/reconciliation-cases')).uuid],
    run: [String((await firstAt(olga, '/api/admin/reconciliations')).id)],
  }
}

const firstAt = (operator: Person, path: string): Promise<Answer['body']> =>
  until(async () => (await operator.call('GET', path)).body.data?.[0] ?? null, `something at ${path}`)

async function operatorSamples(scene: Scene, seller: Seller): Promise<Record<string, string[]>> {
  const { gateway, olga } = scene
  const account = String(seller.accountId)
  await unexpected(scene, seller)
  await contradicted(gateway)
  const hold = { reason: 'JUDICIAL', document: '0001234-55.2026.8.26.0100', note: 'O oficial entregou hoje.' }
  await scene.confirmed(`/api/admin/accounts/${account}/holds`, { ...hold, amount: 20_00 })
  await taken(olga.call('POST', `/api/admin/accounts/${account}/holds`, { ...hold, amount: 30_00 }))
  await taken(olga.call('POST', '/api/admin/invitations', { email: someAddress(), accountName: 'Loja nova' }))
  // In a session of its own: the one that looks at the operator's pages stays an operator's.
  const support = await signIn(gateway, olga)
  await taken(support.call('POST', `/api/admin/accounts/${account}/support-views`, { reason: 'Chamado 4711' }))
  const held = await gateway.seller({ funds: 200_00 })
  await taken(olga.call('PATCH', '/api/admin/payout-limits', { mostHourCents: 1, reason: 'for a while' }))
  await take(held, { pixKey: 'segura@example.com' })
  return {
    account: [account],
    psp: ['1'],
    hold: [String((await firstAt(olga, '/api/admin/hold-orders')).id)],
    anomaly: [(await firstAt(olga, '/api/admin/anomalies')).uuid],
    proposal: [String((await firstAt(olga, '/api/admin/proposals')).id)],
    callback: [String((await firstAt(olga, '/api/admin/psp/inbox')).id)],
    monitoringCase: [await plantCase(gateway.db, seller.accountId)],
  }
}

/** Money that no sale accepts: the same code paid a second time. */
async function unexpected({ gateway, olga }: Scene, seller: Seller): Promise<void> {
  await taken(olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, { unexpectedReceipts: 'KEEP' }))
  const sale = await seller.sell(55_00)
  await gateway.pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  await gateway.pay(sale.pixKey, { again: true })
}

/** Said to have failed, and paid all the same. */
async function contradicted(gateway: TestGateway): Promise<void> {
  const seller = await gateway.seller({ funds: 300_00 })
  const { path } = await take(seller, { pixKey: 'contradiz@example.com' })
  await seller.reaches(path, 'FAILED')
  await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 6 } })
}
