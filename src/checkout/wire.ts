// How sellers write checkouts and how they read them.
import { type Static, type TSchema, Type } from 'typebox'
import { EmailText, PhoneText } from '#http/request/contact-fields.ts'
import { DocumentText } from '#http/request/document-field.ts'
import { MomentQuery } from '#http/request/period.ts'
import { CentsAmount, JsonObject, orNull, PrintableText, WebAddress } from '#http/schema.ts'
import { MAX_INSTALLMENTS } from '#kernel/card/installments.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { toCentsNumber } from '#kernel/money.ts'
import { CHECKOUT_METHODS } from '#kernel/terms/checkout-methods.ts'
import { CHECKOUT_KINDS, CHECKOUT_STATUSES, type CheckoutTerms, priceOf, statusAt } from './checkout.ts'
import type { ShownCheckout } from './store.ts'

const MAX_ITEMS = 200
const MAX_QUANTITY = 1_000_000
const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })
const Cents = Type.Integer({ minimum: 0, maximum: 999_999_999_999 })

const ItemBody = Type.Object(
  {
    title: PrintableText({ minLength: 1, maxLength: 500 }),
    unitPrice: Cents,
    quantity: Quantity,
    tangible: Type.Optional(Type.Boolean()),
    minQuantity: Type.Optional(Quantity),
    maxQuantity: Type.Optional(Quantity),
  },
  { additionalProperties: false },
)
const Items = Type.Array(ItemBody, { minItems: 1, maxItems: MAX_ITEMS })

const OpenAmount = Type.Object({ min: CentsAmount, max: CentsAmount }, { additionalProperties: false })

/** null takes a field back to its default. */
const optional = <T extends TSchema>(schema: T) => Type.Optional(orNull(schema))

const COMMON = {
  shippingAmount: Type.Optional(Cents),
  discountAmount: Type.Optional(Cents),
  methods: Type.Optional(
    Type.Array(Type.Enum([...CHECKOUT_METHODS]), { minItems: 1, maxItems: CHECKOUT_METHODS.length, uniqueItems: true }),
  ),
  askAddress: Type.Optional(Type.Boolean({ description: 'Without it only where an item is tangible' })),
  askDocument: Type.Optional(Type.Boolean()),
  externalReference: optional(PrintableText({ minLength: 1, maxLength: 64 })),
  postbackUrl: optional(WebAddress),
  successUrl: optional(WebAddress),
  cancelUrl: optional(WebAddress),
  abandonAfterSeconds: Type.Optional(
    Type.Union([Type.Integer({ minimum: 600, maximum: 259_200 }), Type.Null()], {
      description: 'Default 3,600; null: carts are never abandoned',
    }),
  ),
  pix: Type.Optional(
    Type.Object(
      { expiresInSeconds: Type.Optional(Type.Integer({ minimum: 300, maximum: 86_400 })) },
      { additionalProperties: false },
    ),
  ),
  boleto: Type.Optional(
    Type.Object(
      { dueInDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 60, description: 'Default 3' })) },
      { additionalProperties: false },
    ),
  ),
  card: Type.Optional(
    Type.Object(
      {
        maxInstallments: Type.Optional(
          Type.Union([Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS }), Type.Null()], {
            description: 'By credit card; null, the default: as many as the fees of the account allow',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  ),
  language: optional(Type.Enum([...LANGUAGES])),
  metadata: optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
}

const PrefillBody = Type.Object(
  {
    name: Type.Optional(PrintableText({ maxLength: 200 })),
    email: Type.Optional(EmailText),
    phone: Type.Optional(PhoneText),
    document: Type.Optional(DocumentText),
  },
  { additionalProperties: false },
)

export const SessionBody = Type.Object(
  {
    items: Items,
    ...COMMON,
    customer: Type.Optional(PrefillBody),
    returnAutomatically: Type.Optional(Type.Boolean()),
    expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1_800, maximum: 2_592_000 })),
  },
  { title: 'NewCheckout', additionalProperties: false },
)
export type SessionBody = Static<typeof SessionBody>

