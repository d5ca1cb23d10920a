// The recipient of a PIX key, as the account that has paid it reads it.
import { Type } from 'typebox'

const TextOrNull = Type.Union([Type.String(), Type.Null()])

export const RecipientSchema = Type.Object(
  {
    name: TextOrNull,
    document: Type.Union([Type.String(), Type.Null()], { description: 'Masked' }),
    bank: Type.Union([Type.String(), Type.Null()], { description: 'ISPB of their bank' }),
  },
  { description: 'As the bank told it; null where it did not say' },
)

export const FormerRecipientSchema = Type.Object({
  former: Type.Union(
    [
      Type.Object({
        ...RecipientSchema.properties,
        cashout: Type.String({ description: 'The uuid of the cashout that reached them' }),
        paidAt: Type.String({ format: 'date-time' }),
      }),
      Type.Null(),
    ],
    { description: 'null: the bank tells only once it has been paid' },
  ),
})
