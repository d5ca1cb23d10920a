// Which columns hold data of customers, and of which kind. A column may be of several: what a sale knows of its buyer ends earlier where nobody
// has paid it, and the way to reach them ends before their name does.
import type { KindName } from './kinds.ts'

const CUSTOMER = ['customer_name', 'customer_document', 'customer_email', 'customer_phone']
const PAYER = ['payer_name', 'payer_document', 'message']

export const CUSTOMER_COLUMNS: Record<string, Partial<Record<KindName, readonly string[]>>> = {
  sale: {
    'unpaid-sale': [...CUSTOMER, 'shipping'],
    contact: ['customer_email', 'customer_phone', 'shipping'],
    payer: ['customer_name', 'customer_document'],
  },
  charge: { 'unpaid-sale': ['buyer'], contact: ['buyer'], payer: ['buyer'] },
  bank_transfer: { 'unpaid-sale': ['payer_document'], payer: ['payer_document'] },
  cart: { cart: [...CUSTOMER, 'address', 'consent', 'recovery_token_hash', 'recovery_token_sealed'] },
  checkout: { cart: ['prefill'] },
  recurrence: {
    'unpaid-sale': [
      ...CUSTOMER,
      'request_branch',
      'request_account',
      'request_document',
      'payer_document',
      'payer_town',
    ],
    contact: ['customer_email', 'customer_phone'],
    payer: [
      'customer_name',
      'customer_document',
      'request_branch',
      'request_account',
      'request_document',
      'payer_document',
      'payer_town',
    ],
  },
  receipt: { payer: PAYER },
  movement: { payer: PAYER },
  refund: { payer: ['to_pix_key', 'to_document'] },
  withdrawal: { recipient: ['pix_key', 'holder_document', 'description'] },
  payout_recipient: { recipient: ['pix_key', 'name', 'document', 'bank_ispb'] },
  payout_beneficiary: { beneficiary: ['pix_key', 'name'] },
  payout_payee: { 'key-memory': ['pix_key'] },
  payout_key_miss: { 'key-memory': ['pix_key'] },
  dispute: { dispute: ['psp_reason'] },
  dispute_defence: { dispute: ['justification', 'evidence'] },
  event: { notification: ['body'] },
  attempt: { notification: ['response_head'] },
  request_log: { request: ['request_body', 'answer_body', 'path'] },
  psp_inbox: { callback: ['body'] },
  idempotency: { answer: ['answer'] },
  anomaly: { case: ['ours', 'theirs', 'told_since'] },
  reconciliation_case: { case: ['ours', 'theirs'] },
  proposal: { case: ['payload', 'outcome'] },
  monitoring_case: { monitoring: ['subject', 'subject_name'] },
  monitoring_evidence: { monitoring: ['other_name', 'other_document', 'pix_key'] },
}