const LINK_FIELDS = {
  items: Type.Optional(Items),
  openAmount: Type.Optional(OpenAmount),
  ...COMMON,
  maxSales: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  expiresAt: optional(MomentQuery('A moment, or the last day in São Paulo (2026-01-31)')),
  showsAmount: Type.Optional(Type.Boolean({ description: 'Whether previews of the link show the amount' })),
  thankYou: optional(PrintableText({ minLength: 1, maxLength: 500 })),
}
const Title = PrintableText({ minLength: 1, maxLength: 120 })

export const LinkBody = Type.Object(
  {
    title: Title,
    ...LINK_FIELDS,
    slug: Type.Optional(Type.String({ description: '3 to 60 of a-z, 0-9 and -; without one it is drawn' })),
  },
  { title: 'NewPaymentLink', additionalProperties: false },
)
export type LinkBody = Static<typeof LinkBody>

export const LinkChange = Type.Object(
  { title: Type.Optional(Title), ...LINK_FIELDS },
  { title: 'PaymentLinkChange', additionalProperties: false },
)
export type LinkChange = Static<typeof LinkChange>

const Text = Type.String()
const Moment = Type.String({ format: 'date-time' })
const Amount = Type.Integer({ description: 'Cents' })
const SaleOfIt = Type.Object({ id: Type.Integer(), uuid: Text, status: Text })

/** What a payment link has and a session has not. */
const OF_LINK = {
  slug: Type.Optional(orNull(Text)),
  title: Type.Optional(Text),
}
const SALES_OF_LINK = {
  opened: Type.Optional(Type.Integer({ description: 'Of a link: how many carts were opened' })),
  sold: Type.Optional(Type.Integer()),
  reserved: Type.Optional(Type.Integer({ description: 'By charges that can still be paid' })),
  maxSales: Type.Optional(orNull(Type.Integer())),
}
const SELLERS_OWN = {
  shippingAmount: Type.Optional(Amount),
  discountAmount: Type.Optional(Amount),
  askAddress: Type.Optional(Type.Literal(true)),
  askDocument: Type.Optional(Type.Literal(true)),
  abandonAfterSeconds: Type.Optional(orNull(Type.Integer())),
  pix: Type.Optional(Type.Object({ expiresInSeconds: Type.Integer() })),
  boleto: Type.Optional(Type.Object({ dueInDays: Type.Integer() })),
  card: Type.Optional(Type.Object({ maxInstallments: Type.Integer() })),
  externalReference: Type.Optional(Text),
  postbackUrl: Type.Optional(Text),
  successUrl: Type.Optional(Text),
  cancelUrl: Type.Optional(Text),
  returnAutomatically: Type.Optional(Type.Literal(true)),
  showsAmount: Type.Optional(Type.Literal(true)),
  thankYou: Type.Optional(Text),
  language: Type.Optional(Type.Enum([...LANGUAGES])),
  metadata: Type.Optional(JsonObject),
}

/** In the order in which it is answered. */
export const CheckoutSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    kind: Type.Enum([...CHECKOUT_KINDS]),
    status: Type.Enum([...CHECKOUT_STATUSES]),
    url: orNull(Text, { description: 'Where buyers go; null: it is nothing for who asks' }),
    ...OF_LINK,
    amount: orNull(Amount, { description: 'null: the buyer names it' }),
    openAmount: Type.Optional(Type.Object({ min: Amount, max: Amount })),
    methods: Type.Array(Type.Enum([...CHECKOUT_METHODS])),
    items: Type.Array(
      Type.Object({
        title: Text,
        unitPrice: Amount,
        quantity: Type.Integer(),
        tangible: Type.Boolean(),
        minQuantity: Type.Optional(Type.Integer()),
        maxQuantity: Type.Optional(Type.Integer()),
      }),
    ),
    expiresAt: orNull(Moment),
    createdAt: Moment,
    ...SALES_OF_LINK,
    ...SELLERS_OWN,
    cart: Type.Optional(orNull(Type.Object({ uuid: Text, state: Text }), { description: 'Of a session' })),
    sale: Type.Optional(orNull(SaleOfIt, { description: 'Of a session: what has paid it, or still may' })),
  },
  { title: 'Checkout' },
)

