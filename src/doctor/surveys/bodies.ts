// What the bytes of an event must say of the row that it describes, as SQL: the beginning of its body, written again from the
// columns, and its type. Bytes are compared, never parsed: a body that was changed need not be JSON.
import { raw } from 'sql-template-tag'

const REAIS = (column: string) => `${column} / 100 || '.' || lpad((${column} % 100)::text, 2, '0')`
export const ISO = (column: string) =>
  `'"' || to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`
export const JSON_ = (column: string) => `coalesce(to_json(${column})::text, 'null')`

/** A beginning of an object, with its fields in their order; values are SQL of JSON. */
const objectOf = (fields: Record<string, string>) =>
  `'{' || ${Object.entries(fields)
    .map(([name, value]) => `'"${name}":' || ${value}`)
    .join(` || ',' || `)}`

export const quoted = (value: string) => `'"' || (${value}) || '"'`

const SALE_STAYS = {
  id: 'sale.id',
  uuid: quoted('sale.uuid'),
  userId: 'event.account_id',
  amount: quoted('sale.amount_centavos'),
}
const SALE_SINCE = {
  ...SALE_STAYS,
  date: ISO('sale.created_at'),
  status: quoted('sale.status'),
  paymentMethod: quoted('payment_method'),
}
const SALE_NOW = {
  ...SALE_SINCE,
  customerDocument: JSON_('customer_document'),
  customerEmail: JSON_('customer_email'),
  customerName: JSON_('customer_name'),
  customerPhone: JSON_('customer_phone'),
  pixKey: JSON_('br_code'),
}
const CASHOUT_STAYS = {
  id: 'withdrawal.id',
  uuid: quoted('withdrawal.uuid'),
  userId: 'event.account_id',
  amount: quoted(REAIS('withdrawal.amount_centavos')),
  pixKey: JSON_('pix_key'),
  pixKeyType: quoted('pix_key_type'),
}
const STATUS = `case state when 'requested' then 'PENDING' when 'submitted' then 'PROCESSING' when 'settled' then 'COMPLETED'
  when 'refused' then 'REJECTED' when 'cancelled' then 'CANCELLED' end`
const CASHOUT_NOW = {
  ...CASHOUT_STAYS,
  status: quoted(STATUS),
  externalId: JSON_('payout_id'),
  createdAt: ISO('withdrawal.created_at'),
  updatedAt: ISO('withdrawal.updated_at'),
  processedAt: `coalesce(${ISO('processed_at')}, 'null')`,
}

const REFUND_STAYS = {
  id: 'refund.id',
  uuid: quoted('refund.uuid'),
  userId: 'event.account_id',
  saleId: 'sale.id',
  saleUuid: quoted('sale.uuid'),
  amount: quoted('refund.amount_centavos'),
}
const REFUND_NOW = { ...REFUND_STAYS, status: quoted('refund.status'), createdAt: ISO('refund.created_at') }

const DISPUTE_STAYS = {
  id: 'dispute.id',
  uuid: quoted('dispute.uuid'),
  userId: 'event.account_id',
  kind: quoted('dispute.kind'),
}
const DISPUTE_NOW = {
  ...DISPUTE_STAYS,
  status: quoted('dispute.status'),
  amount: quoted('dispute.amount_centavos'),
  forfeitedAmount: quoted('dispute.forfeited_centavos'),
}

const CART_STAYS = {
  id: 'cart.id',
  uuid: quoted('cart.uuid'),
  userId: 'event.account_id',
  type: quoted("'CART'"),
}
const cartThen = (status: string, more: Record<string, string>) => ({
  ...CART_STAYS,
  status: quoted(`'${status}'`),
  ...more,
})

export const SALE_TYPE = raw(`case status when 'PENDENTE' then 'sale.pending' when 'PAGO' then 'sale.paid'
  when 'RECUSADO' then 'sale.refused' when 'FALHA' then 'sale.refused' when 'CANCELADO' then 'sale.canceled'
  when 'ESTORNADO' then 'sale.refunded' when 'CHARGEBACK' then 'sale.chargeback' when 'MED' then 'sale.chargeback' end`)
export const CASHOUT_TYPE =
  raw(`case state when 'requested' then 'withdrawal.pending' when 'submitted' then 'withdrawal.processing'
  when 'settled' then case when returned_centavos > 0 then 'withdrawal.returned' else 'withdrawal.completed' end
  when 'refused' then 'withdrawal.rejected' when 'cancelled' then 'withdrawal.canceled' end`)

