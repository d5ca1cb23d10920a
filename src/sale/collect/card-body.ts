// What POST /api/transactions takes for a card beside what every sale has. It is judged for cards only, as those of boletos are.
import { type Static, Type } from 'typebox'
import type { CardRequest } from '#charge/card/request.ts'
import { PrintableText } from '#http/schema.ts'
import { CARD_BRANDS, type CardBrand } from '#kernel/card/brands.ts'
import { MAX_INSTALLMENTS } from '#kernel/card/installments.ts'
import { AddressForm, addressIn } from './boleto-body.ts'

const CardBody = Type.Object({
  card: Type.Optional(
    Type.Object({
      token: Type.Optional(PrintableText({ maxLength: 512, description: "Of the provider's page; never a number" })),
      brand: Type.Optional(PrintableText({ maxLength: 30, description: CARD_BRANDS.join(', ') })),
      lastFour: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
    }),
  ),
  installments: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS, description: '1 if absent' })),
  billingAddress: Type.Optional(AddressForm),
  returnUrl: Type.Optional(
    PrintableText({
      minLength: 1,
      maxLength: 2048,
      description: 'Where a cardholder who had to authenticate comes back to',
    }),
  ),
})
type CardBody = Static<typeof CardBody>

/** To be spread into the options of the body's schema, under `else` of the boleto's. */
export const IF_CARD = {
  if: Type.Object({ paymentMethod: Type.Enum(['CREDIT_CARD', 'DEBIT_CARD']) }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: CardBody,
}

/** The body has been judged by that schema. A brand that nobody knows is none; whether a token is there is asked of those who sell by card. */
export function cardFieldsIn(
  body: object,
  funding: CardRequest['funding'],
): Pick<CardRequest, 'card' | 'funding' | 'installments' | 'billingAddress' | 'returnUrl'> {
  const { card = {}, installments = 1, billingAddress, returnUrl } = body as CardBody
  const brand: CardBrand | null = CARD_BRANDS.find(one => one === card.brand?.toLowerCase()) ?? null
  return {
    card: { token: card.token ?? '', brand, lastFour: card.lastFour ?? null },
    funding,
    installments,
    ...(returnUrl !== undefined && { returnUrl }),
    billingAddress: addressIn(billingAddress, 'billingAddress'),
  }
}
