// What an operator may change of an account, as they write it: money in integer cents, rates in basis points.
import { type Static, Type } from 'typebox'
import type { AccountChange } from '#account/account.ts'
import { PrintableText } from '#http/schema.ts'
import { MAX_INSTALLMENTS } from '#kernel/card/installments.ts'
import { given } from '#kernel/given-fields.ts'
import { CARD_MODES, MAX_SETTLEMENT_DAYS } from '#kernel/terms/settlement.ts'
import { MAX_DUPLICATE_WINDOW_SECONDS } from '#kernel/terms/terms.ts'

const STRICT = { additionalProperties: false, minProperties: 1 }
const MAX_CENTS = 999_999_999_999

/** Why, for the audit log. */
export const Reason = Type.Optional(PrintableText({ minLength: 3, maxLength: 500 }))

const Cents = Type.Integer({ minimum: 0, maximum: MAX_CENTS, description: 'Cents' })
/** A limit of zero would be none. */
const LimitCents = Type.Integer({ minimum: 1, maximum: MAX_CENTS, description: 'Cents' })
const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Hundredths of a per cent: 99 is 0.99 %' })
const Days = Type.Integer({ minimum: 0, maximum: 3_650 })

/** null: it cannot, until it is bound again. */
const PspAccountId = Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Null()])

const CentsOrNone = (none: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: MAX_CENTS }), Type.Null()], {
      description: `Cents; null: ${none}`,
    }),
  )

const PriceFields = Type.Object(
  {
    fixedCents: Type.Optional(Cents),
    basisPoints: Type.Optional(BasisPoints),
    minimumCents: CentsOrNone('no floor for the whole fee'),
    maximumCents: CentsOrNone('no cap for the whole fee'),
  },
  STRICT,
)

const PriceChange = Type.Optional(PriceFields)

const PriceOrNone = Type.Optional(
  Type.Union([PriceFields, Type.Null()], { description: 'null: no price is agreed any more, and nothing sold by it' }),
)

const Parts = Type.Integer({ minimum: 2, maximum: MAX_INSTALLMENTS })
const Band = Type.Object({ from: Parts, to: Parts, price: PriceFields }, { additionalProperties: false })
const Bands = Type.Optional(
  Type.Union([Type.Array(Band, { minItems: 1, maxItems: MAX_INSTALLMENTS - 1 }), Type.Null()], {
    description: 'From two parts on without a gap, as a whole; null: cards pay in one part',
  }),
)

const FeesChange = Type.Object(
  {
    pix: PriceChange,
    pixAutomatico: PriceChange,
    boleto: PriceOrNone,
    creditCard: PriceOrNone,
    debitCard: PriceOrNone,
    transfer: PriceOrNone,
    creditCardInstallments: Bands,
    cashout: PriceChange,
  },
  { ...STRICT, description: 'For what is sold and asked for from now on' },
)

const LimitsChange = Type.Object(
  {
    cashoutMinimumCents: Type.Optional(LimitCents),
    cashoutMaximumCents: Type.Optional(LimitCents),
    cashoutDayCents: CentsOrNone('no limit of a day'),
    cashoutNightCents: CentsOrNone('no limit of a night (20:00 to 06:00 in São Paulo)'),
  },
  { ...STRICT, description: 'The minimum and what is lowered are in force at once, what is raised 24 hours later' },
)

const SettlementDays = Type.Integer({ minimum: 0, maximum: MAX_SETTLEMENT_DAYS, description: 'Days of the calendar' })

const SettlementChange = Type.Object(
  {
    cardDays: Type.Optional(SettlementDays),
    cardMode: Type.Optional(Type.Enum([...CARD_MODES])),
    boletoDays: Type.Optional(SettlementDays),
    waitsForProvider: Type.Optional(Type.Boolean()),
  },
  { ...STRICT, description: 'For what is sold by boleto and card from now on' },
)

export const ChangeSchema = Type.Object(
  {
    status: Type.Optional(Type.Enum(['PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED'])),
    apiCashoutEnabled: Type.Optional(Type.Boolean()),
    transferAllowed: Type.Optional(Type.Boolean()),
    acceptsLatePayment: Type.Optional(Type.Boolean()),
    returnsFeeOnRefund: Type.Optional(Type.Boolean()),
    unexpectedReceipts: Type.Optional(Type.Enum(['RETURN', 'KEEP', 'CREDIT'])),
    duplicateCashoutWindowSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_DUPLICATE_WINDOW_SECONDS, description: 'Seconds; 0 turns it off' }),
    ),
    fees: Type.Optional(FeesChange),
    limits: Type.Optional(LimitsChange),
    reserve: Type.Optional(Type.Object({ basisPoints: Type.Optional(BasisPoints), days: Type.Optional(Days) }, STRICT)),
    settlement: Type.Optional(SettlementChange),
    payInPspAccountId: Type.Optional(PspAccountId),
    payOutPspAccountId: Type.Optional(PspAccountId),
    boletoPspAccountId: Type.Optional(PspAccountId),
    cardPspAccountId: Type.Optional(PspAccountId),
    cardsOffUntil: Type.Optional(
      Type.Null({ description: 'Cards that were switched off after too many declines are on again' }),
    ),
    reason: Reason,
    postbackSecret: Type.Optional(
      Type.String({ minLength: 16, maxLength: 256, pattern: '^[\\x21-\\x7e]*$', description: 'Never shown again' }),
    ),
  },
  STRICT,
)

export function changeIn({ fees, limits, ...rest }: Omit<Static<typeof ChangeSchema>, 'reason'>): AccountChange {
  return {
    ...rest,
    ...given({ fees: fees && feesIn(fees), limits: limits && limitsIn(limits) }),
  }
}

const feesIn = (fees: Static<typeof FeesChange>) =>
  given({
    pix: priceIn(fees.pix),
    pixAutomatico: priceIn(fees.pixAutomatico),
    boleto: priceOrNoneIn(fees.boleto),
    creditCard: priceOrNoneIn(fees.creditCard),
    debitCard: priceOrNoneIn(fees.debitCard),
    transfer: priceOrNoneIn(fees.transfer),
    creditCardInstallments: bandsIn(fees.creditCardInstallments),
    cashout: priceIn(fees.cashout),
  })

const bandsIn = (bands: Static<typeof Bands> | undefined) =>
  bands === null ? null : bands?.map(({ from, to, price }) => ({ from, to, price: priceFieldsIn(price) }))

const priceOrNoneIn = (price: Static<typeof PriceOrNone> | undefined) => (price === null ? null : priceIn(price))

const priceIn = (price: Static<typeof PriceChange> | undefined) => price && priceFieldsIn(price)

const priceFieldsIn = (price: Static<typeof PriceFields>) =>
  given({
    fixedCentavos: price.fixedCents,
    basisPoints: price.basisPoints,
    minimumCentavos: price.minimumCents,
    maximumCentavos: price.maximumCents,
  })

const limitsIn = (limits: Static<typeof LimitsChange>) =>
  given({
    cashoutMinimumCentavos: limits.cashoutMinimumCents,
    cashoutMaximumCentavos: limits.cashoutMaximumCents,
    cashoutDayCentavos: limits.cashoutDayCents,
    cashoutNightCentavos: limits.cashoutNightCents,
  })

const Count = Type.Integer({ minimum: 0 })

export const CountsSchema = Type.Object({
  PENDING: Count,
  ACTIVE: Count,
  BLOCKED: Count,
  CLOSING: Count,
  CLOSED: Count,
})
