// A cart as the database keeps it.
import sql, { raw } from 'sql-template-tag'
import { type Centavos, centavos, toCentsNumber } from '#kernel/money.ts'
import type { Cart, CartItem, CartState, DeliveryAddress, MarketingConsent } from './cart.ts'

export interface CartRow {
  account_id: number
  id: bigint
  uuid: string
  checkout_id: bigint | null
  checkout_uuid: string | null
  recovery_token_sealed: string | null
  state: CartState
  version: number
  revision: number
  customer_name: string
  customer_email: string
  customer_phone: string
  customer_document: string
  address: DeliveryAddress | null
  consent: MarketingConsent | null
  items: StoredItem[]
  shipping_centavos: Centavos
  discount_centavos: Centavos
  amount_centavos: Centavos
  utm: Record<string, unknown> | null
  recovery_url: string | null
  external_reference: string | null
  abandon_after_seconds: number | null
  last_activity_at: Date
  abandoned_at: Date | null
  recovered_at: Date | null
  ended_at: Date | null
  erased_at: Date | null
  paid_sale_id: bigint | null
  created_at: Date
}

/** In JSON an amount is a whole number of cents, which is exact up to the greatest amount of a Pix. */
interface StoredItem extends Omit<CartItem, 'unitPrice'> {
  unitPrice: number
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = sql`${raw(
  `account_id id uuid checkout_id recovery_token_sealed state version revision customer_name customer_email customer_phone
  customer_document address consent items shipping_centavos discount_centavos amount_centavos utm recovery_url
  external_reference abandon_after_seconds last_activity_at abandoned_at recovered_at ended_at erased_at paid_sale_id created_at`
    .split(/\s+/)
    .map(column => `cart.${column}`)
    .join(', '),
)}, (
  select checkout.uuid from checkout where checkout.account_id = cart.account_id and checkout.id = cart.checkout_id
) as checkout_uuid`

export const storedItems = (items: CartItem[]): string =>
  JSON.stringify(items.map(item => ({ ...item, unitPrice: toCentsNumber(item.unitPrice) })))

export const cartOf = (row: CartRow): Cart => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  checkoutId: row.checkout_id,
  checkoutUuid: row.checkout_uuid,
  state: row.state,
  version: row.version,
  revision: row.revision,
  customer: {
    name: row.customer_name,
    email: row.customer_email,
    phone: row.customer_phone,
    document: row.customer_document,
  },
  address: row.address,
  consent: row.consent,
  items: row.items.map(item => ({ ...item, unitPrice: centavos(item.unitPrice) })),
  shipping: row.shipping_centavos,
  discount: row.discount_centavos,
  amount: row.amount_centavos,
  utm: row.utm,
  recoveryUrl: row.recovery_url,
  recoveryTokenSealed: row.recovery_token_sealed,
  externalReference: row.external_reference,
  abandonAfterSeconds: row.abandon_after_seconds,
  lastActivityAt: row.last_activity_at,
  abandonedAt: row.abandoned_at,
  recoveredAt: row.recovered_at,
  endedAt: row.ended_at,
  erasedAt: row.erased_at,
  paidSaleId: row.paid_sale_id,
  createdAt: row.created_at,
})
