// A sale as the database keeps it. It is always read whole, with its items: every form of it shows them.
import sql, { raw } from 'sql-template-tag'
import type { Centavos } from '#kernel/money.ts'
import type { BankTransfer, ChargeKind, Item, PaymentMethod, Sale, SaleCharge, SaleStatus } from './sale.ts'

export interface SaleRow {
  account_id: number
  id: bigint
  uuid: string
  status: SaleStatus
  version: number
  payment_method: PaymentMethod
  amount_centavos: Centavos
  fee_centavos: Centavos
  net_centavos: Centavos
  reserve_centavos: Centavos
  reserve_days: number
  customer_name: string
  customer_email: string
  customer_document: string
  customer_phone: string
  shipping: Record<string, unknown> | null
  external_reference: string | null
  postback_url: string | null
  psp_account_id: number
  charge_kind: ChargeKind
  txid: string
  br_code: string | null
  id_rec: string | null
  contrato: string | null
  cart_id: bigint | null
  given_up: boolean
  expires_at: Date
  created_at: Date
  updated_at: Date
  completed_at: Date | null
  items: ItemRow[]
  charge: SaleCharge | null
  reserve_held_centavos: Centavos
  bank_transfer: BankTransfer | null
}

// Out of json_agg: whole numbers arrive as text, so that none is rounded.
interface ItemRow {
  id: string
  title: string
  unit_price: string
  quantity: number
  tangible: boolean
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = raw(
  `account_id id uuid status version payment_method amount_centavos fee_centavos net_centavos reserve_centavos
  reserve_days customer_name customer_email customer_document customer_phone shipping external_reference postback_url
  psp_account_id charge_kind txid br_code id_rec contrato cart_id given_up expires_at created_at updated_at completed_at`
    .split(/\s+/)
    .map(column => `sale.${column}`)
    .join(', '),
)

/** What belongs to a sale and lies in other tables: its items, its charge, what is still held of its reserve, and the transfer that pays it. */
export const ITEMS = sql`(
  select json_agg(json_build_object('id', item.id::text, 'title', item.title, 'quantity', item.quantity,
    'unit_price', item.unit_price_centavos::text, 'tangible', item.tangible) order by item.id)
  from sale_item item where item.account_id = sale.account_id and item.sale_id = sale.id
) as items, (
  case when sale.charge_kind = 'collect' then (
    select json_build_object('chargeId', charge.charge_id, 'line', charge.line, 'card', case when method = 'card' then
      json_build_object('lastFour', last_four, 'brand', brand, 'installments', installments, 'decline', decline,
        'challengeUrl', challenge_url) end)
    from charge where charge.account_id = sale.account_id and charge.sale_id = sale.id
  ) end
) as charge, (
  case when sale.reserve_centavos = 0 then 0::bigint else (
    select coalesce(sum(open_centavos), 0)::bigint from hold
    where hold.account_id = sale.account_id and hold.subject = 'sale' and hold.subject_id = sale.id and hold.reason = 'RESERVE'
  ) end
) as reserve_held_centavos, (
  case when sale.charge_kind = 'transfer' then (
    select jsonb_build_object('reference', reference, 'payee', payee)
    from bank_transfer where bank_transfer.account_id = sale.account_id and bank_transfer.sale_id = sale.id
  ) end
) as bank_transfer`

export const saleOf = (row: SaleRow): Sale => ({
  accountId: row.account_id,
  id: row.id,
  uuid: row.uuid,
  status: row.status,
  version: row.version,
  paymentMethod: row.payment_method,
  amount: row.amount_centavos,
  fee: row.fee_centavos,
  net: row.net_centavos,
  reserve: row.reserve_centavos,
  reserveDays: row.reserve_days,
  reserveHeld: row.reserve_held_centavos,
  customer: {
    name: row.customer_name,
    email: row.customer_email,
    document: row.customer_document,
    phone: row.customer_phone,
  },
  items: row.items.map(itemOf),
  shipping: row.shipping,
  externalReference: row.external_reference,
  postbackUrl: row.postback_url,
  pspAccountId: row.psp_account_id,
  chargeKind: row.charge_kind,
  txid: row.txid,
  brCode: row.br_code,
  charge: row.charge,
  idRec: row.id_rec,
  contrato: row.contrato,
  cartId: row.cart_id,
  ...(row.bank_transfer !== null && { bankTransfer: row.bank_transfer }),
  givenUp: row.given_up,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  completedAt: row.completed_at,
})

const itemOf = (row: ItemRow): Item => ({
  id: BigInt(row.id),
  title: row.title,
  unitPrice: BigInt(row.unit_price) as Centavos,
  quantity: row.quantity,
  tangible: row.tangible,
})
