// The forms of what is asked of the acquirer about cards, after Efí's SDK and documents. `debit_card` and `return_url` are the sandbox's own.
import { type Static, Type } from 'typebox'
import { AddressForm, CustomerForm } from '../acquirer/schema.ts'
import { Day } from '../http/forms.ts'

const closed = { additionalProperties: false }

export const CardFormType = Type.Object(
  {
    customer: Type.Object(
      { ...CustomerForm.properties, birth: Type.Optional(Day), address: Type.Optional(AddressForm) },
      closed,
    ),
    billing_address: Type.Optional(AddressForm),
    installments: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
    payment_token: Type.String({ pattern: '^[a-fA-F0-9]{40}$' }),
    message: Type.Optional(Type.String({ maxLength: 403 })),
    return_url: Type.Optional(Type.String({ maxLength: 500 })),
  },
  closed,
)
export type CardForm = Static<typeof CardFormType>

export const RefundForm = Type.Object(
  { amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999_999_999 })) },
  closed,
)

export const LinkFormType = Type.Object(
  {
    payment_method: Type.Enum(['credit_card', 'banking_billet', 'all']),
    expire_at: Day,
    message: Type.Optional(Type.String({ maxLength: 80 })),
    request_delivery_address: Type.Boolean(),
    return_url: Type.Optional(Type.String({ maxLength: 500 })),
  },
  closed,
)
export type LinkForm = Static<typeof LinkFormType>

export const InstallmentsQuery = Type.Object({
  brand: Type.Enum(['visa', 'mastercard', 'amex', 'elo', 'hipercard']),
  total: Type.Integer({ minimum: 1, maximum: 9_999_999_999 }),
})

export const TokenForm = Type.Object(
  {
    number: Type.String({ maxLength: 40 }),
    expirationMonth: Type.String({ maxLength: 2 }),
    expirationYear: Type.String({ maxLength: 4 }),
    cvv: Type.String({ maxLength: 4 }),
    funding: Type.Optional(Type.Enum(['credit', 'debit'])),
  },
  closed,
)
