// A checkout as the database keeps it.
import { columnsOf } from '#db/columns.ts'
import { type Centavos, centavos, toCentsNumber } from '#kernel/money.ts'
import type { Checkout, OfferedItem } from './checkout.ts'

/** In JSON an amount is a whole number of cents, which is exact up to the greatest amount of a Pix. */
interface StoredItem extends Omit<OfferedItem, 'unitPrice'> {
  unitPrice: number
}

export const storedItems = (items: OfferedItem[]): string =>
  JSON.stringify(items.map(item => ({ ...item, unitPrice: toCentsNumber(item.unitPrice) })))

export interface CheckoutRow extends Omit<Checkout, 'items' | 'openAmount'> {
  items: StoredItem[]
  openMin: Centavos | null
  openMax: Centavos | null
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = columnsOf<CheckoutRow>({
  accountId: 'checkout.account_id',
  id: 'checkout.id',
  uuid: 'checkout.uuid',
  kind: 'checkout.kind',
  status: 'checkout.status',
  slug: 'checkout.slug',
  tokenSealed: 'checkout.token_sealed',
  title: 'checkout.title',
  shipping: 'checkout.shipping_centavos',
  discount: 'checkout.discount_centavos',
  methods: 'checkout.methods',
  askAddress: 'checkout.ask_address',
  askDocument: 'checkout.ask_document',
  abandonAfterSeconds: 'checkout.abandon_after_seconds',
  pixExpiresInSeconds: 'checkout.pix_expires_in_seconds',
  boletoDueInDays: 'checkout.boleto_due_in_days',
  maxInstallments: 'checkout.max_installments',
  maxSales: 'checkout.max_sales',
  taken: 'checkout.taken',
  successUrl: 'checkout.success_url',
  cancelUrl: 'checkout.cancel_url',
  postbackUrl: 'checkout.postback_url',
  externalReference: 'checkout.external_reference',
  returnAutomatically: 'checkout.return_automatically',
  showsAmount: 'checkout.shows_amount',
  thankYou: 'checkout.thank_you',
  language: 'checkout.language',
  metadata: 'checkout.metadata',
  prefill: 'checkout.prefill',
  expiresAt: 'checkout.expires_at',
  createdAt: 'checkout.created_at',
  updatedAt: 'checkout.updated_at',
  items: 'checkout.items',
  openMin: 'checkout.open_min_centavos',
  openMax: 'checkout.open_max_centavos',
})

export const checkoutOf = ({ items, openMin, openMax, ...checkout }: CheckoutRow): Checkout => ({
  ...checkout,
  items: items.map(item => ({ ...item, unitPrice: centavos(item.unitPrice) })),
  openAmount: openMin === null || openMax === null ? null : { min: openMin, max: openMax },
})
