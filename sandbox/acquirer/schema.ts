// The forms of what is asked of the acquirer, after Efí's SDK. Unknown fields are refused.
import { type Static, Type } from 'typebox'
import { Day } from '../http/forms.ts'

const closed = { additionalProperties: false }
const MAX_VALUE = 9_999_999_999

const ItemForm = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    value: Type.Integer({ minimum: 1, maximum: MAX_VALUE }),
    amount: Type.Integer({ minimum: 1, maximum: 10_000 }),
  },
  closed,
)
export type Item = Static<typeof ItemForm>

const NotificationUrl = Type.String({ minLength: 1, maxLength: 255 })
const CustomId = Type.String({ minLength: 1, maxLength: 255 })

export const OpenForm = Type.Object(
  {
    items: Type.Array(ItemForm, { minItems: 1, maxItems: 100 }),
    metadata: Type.Optional(
      Type.Object({ custom_id: Type.Optional(CustomId), notification_url: Type.Optional(NotificationUrl) }, closed),
    ),
  },
  closed,
)
export type Opening = Static<typeof OpenForm>

export const MetadataForm = Type.Object(
  {
    custom_id: Type.Optional(CustomId),
    notification_url: Type.Optional(NotificationUrl),
    resend: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type MetadataChange = Static<typeof MetadataForm>

export const AddressForm = Type.Object(
  {
    street: Type.String({ minLength: 1, maxLength: 200 }),
    number: Type.String({ minLength: 1, maxLength: 55 }),
    neighborhood: Type.String({ minLength: 1, maxLength: 255 }),
    zipcode: Type.String({ pattern: '^\\d{8}$' }),
    city: Type.String({ minLength: 1, maxLength: 255 }),
    complement: Type.Optional(Type.String({ maxLength: 55 })),
    state: Type.String({ pattern: '^[A-Z]{2}$' }),
  },
  closed,
)

export const CustomerForm = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    cpf: Type.Optional(Type.String({ pattern: '^\\d{11}$' })),
    email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', maxLength: 255 }),
    phone_number: Type.Optional(Type.String({ pattern: '^[1-9]{2}9?\\d{8}$' })),
    address: AddressForm,
    juridical_person: Type.Optional(
      Type.Object(
        {
          corporate_name: Type.String({ minLength: 1, maxLength: 255 }),
          cnpj: Type.String({ pattern: '^[0-9A-Z]{12}\\d{2}$' }),
        },
        closed,
      ),
    ),
  },
  closed,
)

const Rate = (maximum: number) => Type.Integer({ minimum: 0, maximum })

export const BilletFormType = Type.Object(
  {
    customer: CustomerForm,
    expire_at: Day,
    configurations: Type.Optional(
      Type.Object(
        {
          days_to_write_off: Type.Optional(Rate(120)),
          fine: Type.Optional(Rate(1_000)),
          interest: Type.Optional(
            Type.Union([Rate(330), Type.Object({ value: Rate(9_900), type: Type.Enum(['monthly', 'daily']) }, closed)]),
          ),
        },
        closed,
      ),
    ),
    message: Type.Optional(Type.String({ maxLength: 403 })),
  },
  closed,
)
export type BilletForm = Static<typeof BilletFormType>

const MAX_ITEMS = 100

export const ListQuery = Type.Object({
  charge_type: Type.Enum(['billet', 'card', 'carnet', 'subscription']),
  begin_date: Day,
  end_date: Day,
  date_of: Type.Optional(Type.Enum(['creation', 'payment'])),
  custom_id: Type.Optional(CustomId),
  limit: Type.Integer({ minimum: 1, maximum: MAX_ITEMS, default: MAX_ITEMS }),
  /** The first is 1. */
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
})
export type ListQuestion = Static<typeof ListQuery>