export const TYPES = [
  ...['sale.pending', 'sale.paid', 'sale.refused', 'sale.canceled', 'sale.refunded', 'sale.chargeback'],
  ...[
    'withdrawal.pending',
    'withdrawal.processing',
    'withdrawal.completed',
    'withdrawal.rejected',
    'withdrawal.canceled',
  ],
  'withdrawal.returned',
  ...['refund.completed', 'refund.failed'],
  ...['dispute.opened', 'dispute.deadline', 'dispute.closed'],
  ...['cart.abandoned', 'cart.recovered'],
  ...['authorized', 'refused', 'canceled', 'expired', 'unauthorized_payment'].map(name => `recurrence.${name}`),
  ...['amount_due', 'debit_scheduled', 'try_failed', 'debit_refused', 'debit_canceled', 'debit_missed'].map(
    name => `recurrence.${name}`,
  ),
]

export const begins = (column: string, fields: Record<string, string>) =>
  `coalesce(substr(${column}, 1, octet_length(${bytesOf(objectOf(fields))})) = ${bytesOf(objectOf(fields))}, false)`
const bytesOf = (text: string) => `convert_to(${text}, 'UTF8')`
export const holds = (text: string) => `position(${bytesOf(text)} in body) > 0`

/** The event of the row as it stands, or an earlier event of it. */
const isEventOf = (table: string, now: Record<string, string>, stays: Record<string, string>, more = 'true') =>
  raw(
    `case when event.subject_version = ${table}.version then ${begins('body', now)} and ${more} else ${begins('body', stays)} end`,
  )

/** Of a sale by boleto, once the PSP has given it. */
const CHARGE_ID = `(select charge_id from charge where charge.account_id = sale.account_id and charge.sale_id = sale.id)`

const CASHOUT_MORE = `(returned_at is null or ${holds(`'"returnedAt":' || ${ISO('returned_at')}`)})`
const SALE_MORE = `case form when 'SALE' then ${holds(`'"fee":' || fee_centavos || ','`)}
  else ${holds(`'"externalTransactionId":"' || coalesce(${CHARGE_ID}, txid) || '"'`)} end`

/**
 * Who the buyer was may be forgotten while an event that says it is still kept: of the four, what is still there must be in it. That nobody has
 * changed the rest by hand says the hash of the row.
 */
const BUYER_IS_LEFT = [
  ['customer_document', 'customerDocument'],
  ['customer_email', 'customerEmail'],
  ['customer_name', 'customerName'],
  ['customer_phone', 'customerPhone'],
]
  .map(([column = '', name]) => `(${column} = '' or ${holds(`'"${name}":' || ${JSON_(column)}`)})`)
  .join(' and ')
const FORGETS_BUYER = `sale.customer_email = '' and sale.customer_phone = ''`

export const SALE_EVENT_MATCHES = raw(
  `case when event.subject_version <> sale.version then ${begins('body', SALE_STAYS)}
    when ${FORGETS_BUYER} then ${begins('body', SALE_SINCE)} and ${BUYER_IS_LEFT} and ${SALE_MORE}
    else ${begins('body', SALE_NOW)} and ${SALE_MORE} end`,
)
/**
 * A change of it while it is open, such as a defence, causes no event: until it is closed the event need not say how it stands.
 */
export const DISPUTE_EVENT_MATCHES = raw(
  `case when event.subject_version = dispute.version and dispute.closed_at is not null then ${begins('body', DISPUTE_NOW)}
    else ${begins('body', DISPUTE_STAYS)} end`,
)
/** What an abandoned cart costs may change when its buyer comes back; of one that is paid everything stays. */
export const CART_EVENT_MATCHES = raw(
  `case event.subject_version when 1 then ${begins('body', cartThen('ABANDONED', {}))}
      and ${holds(`'"abandonedAt":' || ${ISO('abandoned_at')} || ',"recoveredAt":null'`)}
    else ${begins('body', cartThen('RECOVERED', { amount: quoted('cart.amount_centavos'), date: ISO('cart.created_at'), abandonedAt: ISO('abandoned_at'), recoveredAt: ISO('recovered_at') }))}
      and ${holds(`'"transactionId":' || paid_sale_id || ','`)} end`,
)
export const REFUND_EVENT_MATCHES = isEventOf('refund', REFUND_NOW, REFUND_STAYS)
export const CASHOUT_EVENT_MATCHES = isEventOf('withdrawal', CASHOUT_NOW, CASHOUT_STAYS, CASHOUT_MORE)

/** An answer to the caller who made a sale or a recurrence. */
export const ANSWER_OF_SALE = raw(begins('answer', { id: 'begun', uuid: quoted('begun_uuid') }))
export const ANSWER_OF_DEBIT = raw(begins('answer', { uuid: quoted('begun_uuid') }))
