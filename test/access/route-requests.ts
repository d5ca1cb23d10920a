// What an account has, and for every route with an id in its path a request about one of these objects, as its owner makes it.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import { addDays } from '#kernel/calendar/local-time.ts'
import { MEMBER_ACTIONS, recurrenceOf } from '../audit/member-actions.ts'
import type { Scene } from '../audit/scene.ts'
import { cartOf, checkoutOf, linkOf, OWN_CART } from '../cart/things.ts'
import { REQUEST } from '../cashout/requesting.ts'
import { type Seller, sellerWith } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { PAYER } from '../recurrence/recurring.ts'
import { authorised, debitIn, triedOn } from '../recurrence/things.ts'
import { refunded } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { nameOf } from './every-route.ts'
import { signIn } from './person.ts'

export interface Request {
  path: string
  body: object | undefined
  /** As the owner of the thing. */
  make(): Promise<Answer>
}

/** Where the owner finds it. */
type Place = (scene: Scene) => Promise<string>

const idIn = (path: string) => path.split('/').at(-1) ?? ''
const sold = async (scene: Scene) => idIn(await scene.sale())

/** A sale with a refund: "<sale>/refunds/<refund>". */
async function givenBack(scene: Scene): Promise<string> {
  const uuid = await sold(scene)
  const refund = await refunded(scene.shop.seller, { uuid }, { amount: 1_00 })
  return `${uuid}/refunds/${refund.uuid}`
}

/** A cashout that waits for an approval: nothing changes it by itself. */
const waiting = (scene: Scene) => scene.waiting()

async function hookOf({ shop, receiver }: Scene): Promise<string> {
  const body = { webhookUrl: receiver.url, events: ['sale.paid'] }
  return `/api/webhook/${(await shop.ana.call('POST', '/api/webhook', body)).body.id}`
}

async function deliveryOf(scene: Scene): Promise<string> {
  const test = await scene.shop.ana.call('POST', `${await hookOf(scene)}/test`)
  return `/api/webhook/deliveries/${test.body.id}`
}

/** As it is logged, a moment after it was answered. */
async function requestOf({ shop: { ana, seller } }: Scene): Promise<string> {
  const asked = await seller.api('GET', '/api/public/balance')
  const place = `/api/requests/${asked.headers.get('x-request-id')}`
  return until(async () => ((await ana.call('GET', place)).status === 200 ? place : null), 'the request to be logged')
}

/** Routes of signed-in users. What they change is among the actions of the audit log's own test, with the requests that change it. */
const IN_THE_PANEL: Record<string, Place> = {
  'GET /api/account/disputes/:id': async of => `/api/account/disputes${await of.dispute()}`,
  'GET /api/sales/:id': of => of.sale(),
  'GET /api/requests/:id': requestOf,
  'GET /api/recurrences/:id': recurrenceOf,
  'GET /api/recurrences/:id/bank-app': async of => `${await recurrenceOf(of)}/bank-app`,
  'GET /api/recurrences/:id/forecast': async of => `${await recurrenceOf(of)}/forecast`,
  'GET /api/account/checkouts/:id': async of => `/api/account/checkouts/${(await checkoutOf(of)).uuid}`,
  'GET /api/account/payment-links/:id': async of => `/api/account/payment-links/${(await linkOf(of)).uuid}`,
  'GET /api/account/carts/:id': async of => `/api/account/carts/${await cartOf(of)}`,
  'GET /api/recurrences/:id/debits': async of => `/api/recurrences/${await authorised(of)}/debits`,
  'GET /api/recurrences/:id/debits/:txid': async of => `/api/recurrences/${await debitIn(of, 'debits')}`,
  'GET /api/sales/:id/refunds': async of => `${await of.sale()}/refunds`,
  'GET /api/sales/:id/refunds/:refundId': async of => `/api/sales/${await givenBack(of)}`,
  'POST /api/sales/:id/simulate-payment': async ({ shop }) =>
    `/api/sales/${(await shop.seller.sell(5_00)).uuid}/simulate-payment`,
  'POST /api/sales/:id/cancel': async ({ shop }) => `/api/sales/${(await shop.seller.sell(5_00)).uuid}/cancel`,
  'GET /api/webhook/:id/deliveries': async of => `${await hookOf(of)}/deliveries`,
  'GET /api/webhook/:id/deliveries/totals': async of => `${await hookOf(of)}/deliveries/totals`,
  'GET /api/webhook/deliveries/:id': deliveryOf,
  'GET /api/withdrawals/:id': async of => `/api/withdrawals${await waiting(of)}`,
  'POST /api/notices/:id/seen': async of => {
    const { accountId } = of.shop.seller
    await of.gateway.db.query(sql`
      insert into notice (account_id, kind, said, known, created_at)
      values (${accountId}, 'WEBHOOK_SWITCHED_OFF', 'as a test', '{}', now())`)
    const { data } = (await of.shop.ana.call('GET', '/api/notices')).body
    return `/api/notices/${data[0].id}/seen`
  },
  'DELETE /api/auth/sessions/:id': async ({ gateway, shop }) => {
    await signIn(gateway, shop.ana)
    const { data } = (await shop.ana.call('GET', '/api/auth/sessions')).body
    return `/api/auth/sessions/${data.find(({ current }: { current: boolean }) => !current).id}`
  },
}

