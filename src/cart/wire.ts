// A cart as its seller writes and reads it.

import { type Static, Type } from 'typebox'
import { EmailText, PhoneText } from '#http/request/contact-fields.ts'
import { DocumentText } from '#http/request/document-field.ts'
import { CentsAmount, JsonObject, orNull, PrintableText, WebAddress } from '#http/schema.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { type Centavos, centavos, MAX_CENTAVOS, ZERO } from '#kernel/money.ts'
import { CART_STATES, type Cart, type CartItem } from './cart.ts'
import { customerIn } from './customer.ts'
import { cartBody } from './event.ts'
import type { OwnCartRequest } from './own.ts'
import type { SaleOfCart } from './store.ts'

const DEFAULT_ABANDON_SECONDS = 3_600

export const OwnCartBody = Type.Object(
  {
    customer: Type.Object(
      {
        name: PrintableText({ minLength: 1, maxLength: 200 }),
        email: Type.Optional(EmailText),
        phone: Type.Optional(PhoneText),
        document: Type.Optional(DocumentText),
      },
      { additionalProperties: false },
    ),
    items: Type.Array(
      Type.Object(
        {
          title: PrintableText({ minLength: 1, maxLength: 500 }),
          unitPrice: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
          quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
          tangible: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 200 },
    ),
    amount: Type.Optional(CentsAmount),
    recoveryUrl: WebAddress,
    externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
    abandonAfterSeconds: Type.Optional(
      Type.Union([Type.Integer({ minimum: 600, maximum: 259_200 }), Type.Null()], {
        description: 'Default 3,600; null: it is never abandoned',
      }),
    ),
    marketingConsent: Type.Optional(Type.Boolean()),
    utm: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
  },
  { title: 'NewCart', additionalProperties: false },
)

const MAX_UTM_BYTES = 2_048
// PostgreSQL keeps no NUL in JSON. Behind another backslash the escape is only the plain text of one.
const NUL_ESCAPED = /(?<!\\)(?:\\\\)*\\u0000/

/** Throws a refusal that names the field. */
export function ownCartIn(
  body: Static<typeof OwnCartBody>,
  checkRecoveryUrl: (field: string, url: string) => void,
): OwnCartRequest {
  const customer = customerIn(body.customer)
  if (customer instanceof Failure) throw customer
  checkRecoveryUrl('recoveryUrl', body.recoveryUrl)
  const utm = body.utm === undefined ? null : utmIn(body.utm)
  const items = body.items.map(item => ({
    title: item.title,
    unitPrice: centavos(item.unitPrice),
    quantity: item.quantity,
    tangible: item.tangible ?? false,
  }))
  return {
    customer,
    items,
    amount: body.amount === undefined ? sumOf(items) : centavos(body.amount),
    recoveryUrl: body.recoveryUrl,
    externalReference: body.externalReference ?? null,
    abandonAfterSeconds: body.abandonAfterSeconds === undefined ? DEFAULT_ABANDON_SECONDS : body.abandonAfterSeconds,
    marketingConsent: body.marketingConsent ?? false,
    utm,
  }
}

function utmIn(utm: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(utm)
  if (Buffer.byteLength(text) > MAX_UTM_BYTES) throw invalid('utm', `at most ${MAX_UTM_BYTES} bytes of JSON`)
  if (NUL_ESCAPED.test(text)) throw invalid('utm', 'text without NUL characters')
  return utm
}

function sumOf(items: CartItem[]): Centavos {
  const sum = items.reduce((all, item) => all + item.unitPrice * BigInt(item.quantity), ZERO as bigint) as Centavos
  if (sum < 1n || sum > MAX_CENTAVOS) throw invalid('items', `1 to ${MAX_CENTAVOS} cents together`)
  return sum
}

const Text = Type.String()
const Moment = Type.String({ format: 'date-time' })
const CentsText = Type.String({ description: 'Cents, as text' })

export const CartSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    userId: Type.Integer({ description: 'The account' }),
    state: Type.Enum([...CART_STATES]),
    amount: CentsText,
    date: Moment,
    abandonedAt: orNull(Moment),
    recoveredAt: orNull(Moment),
    checkoutId: orNull(Text, { description: 'The uuid of its checkout; null: of a shop of the seller' }),
    recoveryUrl: orNull(Text, { description: 'Where its buyer goes on; null: nowhere any more, or not for who asks' }),
    externalReference: orNull(Text),
    marketingConsent: Type.Boolean(),
    customerName: Text,
    customerEmail: Text,
    customerPhone: Text,
    customerDocument: Text,
    cartItems: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'From 1' }),
        title: Text,
        unitPrice: CentsText,
        quantity: Type.Integer(),
        tangible: Type.Boolean(),
      }),
    ),
    transactionId: orNull(Type.Integer(), { description: 'The sale that has paid it' }),
    saleUuid: orNull(Text),
    utm: orNull(JsonObject),
    sales: Type.Array(Type.Object({ id: Type.Integer(), uuid: Text, status: Text, paymentMethod: Text }), {
      description: 'All that were made to pay it, in their order',
    }),
    lastActivityAt: Moment,
    endedAt: orNull(Moment),
    erasedAt: orNull(Moment, { description: 'Since then nothing says who its buyer was' }),
  },
  { title: 'Cart' },
)

export type CartForm = Static<typeof CartSchema>

export const CartEventSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    userId: Type.Integer({ description: 'The account' }),
    type: Type.Literal('CART'),
    status: Type.Enum(['ABANDONED', 'RECOVERED']),
    amount: CentsText,
    ...Type.Pick(CartSchema, [
      'date',
      'abandonedAt',
      'recoveredAt',
      'checkoutId',
      'recoveryUrl',
      'externalReference',
      'marketingConsent',
      'customerName',
      'customerEmail',
      'customerPhone',
      'customerDocument',
      'cartItems',
      'transactionId',
      'saleUuid',
      'utm',
    ]).properties,
  },
  { title: 'CartEvent' },
)

/** As its seller reads it: what is told of it, with its state and its sales. */
export function cartForm(
  cart: Cart,
  { sales, recoveryUrl }: { sales: SaleOfCart[]; recoveryUrl: string | null },
): CartForm {
  const { id, uuid, userId, amount, ...published } = cartBody(cart, { recoveryUrl, sale: paying(cart, sales) })
  const { type: _type, status: _status, ...rest } = published
  return {
    id,
    uuid,
    userId,
    state: cart.state,
    amount,
    ...rest,
    sales: sales.map(sale => ({
      id: Number(sale.id),
      uuid: sale.uuid,
      status: sale.status,
      paymentMethod: sale.paymentMethod,
    })),
    lastActivityAt: cart.lastActivityAt.toISOString(),
    endedAt: cart.endedAt?.toISOString() ?? null,
    erasedAt: cart.erasedAt?.toISOString() ?? null,
  }
}

const paying = ({ paidSaleId }: Cart, sales: SaleOfCart[]) => sales.find(({ id }) => id === paidSaleId) ?? null
