// Every action of an account's members that the audit log keeps: what it is called there, and who does it how.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { addDays } from '#kernel/calendar/local-time.ts'
import type { Person } from '../access/person.ts'
import { cartOf, checkoutOf, linkOf, OWN_CART } from '../cart/things.ts'
import { REQUEST } from '../cashout/requesting.ts'
import { png } from '../checkout/logos.ts'
import { joinByMail, someAddress } from '../member/guests.ts'
import { offered, PAYER, recurrenceBody } from '../recurrence/recurring.ts'
import { authorised, debitIn, triedOn } from '../recurrence/things.ts'
import { type Scene, WHY } from './scene.ts'

type Request = [person: Pick<Person, 'call' | 'email'>, path: string, body?: object]
export type AuditedRequest = [action: string, request: (scene: Scene) => Request | Promise<Request>]

const HOOK = '/api/webhook'
const { items } = OWN_CART
const RULES = '/api/payout-rules'
export const ARGUMENT = { justification: 'The goods were delivered to the buyer on the same day.' }

const hookOf = async ({ shop, receiver }: Scene) =>
  `${HOOK}/${(await shop.ana.call('POST', HOOK, { webhookUrl: receiver.url, events: ['sale.paid'] })).body.id}`
const deliveryOf = async (scene: Scene) =>
  `${HOOK}/deliveries/${(await scene.shop.ana.call('POST', `${await hookOf(scene)}/test`)).body.id}`
/** What weakens the rules waits for another person. */
async function weakened({ shop }: Scene): Promise<void> {
  await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 1 })
  assert.equal((await shop.rules({ approvalAboveCents: null })).status, 202)
}

const INVITATIONS = '/api/members/invitations'

/** Sent long enough ago to be sent again. */
export async function invitationBy(person: Pick<Person, 'call'>, path: string, { gateway }: Scene): Promise<string> {
  const body = { email: someAddress(), ...(path === INVITATIONS && { role: 'READER' }) }
  const { id } = (await person.call('POST', path, body)).body
  await gateway.db.query(sql`update invitation set sent_at = created_at - interval '1 hour' where uuid = ${id}`)
  return `${path}/${id}`
}

async function newMember({ gateway, shop }: Scene): Promise<string> {
  const { email } = await joinByMail(gateway, shop.ana)
  const { data } = (await shop.ana.call('GET', '/api/members')).body
  return `/api/members/${data.find((one: { email: string }) => one.email === email).id}`
}

/** One that nobody has authorised yet. */
export const recurrenceOf = async ({ shop }: Scene): Promise<string> =>
  `/api/recurrences/${(await offered(shop.seller)).uuid}`

