// Where alerts lead: to the thing itself, with the verb of what is done there, and to the list where the thing is not named.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ALERT_CODES } from '#alert/catalogue/catalogue.ts'
import { wayOf } from '../../panel/src/operator/gateway/alerts/alert-link.ts'

type Subject = Parameters<typeof wayOf>[0]['subject']
const about = (kind: NonNullable<Subject>['kind'], id: string, more: Partial<NonNullable<Subject>> = {}) => ({
  kind,
  id,
  accountId: kind === 'psp' ? null : 1001,
  uuid: null,
  saleUuid: null,
  ...more,
})

it('an alert leads to its cashout, sale, payment, dispute, provider or account itself', () => {
  const cases: [code: Parameters<typeof wayOf>[0]['code'], subject: Subject, way: object][] = [
    [
      'CASHOUT_CONFLICT',
      about('cashout', '7', { uuid: 'u7' }),
      { to: '/operacao/saques/$cashout', params: { cashout: 'u7' }, action: 'decideCashout' },
    ],
    [
      'PAYOUT_NOT_CONFIRMED',
      about('payout', 'p1'),
      { to: '/operacao/saques/em-andamento', search: { id: 'p1' }, action: 'openPayout' },
    ],
    [
      'PAYMENT_UNMATCHED',
      about('receipt', '9'),
      { to: '/operacao/recebimentos', search: { accountId: '1001', id: '9' }, action: 'decideIncoming' },
    ],
    [
      'DEBIT_WITHOUT_END',
      about('recurrence', '8', { uuid: 'u8' }),
      { to: '/operacao/recorrencias/$recurrence', params: { recurrence: 'u8' }, action: 'openRecurrence' },
    ],
    [
      'DISPUTE_OVERDUE',
      about('dispute', '3'),
      { to: '/operacao/disputas/$dispute', params: { dispute: '3' }, action: 'endDispute' },
    ],
    ['PSP_NOT_ANSWERING', about('psp', '2'), { to: '/operacao/psps/$psp', params: { psp: '2' }, action: 'openPsp' }],
    [
      'HOLD_NOT_RELEASED',
      about('account', '1001'),
      { to: '/operacao/contas/$account/bloqueios', params: { account: '1001' }, action: 'openHolds' },
    ],
  ]
  for (const code of ['SALE_NOT_CLOSED', 'BOLETO_TAKEN_BACK', 'CARD_CONFIRMED_BY_HAND', 'CARD_TAKEN_BACK'] as const)
    cases.push([
      code,
      about('sale', '4', { uuid: 's4', saleUuid: 's4' }),
      { to: '/operacao/vendas/$sale', params: { sale: 's4' }, action: 'openSale' },
    ])
  cases.push([
    'CARD_REFUND_UNCERTAIN',
    about('refund', 'r5', { saleUuid: 's5' }),
    { to: '/operacao/vendas/$sale', params: { sale: 's5' }, action: 'sayRefundOutcome' },
  ])
  cases.push([
    'VELOCITY_LIMIT_EXCEEDED',
    about('account', '1001'),
    { to: '/operacao/saques', search: { accountId: '1001' }, action: 'approveCashouts' },
  ])
  for (const [code, subject, way] of cases) assert.deepEqual(wayOf({ code, subject, known: {} }), way)
})

it('an alert without a subject leads to its list, and a callback to those that can be replayed', () => {
  const lost = wayOf({ code: 'CASHOUT_CONFLICT', subject: about('cashout', '7'), known: {} })
  assert.deepEqual([lost?.to, lost?.search], ['/operacao/anomalias', { status: 'open' }])
  assert.deepEqual(wayOf({ code: 'PAYOUT_NOT_CONFIRMED', subject: null, known: { payoutId: 'p1' } })?.search, {
    id: 'p1',
  })
  for (const code of ['CALLBACK_UNREADABLE', 'CALLBACK_NOT_APPLIED'] as const)
    assert.deepEqual(wayOf({ code, subject: about('psp', '1'), known: {} })?.search, { status: 'dead' })
})

it('an alert about monitoring leads to its case', () => {
  for (const code of ['MONITORING_CASE_WAITING', 'MONITORING_CASE_OVERDUE'] as const)
    assert.deepEqual(wayOf({ code, subject: about('account', '1001'), known: { case: 'u1' } }), {
      to: '/operacao/monitoramento/$monitoringCase',
      params: { monitoringCase: 'u1' },
      action: 'decideMonitoring',
    })
})

it('only what is dealt with outside of the panel leads nowhere', () => {
  const nowhere = ALERT_CODES.filter(code => wayOf({ code, subject: null, known: {} }) === null)
  assert.deepEqual(nowhere, [
    'CHECKOUT_PAGE_CHANGED',
    'BACKUP_OLD',
    'BACKUP_NOT_RESTORABLE',
    'MAIL_NOT_SENT',
    'CALLBACK_CERTIFICATE_EXPIRES',
    'CALLBACK_CERTIFICATE_EXPIRED',
    'OTHER',
  ])
})
