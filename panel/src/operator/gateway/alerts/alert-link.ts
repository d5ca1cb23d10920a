// The page on which the operator handles an alert, and what they do there: the page of the subject where the alert names one,
// otherwise the list that contains it. A code of the catalogue without a link does not compile.
import type { LinkProps } from '@tanstack/react-router'
import type { AlertCode } from '#alert/catalogue/catalogue.ts'
import type { Alert } from '../../../api/operator/gateway.ts'
import type { AlertAction } from './alert-actions.ts'

export interface Way {
  to: LinkProps['to'] & string
  params?: Record<string, string>
  search?: Record<string, string>
}

export interface AlertWay extends Way {
  action: AlertAction
}

type OpenAlert = Pick<Alert, 'code' | 'subject' | 'known'>
type Finder = (alert: OpenAlert) => AlertWay | null

/** null: it is dealt with outside of the panel, such as at the mail server. */
export const wayOf = (alert: OpenAlert): AlertWay | null => WAYS[alert.code](alert)

/** One of a database that was lost has no page any more: then the list. */
const cashout =
  (action: AlertAction, list: Way): Finder =>
  ({ subject }) => {
    const uuid = subject?.kind === 'cashout' ? subject.uuid : null
    return uuid === null ? { ...list, action } : { to: '/operacao/saques/$cashout', params: { cashout: uuid }, action }
  }
const decideCashout = cashout('decideCashout', { to: '/operacao/anomalias', search: { status: 'open' } })
const overdue: Way = { to: '/operacao/saques/em-andamento', search: { olderThan: '60' } }
const openCashout = cashout('openCashout', overdue)

const payout: Finder = ({ subject, known }) => {
  const id = subject?.kind === 'payout' ? subject.id : text(known.payoutId)
  return { ...(id === null ? overdue : { to: overdue.to, search: { id } }), action: 'openPayout' }
}

const refund: Finder = ({ subject }) => ({
  to: '/operacao/saques/em-andamento',
  search: { kind: 'refund', ...(subject?.kind === 'refund' && { id: subject.id }) },
  action: 'openRefund',
})

/** One of a database that was lost has no page any more. */
const sale =
  (action: AlertAction, otherwise: Finder): Finder =>
  alert => {
    const uuid = alert.subject?.saleUuid ?? null
    return uuid === null ? otherwise(alert) : { to: '/operacao/vendas/$sale', params: { sale: uuid }, action }
  }
const openSale: Finder = alert => sale('openSale', account('openAccount', '/operacao/contas/$account'))(alert)

const incoming =
  (action: AlertAction): Finder =>
  ({ subject }) => ({
    to: '/operacao/recebimentos',
    search:
      subject?.kind === 'receipt' ? { accountId: String(subject.accountId), id: subject.id } : { status: 'UNACCEPTED' },
    action,
  })

const dispute =
  (action: AlertAction): Finder =>
  ({ subject }) =>
    subject?.kind === 'dispute'
      ? { to: '/operacao/disputas/$dispute', params: { dispute: subject.id }, action }
      : openDisputes()
const openDisputes = (): AlertWay => ({
  to: '/operacao/disputas',
  search: { status: 'OPEN' },
  action: 'openDisputes',
})
/** Of the account whose money it is. */
const disputesOfAccount: Finder = ({ subject }) => {
  const way = openDisputes()
  const accountId = text(subject?.accountId)
  return accountId === null ? way : { ...way, search: { ...way.search, userId: accountId } }
}

const account =
  (action: AlertAction, to: '/operacao/contas/$account' | '/operacao/contas/$account/bloqueios'): Finder =>
  ({ subject, known }) => {
    const id = text(subject?.accountId) ?? text(known.accountId)
    return id === null ? { to: '/operacao/contas', action } : { to, params: { account: id }, action }
  }

const psp =
  (action: AlertAction): Finder =>
  ({ subject, known }) => {
    const id = subject?.kind === 'psp' ? subject.id : text(known.pspAccountId)
    return id === null ? { to: '/operacao/psps', action } : { to: '/operacao/psps/$psp', params: { psp: id }, action }
  }