/** In their order: some are about what those before have left. */
export const MEMBER_ACTIONS: Record<string, AuditedRequest> = {
  'PATCH /api/account': ['account.changed', ({ shop }) => [shop.ana, '/api/account', { name: 'Loja da Ana' }]],
  'POST /api/credentials': ['api-key.made', ({ shop }) => [shop.ana, '/api/credentials', { name: 'Loja' }]],
  'DELETE /api/credentials/:id': [
    'api-key.revoked',
    async ({ shop: { ana } }) => [
      ana,
      `/api/credentials/${(await ana.call('GET', '/api/credentials')).body.data[0].id}`,
    ],
  ],
  'PATCH /api/mail-preferences': [
    'member.mail-changed',
    ({ shop }) => [shop.ana, '/api/mail-preferences', { moneyIn: true }],
  ],
  'PUT /api/allowed-ips': [
    'allowed-ips.replaced',
    ({ shop }) => [shop.ana, '/api/allowed-ips', { ips: ['127.0.0.1', '203.0.113.9'] }],
  ],
  'POST /api/beneficiaries': [
    'beneficiary.added',
    ({ shop }) => [shop.bia, '/api/beneficiaries', { pixKey: REQUEST.pixKey, pixKeyType: 'EMAIL', name: 'Maria' }],
  ],
  'DELETE /api/beneficiaries/:id': [
    'beneficiary.removed',
    async ({ shop: { bia } }) => [
      bia,
      `/api/beneficiaries/${(await bia.call('GET', '/api/beneficiaries')).body.data[0].id}`,
    ],
  ],
  'POST /api/webhook': [
    'webhook.added',
    ({ shop, receiver }) => [shop.ana, HOOK, { webhookUrl: receiver.url, events: ['sale.paid'] }],
  ],
  'PUT /api/webhook/:id': [
    'webhook.changed',
    async of => [of.shop.ana, await hookOf(of), { events: ['sale.refunded'] }],
  ],
  'POST /api/webhook/:id/rotate-secret': [
    'webhook.secret-rotated',
    async of => [of.shop.ana, `${await hookOf(of)}/rotate-secret`],
  ],
  'POST /api/webhook/:id/activate-secret': [
    'webhook.secret-activated',
    async of => {
      const hook = await hookOf(of)
      await of.shop.ana.call('POST', `${hook}/rotate-secret`)
      return [of.shop.ana, `${hook}/activate-secret`]
    },
  ],
  'POST /api/webhook/:id/test': ['webhook.tested', async of => [of.shop.ana, `${await hookOf(of)}/test`]],
  'POST /api/webhook/:id/resend-failed': [
    'webhook.missed-resent',
    async of => [of.shop.ana, `${await hookOf(of)}/resend-failed`, { since: '2026-01-01T00:00:00Z' }],
  ],
  'POST /api/webhook/deliveries/:id/resend': [
    'webhook.resent',
    async of => [of.shop.ana, `${await deliveryOf(of)}/resend`],
  ],
  'DELETE /api/webhook/:id': ['webhook.removed', async of => [of.shop.ana, await hookOf(of)]],

  'POST /api/recurrences': ['recurrence.requested', ({ shop }) => [shop.bia, '/api/recurrences', recurrenceBody()]],
  'PATCH /api/recurrences/:id': [
    'recurrence.changed',
    async of => [of.shop.bia, await recurrenceOf(of), { externalReference: 'pedido-9' }],
  ],
  'POST /api/recurrences/:id/cancel': [
    'recurrence.cancelled',
    async of => [of.shop.bia, `${await recurrenceOf(of)}/cancel`, { motivo: 'Fim do plano' }],
  ],
  'POST /api/recurrences/:id/ofertas': [
    'recurrence.offered',
    async of => [of.shop.bia, `${await recurrenceOf(of)}/ofertas`, { jornada: 2 }],
  ],
  'POST /api/recurrences/:id/solicitacoes': [
    'recurrence.request-sent',
    async of => [of.shop.bia, `${await recurrenceOf(of)}/solicitacoes`, { pagador: PAYER }],
  ],

  'POST /api/sales': ['sale.requested', ({ shop }) => [shop.bia, '/api/sales', { amount: 5_00 }]],
  'POST /api/sales/:id/simulate-payment': [
    'sale.payment-simulated',
    async ({ shop }) => [shop.bia, `/api/sales/${(await shop.seller.sell(5_00)).uuid}/simulate-payment`],
  ],
  'POST /api/test-bank/payments': [
    'sale.payment-simulated',
    async ({ shop }) => [shop.bia, '/api/test-bank/payments', { code: (await shop.seller.sell(5_00)).pixKey }],
  ],
  'POST /api/sales/:id/refunds': ['refund.requested', async of => [of.shop.bia, `${await of.sale()}/refunds`, WHY]],
  'POST /api/sales/:id/cancel': [
    'sale.cancelled',
    async ({ shop }) => [shop.bia, `/api/sales/${(await shop.seller.sell(5_00)).uuid}/cancel`],
  ],
  'POST /api/recurrences/:id/debits': [
    'debit.requested',
    async of => [
      of.shop.bia,
      `/api/recurrences/${await authorised(of)}/debits`,
      { dataDeVencimento: addDays(triedOn(), 20), amount: 50_00 },
    ],
  ],
  'PATCH /api/recurrences/:id/debits/:txid': [
    'debit.changed',
    async of => [of.shop.bia, `/api/recurrences/${await debitIn(of, 'debits')}`, { amount: 50_00 }],
  ],
  'POST /api/recurrences/:id/debits/:txid/cancel': [
    'debit.cancelled',
    async of => [of.shop.bia, `/api/recurrences/${await debitIn(of, 'debits')}/cancel`],
  ],
  'POST /api/recurrences/:id/debits/:txid/retentativas': [
    'debit.retried',
    async of => [
      of.shop.bia,
      `/api/recurrences/${await debitIn(of, 'debits', 'ATIVA')}/retentativas`,
      { data: triedOn() },
    ],
  ],
  'POST /api/withdrawals': ['cashout.requested', ({ shop }) => [shop.bia, '/api/withdrawals', REQUEST]],
  'PATCH /api/payout-rules': [
    'payout-rule.changed',
    ({ shop }) => [shop.ana, RULES, { approvalAboveCents: 500_00, approvalsNeeded: 1 }],
  ],
  'POST /api/withdrawals/:id/approve': [
    'cashout.approved',
    async of => [of.shop.bia, `/api/withdrawals${await of.waiting()}/approve`, WHY],
  ],
  'POST /api/withdrawals/:id/reject': [
    'cashout.rejected',
    async of => [of.shop.bia, `/api/withdrawals${await of.waiting()}/reject`, WHY],
  ],
  'POST /api/withdrawals/:id/cancel': [
    'cashout.cancelled',
    async of => [of.shop.bia, `/api/withdrawals${await of.waiting()}/cancel`],
  ],
  'POST /api/payout-rules/proposal/reject': [
    'payout-rule.change-rejected',
    async of => {
      await weakened(of)
      return [of.shop.bia, `${RULES}/proposal/reject`]
    },
  ],
  'POST /api/payout-rules/proposal/agree': [
    'payout-rule.change-agreed',
    async of => {
      await weakened(of)
      return [of.shop.bia, `${RULES}/proposal/agree`, { change: { approvalAboveCents: null } }]
    },
  ],
  'POST /api/payout-rules/rotate-secret': [
    'payout-rule.secret-renewed',
    async ({ shop, receiver }) => {
      // No test here needs so many.
      await shop.rules({ approvalUrl: receiver.url, checkAboveCents: 999_999_00 })
      return [shop.ana, `${RULES}/rotate-secret`]
    },
  ],
  'POST /api/members/invitations': [
    'invitation.sent',
    ({ shop }) => [shop.ana, INVITATIONS, { email: someAddress(), role: 'READER' }],
  ],
  'POST /api/members/invitations/:id/resend': [
    'invitation.resent',
    async of => [of.shop.ana, `${await invitationBy(of.shop.ana, INVITATIONS, of)}/resend`],
  ],
  'DELETE /api/members/invitations/:id': [
    'invitation.revoked',
    async of => [of.shop.ana, await invitationBy(of.shop.ana, INVITATIONS, of)],
  ],
  'PATCH /api/members/:id': [
    'member.role-changed',
    async of => [of.shop.ana, await newMember(of), { role: 'DEVELOPER' }],
  ],
  'DELETE /api/members/:id': ['member.removed', async of => [of.shop.ana, await newMember(of)]],

  'POST /api/account/checkouts': ['checkout.created', ({ shop }) => [shop.bia, '/api/account/checkouts', { items }]],
  'POST /api/account/checkouts/:id/expire': [
    'checkout.expired',
    async of => [of.shop.bia, `/api/account/checkouts/${(await checkoutOf(of)).uuid}/expire`],
  ],
  'POST /api/account/payment-links': [
    'payment-link.created',
    ({ shop }) => [shop.bia, '/api/account/payment-links', { title: 'Camiseta', items }],
  ],
  'PATCH /api/account/payment-links/:id': [
    'payment-link.changed',
    async of => [of.shop.bia, `/api/account/payment-links/${(await linkOf(of)).uuid}`, { title: 'Outra camiseta' }],
  ],
  'POST /api/account/payment-links/:id/archive': [
    'payment-link.archived',
    async of => [of.shop.bia, `/api/account/payment-links/${(await linkOf(of)).uuid}/archive`],
  ],
  'POST /api/account/carts/:id/erase': [
    'cart.erased',
    async of => [of.shop.ana, `/api/account/carts/${await cartOf(of)}/erase`],
  ],

  'POST /api/account/privacy/export': [
    'privacy.exported',
    ({ shop }) => [shop.ana, '/api/account/privacy/export', { email: 'ana@example.com', ...WHY }],
  ],
  'POST /api/account/privacy/preview': [
    'privacy.previewed',
    ({ shop }) => [shop.ana, '/api/account/privacy/preview', { email: 'ana@example.com', ...WHY }],
  ],
  'POST /api/account/privacy/erase': [
    'privacy.erased',
    async of => {
      await cartOf(of)
      const asked = { email: 'ana@example.com' }
      const { body } = await of.shop.ana.call('POST', '/api/account/privacy/preview', asked)
      return [of.shop.ana, '/api/account/privacy/erase', { ...asked, confirmation: body.confirmation, ...WHY }]
    },
  ],

  'PUT /api/account/look': [
    'look.changed',
    ({ shop }) => [shop.ana, '/api/account/look', { name: 'Ateliê', color: null, thankYou: null, language: null }],
  ],
  'PUT /api/account/look/logo': [
    'look.logo-changed',
    ({ shop }) => [shop.ana, '/api/account/look/logo', { image: png().toString('base64') }],
  ],
  'DELETE /api/account/look/logo': ['look.logo-changed', ({ shop }) => [shop.ana, '/api/account/look/logo']],

  'POST /api/disputes/:id/defence': [
    'dispute.defence.submitted',
    async of => [of.shop.ana, `/api/disputes${await of.dispute()}/defence`, ARGUMENT],
  ],
}
