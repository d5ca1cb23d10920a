// Every action of an operator that the audit log keeps: its name there, and who does it how.
import { DAY_MS } from '#kernel/time.ts'
import { GRACE_MS } from '#reconciliation/case/difference.ts'
import { register, registerOperator } from '../access/person.ts'
import { uncertainRefund } from '../charge/card/things.ts'
import { ORDER } from '../hold/holding.ts'
import { someAddress } from '../member/guests.ts'
import { debitIn } from '../recurrence/things.ts'
import { fileOf, statementsOf, uncertainTransfer, unclearCredit } from '../transfer/things.ts'
import { until } from '../until.ts'
import { ALERT_CHANNEL_ACTIONS } from './alert-channel-actions.ts'
import { LEGAL_REQUEST_ACTIONS } from './legal-request-actions.ts'
import { ARGUMENT, type AuditedRequest, invitationBy } from './member-actions.ts'
import { MONITORING_ACTIONS } from './monitoring-actions.ts'
import { PRIVACY_ACTIONS } from './privacy-actions.ts'
import { PSP_ACTIONS } from './psp-actions.ts'
import { type Scene, WHY } from './scene.ts'

const APPROVALS = '/api/admin/approvals'
const INVITATIONS = '/api/admin/invitations'

const ownOf = ({ shop }: Scene) => `/api/admin/accounts/${shop.seller.accountId}`

/** What the bank and we really differ in is not what this is about. */
async function explainAll({ olga }: Scene): Promise<void> {
  const runs = '/api/admin/reconciliations'
  await until(async () => (await olga.call('GET', runs)).body.data[0].state === 'DONE' || null, 'the day to be read')
  const cases = '/api/admin/reconciliation-cases'
  for (const { uuid } of (await olga.call('GET', `${cases}?state=OPEN&limit=100`)).body.data)
    await olga.call('POST', `${cases}/${uuid}/explain`, WHY)
}