/** Its lines of which nobody knows what they are. */
const statement: Finder = alert => {
  const way = psp('decideStatement')(alert)
  return way?.params === undefined ? way : { ...way, to: '/operacao/psps/$psp/extrato', search: { state: 'UNCLEAR' } }
}

/** One of a database that was lost has no page any more: then the list of what is stuck. */
const recurrence: Finder = ({ subject }) => {
  const uuid = subject?.kind === 'recurrence' ? subject.uuid : null
  return uuid === null
    ? { to: '/operacao/recorrencias', action: 'openRecurrence' }
    : { to: '/operacao/recorrencias/$recurrence', params: { recurrence: uuid }, action: 'openRecurrence' }
}

const monitoringCase: Finder = ({ known }) => {
  const uuid = text(known.case)
  return uuid === null
    ? { to: '/operacao/monitoramento', search: { state: 'OPEN' }, action: 'decideMonitoring' }
    : { to: '/operacao/monitoramento/$monitoringCase', params: { monitoringCase: uuid }, action: 'decideMonitoring' }
}

const list =
  (action: AlertAction, to: Way['to'], search: Record<string, string> = {}): Finder =>
  () => ({ to, search, action })
const callbacks = list('replayCallbacks', '/operacao/avisos-psp', { status: 'dead' })
const approvals = list('approveCashouts', '/operacao/saques')
const approvalsOfAccount: Finder = ({ subject, known }) => {
  const accountId = text(subject?.accountId) ?? text(known.accountId)
  return { to: '/operacao/saques', search: accountId === null ? {} : { accountId }, action: 'approveCashouts' }
}
const outside: Finder = () => null
const legalRequest: Finder = ({ known }) => {
  const id = text(known.request)
  return id === null
    ? { to: '/operacao/oficios', action: 'openLegalRequest' }
    : { to: '/operacao/oficios/$request', params: { request: id }, action: 'openLegalRequest' }
}