const underKeys = (path: string) => path.replace('/api/webhook', '/api/public/webhooks')
const hookByKey =
  (rest = ''): Place =>
  async of =>
    `${underKeys(await hookOf(of))}${rest}`

/** Routes of a key with the scope for webhooks; a pair that names no scope has it not. */
const BY_WEBHOOK_KEY: Record<string, Place> = {
  'PUT /api/public/webhooks/:id': hookByKey(),
  'DELETE /api/public/webhooks/:id': hookByKey(),
  'POST /api/public/webhooks/:id/rotate-secret': hookByKey('/rotate-secret'),
  'POST /api/public/webhooks/:id/activate-secret': async of => {
    const path = await hookOf(of)
    await of.shop.ana.call('POST', `${path}/rotate-secret`)
    return `${underKeys(path)}/activate-secret`
  },
  'POST /api/public/webhooks/:id/test': hookByKey('/test'),
  'GET /api/public/webhooks/:id/deliveries': hookByKey('/deliveries'),
  'GET /api/public/webhooks/:id/deliveries/totals': hookByKey('/deliveries/totals'),
  'POST /api/public/webhooks/:id/resend-failed': hookByKey('/resend-failed'),
  'GET /api/public/webhooks/deliveries/:id': async of => underKeys(await deliveryOf(of)),
  'POST /api/public/webhooks/deliveries/:id/resend': async of => `${underKeys(await deliveryOf(of))}/resend`,
}

const bodies = (): Record<string, object> => ({
  'PUT /api/public/webhooks/:id': { active: false },
  'POST /api/public/webhooks/:id/resend-failed': { since: '2026-01-01T00:00:00Z' },
  'PATCH /api/payment-links/:id': { title: 'Outro' },
  'PUT /api/carts/:id': OWN_CART,
  'POST /api/pix-automatico/:id/cobrancas': { dataDeVencimento: addDays(triedOn(), 20) },
  'PATCH /api/pix-automatico/:id/cobrancas/:txid': { amount: 50_00 },
  'POST /api/pix-automatico/:id/cobrancas/:txid/retentativas': { data: triedOn() },
  'PATCH /api/pix-automatico/:id': { externalReference: 'pedido-9' },
  'POST /api/pix-automatico/:id/ofertas': { jornada: 2 },
  'POST /api/pix-automatico/:id/solicitacoes': { pagador: PAYER },
})

async function eventOf({ shop: { seller } }: Scene): Promise<number> {
  await seller.sell(5_00)
  return until(async () => (await seller.api('GET', '/api/events?limit=1')).body.data[0]?.id, 'the event')
}

const recurrenceByKey =
  (rest = ''): Place =>
  async of =>
    `${(await recurrenceOf(of)).replace('/api/recurrences', '/api/pix-automatico')}${rest}`

