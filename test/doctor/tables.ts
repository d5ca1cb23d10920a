// The tables that the doctor judges: every column of them is changed by the tamper test, which expects a finding.

export const LEDGER = ['transfer', 'wallet', 'hold']
export const MONEY = [
  'sale',
  'sale_item',
  'receipt',
  'refund',
  'withdrawal',
  'payout_attempt',
  'payout_return',
  'idempotency',
  'claim',
  'dispute',
  'dispute_defence',
  'hold_order',
  'proposal',
  'balance_news',
  'reconciliation_case',
  'correction',
  'day_close',
  'day_figure',
  'payout_rule',
  'payout_beneficiary',
  'payout_recipient',
  'payout_wait',
  'payout_approval',
  'checkout',
  'cart',
  'recurrence',
  'debit',
  'debit_try',
  'bank_transfer',
  'movement',
  'receivable',
  'charge',
  'monitoring_case',
  'monitoring_evidence',
]
export const SEALED = [
  ...MONEY,
  'look',
  'anomaly',
  'event',
  'account',
  'member',
  'api_key',
  'psp_account',
  'psp_inbox',
  'monitoring_decision',
  'monitoring_rule',
]

/** When a row is looked at next, and what is counted or noted with the row left as it is. */
export const RUNS_FREELY: Record<string, string[]> = {
  sale: ['due_at'],
  refund: ['due_at'],
  dispute: ['due_at'],
  dispute_defence: ['due_at'],
  withdrawal: ['due_at'],
  idempotency: ['busy_until'],
  api_key: ['last_used_at'],
  psp_inbox: ['due_at', 'seen'],
  reconciliation_case: ['found_in_run', 'found_at'],
  payout_wait: ['check_due_at'],
  cart: ['due_at'],
  recurrence: ['due_at'],
  debit: ['due_at', 'lookups'],
  charge: ['due_at', 'live_number', 'lookups', 'paid_by_acquirer_at'],
  receivable: ['due_at'],
}

/** Rows that are part of another, which is what is named. */
export const PARTS = ['sale_item', 'payout_attempt', 'payout_return', 'payout_approval']