/** In their order: some are about what those before have left. */
export const OPERATOR_ACTIONS: Record<string, AuditedRequest> = {
  // Before anything of the account is held back. The bank has no money, so that it does not end.
  'POST /api/admin/cashouts/:uuid/retry': [
    'cashout.retried',
    async of => {
      const request = { amount: 100, pixKey: 'semsaldo@example.com', pixKeyType: 'EMAIL' }
      const { body } = await of.shop.seller.api('POST', '/api/public/cashout', request)
      await of.shop.seller.reaches(`/api/public/cashout/${body.uuid}`, 'PROCESSING')
      return [of.olga, `/api/admin/cashouts/${body.uuid}/retry`, {}]
    },
  ],
  'PATCH /api/admin/accounts/:id/payout-rules': [
    'payout-rule.changed',
    of => [of.olga, `${ownOf(of)}/payout-rules`, { outflow: { most10MinutesCents: 1 }, ...WHY }],
  ],
  'POST /api/admin/approvals/:uuid/approve': [
    'cashout.approved',
    async of => [of.olga, `${APPROVALS}${await of.waiting()}/approve`, WHY],
  ],
  'POST /api/admin/approvals/:uuid/reject': [
    'cashout.rejected',
    async of => [of.olga, `${APPROVALS}${await of.waiting()}/reject`, WHY],
  ],
  'PATCH /api/admin/payout-limits': [
    'payout-rule.changed',
    async of => {
      await of.olga.call('PATCH', `${ownOf(of)}/payout-rules`, { outflow: { most10MinutesCents: null }, ...WHY })
      return [of.olga, '/api/admin/payout-limits', { mostHourCents: 999_999_00, ...WHY }]
    },
  ],

  'POST /api/admin/invitations': ['invitation.sent', of => [of.olga, INVITATIONS, { email: someAddress() }]],
  'POST /api/admin/invitations/:id/resend': [
    'invitation.resent',
    async of => [of.olga, `${await invitationBy(of.olga, INVITATIONS, of)}/resend`],
  ],
  'DELETE /api/admin/invitations/:id': [
    'invitation.revoked',
    async of => [of.olga, await invitationBy(of.olga, INVITATIONS, of)],
  ],

  'POST /api/admin/disputes': [
    'dispute.opened',
    async of => {
      const { body: sale } = await of.shop.ana.call('GET', await of.sale())
      return [of.olga, '/api/admin/disputes', { saleId: sale.id, kind: 'CHARGEBACK', ...WHY }]
    },
  ],
  'POST /api/admin/disputes/:id/defence': [
    'dispute.defence.submitted',
    async of => [of.olga, `/api/admin/disputes${await of.dispute()}/defence`, ARGUMENT],
  ],
  'POST /api/admin/disputes/:id/defence/handed-in': [
    'dispute.defence.sent',
    async of => {
      const dispute = await of.dispute()
      await of.olga.call('POST', `/api/admin/disputes${dispute}/defence`, ARGUMENT)
      return [of.olga, `/api/admin/disputes${dispute}/defence/handed-in`, WHY]
    },
  ],
  'POST /api/admin/disputes/:id/release': [
    'dispute.closed',
    async of => [of.olga, `/api/admin/disputes${await of.dispute()}/release`, WHY],
  ],
  'POST /api/admin/disputes/:id/forfeit': [
    'proposal.made',
    async of => [of.olga, `/api/admin/disputes${await of.dispute()}/forfeit`, WHY],
  ],
  'POST /api/admin/refunds/:accountId/:id/outcome': [
    'refund.outcome-decided',
    async of => [of.olga, await uncertainRefund(of.gateway, of.shop.seller), { outcome: 'WENT', ...WHY }],
  ],
  'POST /api/admin/receipts/:accountId/:id/return': [
    'receipt.return-decided',
    async of => [of.olga, `${await of.receipt()}/return`, WHY],
  ],
  'POST /api/admin/receipts/:accountId/:id/credit': [
    'receipt.credited',
    async of => [of.olga, `${await of.receipt()}/credit`, WHY],
  ],
  'POST /api/admin/receipts/:accountId/:id/assign': [
    'receipt.assigned',
    async of => {
      const { receipt, saleUuid } = await uncertainTransfer(of.gateway, of.shop.seller, of.olga)
      return [of.olga, `${receipt}/assign`, { saleUuid, ...WHY }]
    },
  ],
  'POST /api/admin/receipts/:accountId/:id/propose-assign': [
    'proposal.made',
    async of => {
      const { receipt, saleUuid } = await uncertainTransfer(of.gateway, of.shop.seller, of.olga)
      return [of.olga, `${receipt}/propose-assign`, { saleUuid, ...WHY }]
    },
  ],
  'POST /api/admin/receipts/:accountId/:id/undo-assignment': [
    'receipt.unassigned',
    async of => {
      const { receipt, saleUuid } = await uncertainTransfer(of.gateway, of.shop.seller, of.olga)
      const { body } = await of.olga.call('POST', `${receipt}/assign`, { saleUuid, ...WHY })
      return [of.olga, `/api/admin/receipts/${body.accountId}/${body.id}/undo-assignment`, WHY]
    },
  ],
  'POST /api/admin/psp/accounts/:id/movements/ofx': [
    'statement.imported',
    async of => [of.olga, `${await statementsOf(of.gateway, of.shop.seller)}/ofx`, { file: fileOf('TED 1') }],
  ],
  'POST /api/admin/psp/accounts/:id/movements/:line/book': [
    'movement.decided',
    async of => [of.olga, `${await unclearCredit(of.gateway, of.shop.seller, of.olga)}/book`, WHY],
  ],
  'POST /api/admin/psp/accounts/:id/movements/:line/dismiss': [
    'movement.decided',
    async of => [of.olga, `${await unclearCredit(of.gateway, of.shop.seller, of.olga)}/dismiss`, WHY],
  ],
  'POST /api/admin/anomalies/:uuid/decide': [
    'anomaly.decided',
    async of => [of.olga, `${await of.anomaly()}/decide`, { decision: 'BEAR_LOSS', ...WHY }],
  ],
  ...MONITORING_ACTIONS,

  ...ALERT_CHANNEL_ACTIONS,
  ...LEGAL_REQUEST_ACTIONS,

  'POST /api/admin/operators/:id/remove': [
    'proposal.made',
    async of => {
      const { body } = await (await registerOperator(of.gateway)).call('GET', '/api/me')
      return [of.olga, `/api/admin/operators/${body.person.id}/remove`, WHY]
    },
  ],
  'POST /api/admin/persons/:id/remove-second-factor': [
    'second-factor.removed',
    async of => {
      const { body } = await (await register(of.gateway)).call('GET', '/api/me')
      return [of.olga, `/api/admin/persons/${body.person.id}/remove-second-factor`, WHY]
    },
  ],

  'POST /api/admin/accounts/:id/holds': [
    'proposal.made',
    of => [of.olga, `${ownOf(of)}/holds`, { ...ORDER, amount: 1_00 }],
  ],
  'POST /api/admin/hold-orders/:accountId/:id/lift': [
    'proposal.made',
    async of => [of.olga, `${await of.order()}/lift`, WHY],
  ],
  'POST /api/admin/hold-orders/:accountId/:id/take': [
    'proposal.made',
    async of => [of.olga, `${await of.order()}/take`, WHY],
  ],
  'POST /api/admin/proposals/:id/confirm': [
    'proposal.confirmed',
    async of => [of.otto, `${await of.proposal()}/confirm`, WHY],
  ],
  'POST /api/admin/proposals/:id/reject': [
    'proposal.rejected',
    async of => [of.otto, `${await of.proposal()}/reject`, WHY],
  ],
  'POST /api/admin/proposals/:id/withdraw': [
    'proposal.withdrawn',
    async of => [of.olga, `${await of.proposal()}/withdraw`, WHY],
  ],

  'POST /api/admin/accounts/:id/support-views': [
    'support-view.opened',
    of => [of.otto, `${ownOf(of)}/support-views`, WHY],
  ],
  'POST /api/admin/support-views/:id/end': [
    'support-view.ended',
    async ({ otto }) => {
      const { supportView } = (await otto.call('GET', '/api/me')).body
      return [otto, `/api/admin/support-views/${supportView.id}/end`]
    },
  ],
  ...PRIVACY_ACTIONS,
  'PATCH /api/admin/accounts/:id': [
    'account.changed',
    of => [of.olga, ownOf(of), { acceptsLatePayment: true, ...WHY }],
  ],
  'PATCH /api/admin/switches': [
    'switches.changed',
    of => [of.olga, '/api/admin/switches', { apiCashoutEnabled: true, ...WHY }],
  ],
  'POST /api/admin/reconciliations': [
    'reconciliation.asked',
    ({ gateway, olga, day }) => {
      // In its first minutes the day before is not believed to be over.
      gateway.advance(DAY_MS + GRACE_MS)
      return [olga, '/api/admin/reconciliations', { pspAccountId: 1, day }]
    },
  ],
  'PATCH /api/admin/reconciliation-cases/:uuid': [
    'case.assigned',
    async of => {
      const { id: owner } = (await of.olga.call('GET', '/api/auth/get-session')).body.user
      return [of.olga, await of.difference(), { owner }]
    },
  ],
  'POST /api/admin/reconciliation-cases/:uuid/correct': [
    'proposal.made',
    async of => {
      const wanted = { accountId: of.shop.seller.accountId, side: 'CREDIT', amount: 5_00 }
      return [of.olga, `${await of.difference()}/correct`, { ...wanted, ...WHY }]
    },
  ],
  'POST /api/admin/reconciliation-cases/:uuid/explain': [
    'case.explained',
    async of => [of.olga, `${await of.difference()}/explain`, WHY],
  ],
  'POST /api/admin/days/:day/propose-close': [
    'proposal.made',
    of => [of.olga, `/api/admin/days/${of.day}/propose-close`, WHY],
  ],
  'POST /api/admin/days/:day/close': [
    'day.closed',
    async of => {
      await explainAll(of)
      return [of.olga, `/api/admin/days/${of.day}/close`, WHY]
    },
  ],
  'POST /api/admin/days/:day/reopen': ['proposal.made', of => [of.olga, `/api/admin/days/${of.day}/reopen`, WHY]],

  ...PSP_ACTIONS,
  'POST /api/admin/recurrences/ask': [
    'debit.asked',
    async of => {
      const txid = (await debitIn(of, 'debits')).split('/').at(-1)
      return [of.olga, '/api/admin/recurrences/ask', { accountId: of.shop.seller.accountId, txid }]
    },
  ],
  'POST /api/admin/recovery/enter': ['recovery.entered', of => [of.olga, '/api/admin/recovery/enter', WHY]],
  'POST /api/admin/recovery/resume': [
    'recovery.resumed',
    of => [of.olga, '/api/admin/recovery/resume', { force: true, ...WHY }],
  ],
}
