// A checkout as the database keeps it.
import { raw } from 'sql-template-tag'
import type { Language } from '#kernel/language.ts'
import { type Centavos, centavos, toCentsNumber } from '#kernel/money.ts'
import type { CheckoutMethod } from '#kernel/terms/checkout-methods.ts'
import type { Checkout, CheckoutKind, CheckoutStatus, OfferedItem, Prefill } from './checkout.ts'

export interface CheckoutRow {
  account_id: number
  id: bigint
  uuid: string
  kind: CheckoutKind
  status: CheckoutStatus
  slug: string | null
  token_sealed: string | null
  title: string
  items: StoredItem[]
  shipping_centavos: Centavos
  discount_centavos: Centavos
  open_min_centavos: Centavos | null
  open_max_centavos: Centavos | null
  methods: CheckoutMethod[]
  ask_address: boolean
  ask_document: boolean
  abandon_after_seconds: number | null
  pix_expires_in_seconds: number
  boleto_due_in_days: number
  max_installments: number | null
  max_sales: number | null
  taken: number
  success_url: string | null
  cancel_url: string | null
  postback_url: string | null
  external_reference: string | null
  return_automatically: boolean
  shows_amount: boolean
  thank_you: string | null
  language: Language | null
  metadata: Record<string, unknown> | null
  prefill: Prefill | null
  expires_at: Date | null
  created_at: Date
  updated_at: Date
}

/** In JSON an amount is a whole number of cents, which is exact up to the greatest amount of a Pix. */
interface StoredItem extends Omit<OfferedItem, 'unitPrice'> {
  unitPrice: number
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = raw(
  `account_id id uuid kind status slug token_sealed title items shipping_centavos discount_centavos open_min_centavos
  open_max_centavos methods ask_address ask_document abandon_after_seconds pix_expires_in_seconds boleto_due_in_days max_installments
  max_sales taken success_url cancel_url postback_url external_reference return_automatically shows_amount thank_you language metadata prefill expires_at
  created_at updated_at`
    .split(/\s+/)
    .map(column => `checkout.${column}`)
    .join(', '),
)

export const storedItems = (items: OfferedItem[]): string =>
  JSON.stringify(items.map(item => ({ ...item, unitPrice: toCentsNumber(item.unitPrice) })))

export const checkoutOf = (row: CheckoutRow): Checkout => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  kind: row.kind,
  status: row.status,
  slug: row.slug,
  tokenSealed: row.token_sealed,
  title: row.title,
  items: row.items.map(item => ({ ...item, unitPrice: centavos(item.unitPrice) })),
  shipping: row.shipping_centavos,
  discount: row.discount_centavos,
  openAmount:
    row.open_min_centavos === null || row.open_max_centavos === null
      ? null
      : { min: row.open_min_centavos, max: row.open_max_centavos },
  methods: row.methods,
  askAddress: row.ask_address,
  askDocument: row.ask_document,
  abandonAfterSeconds: row.abandon_after_seconds,
  pixExpiresInSeconds: row.pix_expires_in_seconds,
  boletoDueInDays: row.boleto_due_in_days,
  maxInstallments: row.max_installments,
  maxSales: row.max_sales,
  taken: row.taken,
  successUrl: row.success_url,
  cancelUrl: row.cancel_url,
  postbackUrl: row.postback_url,
  externalReference: row.external_reference,
  returnAutomatically: row.return_automatically,
  showsAmount: row.shows_amount,
  thankYou: row.thank_you,
  language: row.language,
  metadata: row.metadata,
  prefill: row.prefill,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