/** Routes of keys. */
const BY_KEY: Record<string, Place> = {
  'GET /api/pix-automatico/:id/cobrancas': async of => `/api/pix-automatico/${await authorised(of)}/cobrancas`,
  'POST /api/pix-automatico/:id/cobrancas': async of => `/api/pix-automatico/${await authorised(of)}/cobrancas`,
  'GET /api/pix-automatico/:id/cobrancas/:txid': async of => `/api/pix-automatico/${await debitIn(of, 'cobrancas')}`,
  'PATCH /api/pix-automatico/:id/cobrancas/:txid': async of => `/api/pix-automatico/${await debitIn(of, 'cobrancas')}`,
  'POST /api/pix-automatico/:id/cobrancas/:txid/cancel': async of =>
    `/api/pix-automatico/${await debitIn(of, 'cobrancas')}/cancel`,
  'POST /api/pix-automatico/:id/cobrancas/:txid/retentativas': async of =>
    `/api/pix-automatico/${await debitIn(of, 'cobrancas', 'ATIVA')}/retentativas`,
  'GET /api/pix-automatico/:id': recurrenceByKey(),
  'PATCH /api/pix-automatico/:id': recurrenceByKey(),
  'POST /api/pix-automatico/:id/cancel': recurrenceByKey('/cancel'),
  'POST /api/pix-automatico/:id/ofertas': recurrenceByKey('/ofertas'),
  'POST /api/pix-automatico/:id/solicitacoes': recurrenceByKey('/solicitacoes'),
  'GET /api/public/requests/:id': async of => (await requestOf(of)).replace('/api/', '/api/public/'),
  'GET /api/disputes/:id': async of => `/api/disputes${await of.dispute()}`,
  ...BY_WEBHOOK_KEY,
  'GET /api/checkouts/:id': async of => `/api/checkouts/${(await checkoutOf(of)).uuid}`,
  'POST /api/checkouts/:id/expire': async of => `/api/checkouts/${(await checkoutOf(of)).uuid}/expire`,
  'GET /api/payment-links/:id': async of => `/api/payment-links/${(await linkOf(of)).uuid}`,
  'PATCH /api/payment-links/:id': async of => `/api/payment-links/${(await linkOf(of)).uuid}`,
  'POST /api/payment-links/:id/archive': async of => `/api/payment-links/${(await linkOf(of)).uuid}/archive`,
  'GET /api/carts/:id': async of => `/api/carts/${await cartOf(of)}`,
  'PUT /api/carts/:id': async of => `/api/carts/${await cartOf(of)}`,
  'POST /api/carts/:id/close': async of => `/api/carts/${await cartOf(of)}/close`,
  'GET /api/public/cashout/:id': async of => `/api/public/cashout${await waiting(of)}`,
  'POST /api/public/cashout/:id/cancel': async of => `/api/public/cashout${await waiting(of)}/cancel`,
  'GET /api/transactions/:id': async of => `/api/transactions/${await sold(of)}`,
  'GET /api/events/:id': async of => `/api/events/${await eventOf(of)}`,
  'POST /api/events/:id/resend': async of => `/api/events/${await eventOf(of)}/resend`,
  'POST /api/transactions/:id/simulate-payment': async ({ shop }) =>
    `/api/transactions/${(await shop.seller.sell(5_00)).uuid}/simulate-payment`,
  'POST /api/transactions/:id/cancel': async ({ shop }) =>
    `/api/transactions/${(await shop.seller.sell(5_00)).uuid}/cancel`,
  'GET /api/transactions/:id/refunds': async of => `/api/transactions/${await sold(of)}/refunds`,
  'POST /api/transactions/:id/refunds': async of => `/api/transactions/${await sold(of)}/refunds`,
  'GET /api/transactions/:id/refunds/:refundId': async of => `/api/transactions/${await givenBack(of)}`,
}

export const WEBHOOK_SCOPES = ['webhook:read', 'webhook:write']

async function webhookKey({ gateway, shop: { ana, seller } }: Scene): Promise<Seller> {
  const { body } = await ana.call('POST', '/api/credentials', { scopes: WEBHOOK_SCOPES })
  return sellerWith(gateway, seller.accountId, body.publicKey, body.privateKey)
}

/** What the objects above and the actions are made of. */
export async function furnish({ shop: { ana, bia, rules } }: Scene): Promise<void> {
  const answers = [
    await ana.call('POST', '/api/credentials', { name: 'Loja' }),
    await bia.call('POST', '/api/beneficiaries', { pixKey: REQUEST.pixKey, pixKeyType: 'EMAIL', name: 'Maria' }),
    await rules({ approvalAboveCents: 500_00, approvalsNeeded: 1 }),
  ]
  for (const { status, text } of answers) assert.ok(status < 300, text)
}

/** Fails for a route that is not listed. */
export async function requestAt(route: ListedRoute, scene: Scene): Promise<Request> {
  const name = nameOf(route)
  const { ana, seller } = scene.shop
  const auditedRequest = MEMBER_ACTIONS[name]
  if (auditedRequest !== undefined) {
    const [person, path, body] = await auditedRequest[1](scene)
    return { path, body, make: () => person.call(route.method, path, body) }
  }
  const place = IN_THE_PANEL[name] ?? BY_KEY[name]
  assert.ok(
    place !== undefined,
    `${name} takes an id, and nobody has tried it with the id of another account: add to test/access/route-requests.ts where its owner finds such a thing`,
  )
  const path = await place(scene)
  const body = bodies()[name]
  if (!(name in BY_KEY)) return { path, body, make: () => ana.call(route.method, path, body) }
  const keys = name in BY_WEBHOOK_KEY ? await webhookKey(scene) : seller
  return { path, body, make: () => keys.api(route.method, path, body) }
}
