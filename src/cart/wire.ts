// A cart as its seller writes and reads it.
import { type Static, Type } from 'typebox'
import { CentsAmount, PrintableText } from '#http/schema.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { type Centavos, centavos, MAX_CENTAVOS, ZERO } from '#kernel/money.ts'
import type { Cart, CartItem } from './cart.ts'
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
        email: Type.Optional(PrintableText({ maxLength: 254 })),
        phone: Type.Optional(PrintableText({ maxLength: 30 })),
        document: Type.Optional(PrintableText({ maxLength: 18 })),
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
    recoveryUrl: PrintableText({ minLength: 1, maxLength: 2_048 }),
    externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
    abandonAfterSeconds: Type.Optional(
      Type.Union([Type.Integer({ minimum: 600, maximum: 259_200 }), Type.Null()], {
        description: 'Default 3,600; null: it is never abandoned',
      }),
    ),
    marketingConsent: Type.Optional(Type.Boolean()),
    utm: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
  },
  { additionalProperties: false },
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

/** As its seller reads it: what is told of it, with its state and its sales. */
export function cartForm(cart: Cart, { sales, recoveryUrl }: { sales: SaleOfCart[]; recoveryUrl: string | null }) {
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
