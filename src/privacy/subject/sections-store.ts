// What is held about a customer, section by section: which rows, and what is said of each. What these rows hold of others (who paid a sale in
// another's name, who of the team decided something) is left out, and so is what the gateway keeps for supervision and courts.
import sql, { raw, type Sql } from 'sql-template-tag'
import { isCustomer, isKeyHolder, isPayer, isPrefilled } from './match-store.ts'
import type { SectionName } from './sections.ts'
import type { Subject } from './subject.ts'

export interface Section {
  /** Its rows have account_id and id. */
  table: string
  rows: (subject: Subject) => Sql
  /** JSON of a row. */
  form: Sql
}

const CUSTOMER = (table: string): Sql =>
  raw(`json_build_object('name', ${table}.customer_name, 'document', ${table}.customer_document,
    'email', ${table}.customer_email, 'phone', ${table}.customer_phone)`)

/** Another may have paid: then their name and document are theirs. */
const PAYMENTS = sql`(
  select json_agg(json_build_object('endToEndId', end_to_end_id, 'amountCentavos', amount_centavos, 'paidAt', paid_at,
    'payerName', case when payer_document = sale.customer_document then payer_name end, 'message', message) order by id)
  from receipt where receipt.account_id = sale.account_id and receipt.sale_id = sale.id)`

const REFUNDS = sql`(
  select json_agg(json_build_object('uuid', uuid, 'amountCentavos', amount_centavos, 'status', status, 'createdAt', created_at,
    'completedAt', completed_at) order by id)
  from refund where refund.account_id = sale.account_id and refund.sale_id = sale.id)`

const DISPUTES = sql`(
  select json_agg(json_build_object('uuid', uuid, 'kind', kind, 'status', status, 'amountCentavos', amount_centavos,
    'reason', psp_reason, 'openedAt', opened_at, 'closedAt', closed_at) order by id)
  from dispute where dispute.account_id = sale.account_id and dispute.sale_id = sale.id)`

const ITEMS = sql`(
  select json_agg(json_build_object('title', title, 'quantity', quantity, 'unitPriceCentavos', unit_price_centavos) order by id)
  from sale_item where sale_item.account_id = sale.account_id and sale_item.sale_id = sale.id)`

/** What a boleto was issued to, and which card paid: its last four digits are all that is kept of one. */
const BILLING = sql`(
  select json_build_object('buyer', buyer, 'cardBrand', brand, 'cardLastFour', last_four)
  from charge where charge.account_id = sale.account_id and charge.sale_id = sale.id)`

export const SECTIONS: Record<SectionName, Section> = {
  sales: {
    table: 'sale',
    rows: subject => isCustomer(subject, 'sale'),
    form: sql`json_build_object('uuid', sale.uuid, 'status', sale.status, 'method', sale.payment_method, 'amountCentavos',
      sale.amount_centavos, 'createdAt', sale.created_at, 'paidAt', sale.completed_at, 'customer', ${CUSTOMER('sale')},
      'shipping', sale.shipping, 'externalReference', sale.external_reference, 'items', ${ITEMS}, 'billing', ${BILLING},
      'payments', ${PAYMENTS}, 'refunds', ${REFUNDS}, 'disputes', ${DISPUTES})`,
  },
  payments: {
    table: 'receipt',
    rows: subject => isPayer(subject, 'receipt.payer_document'),
    form: sql`json_build_object('endToEndId', receipt.end_to_end_id, 'amountCentavos', receipt.amount_centavos, 'paidAt',
      receipt.paid_at, 'payerName', receipt.payer_name, 'payerDocument', receipt.payer_document, 'message', receipt.message)`,
  },
  recurrences: {
    table: 'recurrence',
    rows: subject => isCustomer(subject, 'recurrence'),
    form: sql`json_build_object('uuid', recurrence.uuid, 'status', recurrence.status, 'contract', recurrence.contrato, 'createdAt',
      recurrence.created_at, 'activatedAt', recurrence.activated_at, 'endedAt', recurrence.ended_at, 'customer',
      ${CUSTOMER('recurrence')}, 'payerTown', recurrence.payer_town, 'bankAccount', case when recurrence.request_account is not null then
      json_build_object('ispb', recurrence.request_ispb, 'branch', recurrence.request_branch, 'account', recurrence.request_account) end)`,
  },
  carts: {
    table: 'cart',
    rows: subject => isCustomer(subject, 'cart'),
    form: sql`json_build_object('uuid', cart.uuid, 'state', cart.state, 'amountCentavos', cart.amount_centavos, 'createdAt',
      cart.created_at, 'lastActivityAt', cart.last_activity_at, 'customer', ${CUSTOMER('cart')}, 'address', cart.address,
      'marketingConsent', cart.consent, 'items', cart.items, 'campaign', cart.utm)`,
  },
  checkoutSessions: {
    table: 'checkout',
    rows: isPrefilled,
    form: sql`json_build_object('uuid', checkout.uuid, 'createdAt', checkout.created_at, 'customer', checkout.prefill)`,
  },
  refundTargets: {
    table: 'refund',
    rows: subject => isKeyHolder(subject, 'refund.to_pix_key', 'refund.to_document'),
    form: sql`json_build_object('uuid', refund.uuid, 'amountCentavos', refund.amount_centavos, 'status', refund.status, 'createdAt',
      refund.created_at, 'pixKey', refund.to_pix_key, 'document', refund.to_document)`,
  },
  cashouts: {
    table: 'withdrawal',
    rows: subject => isKeyHolder(subject, 'withdrawal.pix_key', 'withdrawal.holder_document'),
    form: sql`json_build_object('uuid', withdrawal.uuid, 'state', withdrawal.state, 'amountCentavos', withdrawal.amount_centavos,
      'createdAt', withdrawal.created_at, 'paidAt', withdrawal.processed_at, 'pixKey', withdrawal.pix_key, 'document',
      withdrawal.holder_document, 'description', withdrawal.description, 'recipient', (
        select json_build_object('name', name, 'document', document, 'bankIspb', bank_ispb) from payout_recipient
        where payout_recipient.account_id = withdrawal.account_id and payout_recipient.withdrawal_id = withdrawal.id))`,
  },
  beneficiaries: {
    table: 'payout_beneficiary',
    rows: subject => isKeyHolder(subject, 'payout_beneficiary.pix_key'),
    form: sql`json_build_object('pixKey', payout_beneficiary.pix_key, 'name', payout_beneficiary.name, 'createdAt',
      payout_beneficiary.created_at, 'removedAt', payout_beneficiary.removed_at)`,
  },
}