export type CheckoutForm = Static<typeof CheckoutSchema>

/** As its seller reads it. What the seller has not set is left out. `address`: null where it is nothing for who asks. */
export function checkoutForm(
  { checkout, opened, sold, cart, sale }: ShownCheckout,
  address: string | null,
  now: Date,
): CheckoutForm {
  const isLink = checkout.kind === 'LINK'
  return {
    id: Number(checkout.id),
    uuid: checkout.uuid,
    kind: checkout.kind,
    status: statusAt(checkout, now),
    url: address,
    ...(isLink && { slug: checkout.slug, title: checkout.title }),
    amount: amountOf(checkout),
    ...(checkout.openAmount !== null && {
      openAmount: { min: toCentsNumber(checkout.openAmount.min), max: toCentsNumber(checkout.openAmount.max) },
    }),
    methods: checkout.methods,
    items: checkout.items.map(itemForm),
    expiresAt: checkout.expiresAt?.toISOString() ?? null,
    createdAt: checkout.createdAt.toISOString(),
    ...(isLink && { opened, sold, reserved: checkout.taken - sold, maxSales: checkout.maxSales }),
    ...sellersOwn(checkout),
    ...(!isLink && { cart, sale: sale === null ? null : { ...sale, id: Number(sale.id) } }),
  }
}

/** null where the buyer names it. */
function amountOf(terms: CheckoutTerms): number | null {
  if (terms.openAmount !== null) return null
  const priced = priceOf(terms, { quantities: [], openAmount: null })
  return 'amount' in priced ? toCentsNumber(priced.amount) : null
}

function itemForm({ title, unitPrice, quantity, tangible, minQuantity, maxQuantity }: CheckoutTerms['items'][number]) {
  return {
    title,
    unitPrice: toCentsNumber(unitPrice),
    quantity,
    tangible,
    ...(minQuantity !== null && { minQuantity }),
    ...(maxQuantity !== null && { maxQuantity }),
  }
}

/** What appears only because the seller set it. */
function sellersOwn(terms: CheckoutTerms): Pick<CheckoutForm, keyof typeof SELLERS_OWN> {
  return {
    ...(terms.shipping > 0n && { shippingAmount: toCentsNumber(terms.shipping) }),
    ...(terms.discount > 0n && { discountAmount: toCentsNumber(terms.discount) }),
    ...(terms.askAddress && { askAddress: true }),
    ...(terms.askDocument && { askDocument: true }),
    ...(terms.abandonAfterSeconds !== DEFAULT_ABANDON_SECONDS && { abandonAfterSeconds: terms.abandonAfterSeconds }),
    ...methodTerms(terms),
    ...(terms.externalReference !== null && { externalReference: terms.externalReference }),
    ...(terms.postbackUrl !== null && { postbackUrl: terms.postbackUrl }),
    ...(terms.successUrl !== null && { successUrl: terms.successUrl }),
    ...(terms.cancelUrl !== null && { cancelUrl: terms.cancelUrl }),
    ...(terms.returnAutomatically && { returnAutomatically: true }),
    ...(terms.showsAmount && { showsAmount: true }),
    ...(terms.thankYou !== null && { thankYou: terms.thankYou }),
    ...(terms.language !== null && { language: terms.language }),
    ...(terms.metadata !== null && { metadata: terms.metadata }),
  }
}

const methodTerms = ({ pixExpiresInSeconds, boletoDueInDays, maxInstallments }: CheckoutTerms) => ({
  ...(pixExpiresInSeconds !== DEFAULT_PIX_SECONDS && { pix: { expiresInSeconds: pixExpiresInSeconds } }),
  ...(boletoDueInDays !== DEFAULT_DUE_IN_DAYS && { boleto: { dueInDays: boletoDueInDays } }),
  ...(maxInstallments !== null && { card: { maxInstallments } }),
})

export const DEFAULT_ABANDON_SECONDS = 3_600
export const DEFAULT_PIX_SECONDS = 3_600
export const DEFAULT_DUE_IN_DAYS = 3