const WAYS: Record<AlertCode, Finder> = {
  CASHOUT_CONFLICT: decideCashout,
  CASHOUT_OUTCOME_UNKNOWN: decideCashout,
  CASHOUT_ANSWER_CHANGED: decideCashout,
  CASHOUT_RETURN_TOO_LARGE: decideCashout,
  CASHOUT_BLOCKED_AT_PSP: openCashout,
  CASHOUT_WITHOUT_END: openCashout,
  PAYOUT_NOT_CONFIRMED: payout,
  CASHOUT_SENT_BEFORE_RESTORE: openCashout,
  CASHOUT_RESTORED: openCashout,
  CASHOUT_OF_LOST_ACCOUNT: openCashout,
  VELOCITY_LIMIT_EXCEEDED: approvalsOfAccount,
  HOUSE_VELOCITY_LIMIT_EXCEEDED: approvals,
  CHARGE_NOT_AS_REQUESTED: psp('openPsp'),
  BOLETO_NOT_MADE: psp('openPsp'),
  CARD_TESTING_SUSPECTED: account('openAccount', '/operacao/contas/$account'),
  CARD_TESTING_EVERYWHERE: account('openAccount', '/operacao/contas/$account'),
  CARD_TAKEN_BACK: sale('openSale', disputesOfAccount),
  SALE_NOT_CLOSED: openSale,
  RECURRENCE_NOT_AS_REQUESTED: psp('openPsp'),
  RECURRENCE_NOT_TAKEN_BACK: recurrence,
  RECURRENCE_NOT_CANCELLED: recurrence,
  RECURRENCE_CONFLICT: recurrence,
  BOLETO_AMOUNT_UNKNOWN: openSale,
  BOLETO_CONFIRMED_BY_HAND: openSale,
  CARD_CONFIRMED_BY_HAND: openSale,
  CARD_GOES_BACK: incoming('openIncoming'),
  BOLETO_TAKEN_BACK: openSale,
  PAYMENT_UNMATCHED: incoming('decideIncoming'),
  TRANSFER_UNCERTAIN: incoming('decideIncoming'),
  TRANSFER_CONTRADICTED: incoming('openIncoming'),
  MOVEMENTS_UNCLEAR: statement,
  PAYMENT_OF_LOST_SALE: incoming('decideIncoming'),
  RETURN_FAILED: incoming('decideIncoming'),
  REFUND_BLOCKED_AT_PSP: refund,
  REFUND_WITHOUT_END: refund,
  CARD_REFUND_UNCERTAIN: sale('sayRefundOutcome', refund),
  REFUND_CONFLICT: incoming('openIncoming'),
  REFUND_TWO_ENDS: refund,
  PSP_INITIATED_REFUND: incoming('openIncoming'),
  UNMATCHED_MONEY_RETURNED: list('decideCases', '/operacao/conciliacao', { state: 'OPEN' }),
  DISPUTED_MONEY_RETURNED: disputesOfAccount,
  RECURRENCE_UNKNOWN: psp('openPsp'),
  DEBITS_MISSED: psp('openPsp'),
  DEBITS_WAIT_FOR_PSP: psp('openPsp'),
  DEBIT_CONFLICT: recurrence,
  DEBIT_WITHOUT_MONEY: recurrence,
  DEBIT_WITHOUT_END: recurrence,
  DEBIT_NOT_CANCELLED: recurrence,
  DEBIT_NOT_FOUND: recurrence,
  PSP_ENTRY_NOT_BOOKED: psp('openPsp'),
  DISPUTE_OF_UNKNOWN_PAYMENT: dispute('openDispute'),
  DISPUTE_EXCEEDS_PAYMENT: dispute('openDispute'),
  DISPUTE_MONEY_SPENT: dispute('openDispute'),
  DISPUTE_UNANSWERED: dispute('answerDispute'),
  DISPUTE_DEFENCE_LATE: dispute('openDispute'),
  DISPUTE_OVERDUE: dispute('endDispute'),
  DEFENCE_NOT_CONFIRMED: dispute('openDispute'),
  DEFENCE_REFUSED: dispute('answerDispute'),
  DEFENCE_WITH_OPERATOR: dispute('handInDefence'),
  DISPUTE_CONFLICT: dispute('openDispute'),
  DISPUTE_LOSS_UNKNOWN: dispute('endDispute'),
  DISPUTE_NOT_BOOKED: psp('openPsp'),
  DISPUTE_LIST_UNREADABLE: psp('openPsp'),
  DISPUTE_ENTRY_UNREADABLE: psp('openPsp'),
  MONITORING_CASE_WAITING: monitoringCase,
  MONITORING_CASE_OVERDUE: monitoringCase,
  PSP_NOT_ANSWERING: psp('openPsp'),
  PSP_LIST_UNREADABLE: psp('openPsp'),
  PSP_LIST_ENTRIES_UNREADABLE: psp('openPsp'),
  CALLBACK_NOT_APPLIED: callbacks,
  CALLBACK_UNREADABLE: callbacks,
  CALLBACKS_NOT_REGISTERED: psp('openPsp'),
  PSP_CALLS_NEARLY_USED: psp('openPsp'),
  PSP_CERTIFICATE_EXPIRES: psp('renewCertificate'),
  PSP_CERTIFICATE_EXPIRED: psp('renewCertificate'),
  BALANCE_NOT_COVERED: list('openCoverage', '/operacao/cobertura'),
  SETTLEMENT_OVERDUE: psp('openPsp'),
  DAY_NOT_RECONCILED: list('openRuns', '/operacao/comparacoes'),
  DAY_DIFFERS: list('decideCases', '/operacao/conciliacao', { state: 'OPEN' }),
  BOOKS_DO_NOT_ADD_UP: list('openLedger', '/operacao/razao'),
  CLOCK_IN_CLOSED_DAY: list('openDays', '/operacao/dias'),
  RECOVERY_ENTERED: list('resume', '/operacao/recuperacao'),
  HOLD_NOT_RELEASED: account('openHolds', '/operacao/contas/$account/bloqueios'),
  ALERT_CHANNEL_FAILING: list('openChannels', '/operacao/canais'),
  LEGAL_REQUEST_DUE: legalRequest,
  LEGAL_REQUEST_OVERDUE: legalRequest,
  BACKUP_OLD: outside,
  BACKUP_NOT_RESTORABLE: outside,
  MAIL_NOT_SENT: outside,
  CHECKOUT_PAGE_CHANGED: outside,
  CALLBACK_CERTIFICATE_EXPIRES: outside,
  CALLBACK_CERTIFICATE_EXPIRED: outside,
  OTHER: outside,
}

function text(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
