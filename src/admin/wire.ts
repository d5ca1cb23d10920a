// What an operator may change of an account, as they write it: money in integer cents, rates in basis points.
import { type Static, Type } from 'typebox'
import type { AccountChange } from '#account/account.ts'
import { LONGEST_DUPLICATE_WINDOW_SECONDS, type Price } from '#kernel/terms.ts'

const STRICT = { additionalProperties: false, minProperties: 1 }
const MOST_CENTS = 999_999_999_999

const Cents = Type.Integer({ minimum: 0, maximum: MOST_CENTS, description: 'Cents' })
/** A limit of zero would be none. */
const LimitCents = Type.Integer({ minimum: 1, maximum: MOST_CENTS, description: 'Cents' })
const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a per cent: 99 is 0.99 %' })
const Days = Type.Integer({ minimum: 0, maximum: 3_650 })

/** null: it cannot, until it is bound again. */
const PspAccountId = Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Null()])

const PriceChange = Type.Object({ fixedCents: Type.Optional(Cents), basisPoints: Type.Optional(BasisPoints) }, STRICT)

export const ChangeSchema = Type.Object(
  {
    status: Type.Optional(Type.Enum(['PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED'])),
    apiCashoutEnabled: Type.Optional(Type.Boolean()),
    transferAllowed: Type.Optional(Type.Boolean()),
    acceptsLatePayment: Type.Optional(Type.Boolean()),
    unexpectedReceipts: Type.Optional(Type.Enum(['RETURN', 'KEEP', 'CREDIT'])),
    duplicateCashoutWindowSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: LONGEST_DUPLICATE_WINDOW_SECONDS, description: 'Seconds; 0 turns it off' }),
    ),
    fees: Type.Optional(Type.Object({ pix: Type.Optional(PriceChange), cashout: Type.Optional(PriceChange) }, STRICT)),
    limits: Type.Optional(
      Type.Object(
        { cashoutMinimumCents: Type.Optional(LimitCents), cashoutMaximumCents: Type.Optional(LimitCents) },
        STRICT,
      ),
    ),
    reserve: Type.Optional(Type.Object({ basisPoints: Type.Optional(BasisPoints), days: Type.Optional(Days) }, STRICT)),
    payInPspAccountId: Type.Optional(PspAccountId),
    payOutPspAccountId: Type.Optional(PspAccountId),
    postbackSecret: Type.Optional(
      Type.String({ minLength: 16, maxLength: 256, pattern: '^[\\x21-\\x7e]*$', description: 'Never shown again' }),
    ),
  },
  STRICT,
)

export function changeIn({ fees, limits, ...rest }: Static<typeof ChangeSchema>): AccountChange {
  return {
    ...rest,
    ...(fees !== undefined && {
      fees: {
        ...(fees.pix !== undefined && { pix: priceIn(fees.pix) }),
        ...(fees.cashout !== undefined && { cashout: priceIn(fees.cashout) }),
      },
    }),
    ...(limits !== undefined && { limits: limitsIn(limits) }),
  }
}

const priceIn = ({ fixedCents, basisPoints }: Static<typeof PriceChange>): Partial<Price> => ({
  ...(fixedCents !== undefined && { fixedCentavos: fixedCents }),
  ...(basisPoints !== undefined && { basisPoints }),
})

const limitsIn = (limits: { cashoutMinimumCents?: number; cashoutMaximumCents?: number }) => ({
  ...(limits.cashoutMinimumCents !== undefined && { cashoutMinimumCentavos: limits.cashoutMinimumCents }),
  ...(limits.cashoutMaximumCents !== undefined && { cashoutMaximumCentavos: limits.cashoutMaximumCents }),
})
