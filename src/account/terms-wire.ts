// An account's fees and limits as they are read, and the limits as the account's owner writes them. Money in integer cents, rates
// in basis points (1 % = 100).
import { type Static, Type } from 'typebox'
import { given } from '#kernel/given-fields.ts'
import {
  type AgreedLimits,
  grantedOf,
  type LimitsChange,
  limitsAt,
  type PendingLimit,
  pendingAt,
} from '#kernel/terms/limits.ts'
import { CARD_MODES } from '#kernel/terms/settlement.ts'
import type { Fees, Price } from '#kernel/terms/terms.ts'

const Cents = Type.Integer({ description: 'Cents' })
const CentsOrNone = (none: string) => Type.Union([Cents, Type.Null()], { description: `Cents; null: ${none}` })

const PriceSchema = Type.Object({
  fixedCents: Cents,
  basisPoints: Type.Integer({ description: 'Hundredths of a per cent: 99 is 0.99 %' }),
  minimumCents: CentsOrNone('no floor for the whole fee'),
  maximumCents: CentsOrNone('no cap for the whole fee'),
})

const PriceOrNone = Type.Union([PriceSchema, Type.Null()], { description: 'null: no price has been agreed' })

const BandSchema = Type.Object({ from: Type.Integer(), to: Type.Integer(), price: PriceSchema })

export const FeesSchema = Type.Object({
  pix: PriceSchema,
  pixAutomatico: PriceOrNone,
  boleto: PriceOrNone,
  creditCard: PriceOrNone,
  debitCard: PriceOrNone,
  transfer: PriceOrNone,
  creditCardInstallments: Type.Union([Type.Array(BandSchema), Type.Null()], {
    description: 'What a card pays in two parts and more; null: cards pay in one',
  }),
  cashout: PriceSchema,
})

export const feesForm = (fees: Fees): Static<typeof FeesSchema> => ({
  pix: priceForm(fees.pix),
  pixAutomatico: priceOrNone(fees.pixAutomatico),
  boleto: priceOrNone(fees.boleto),
  creditCard: priceOrNone(fees.creditCard),
  debitCard: priceOrNone(fees.debitCard),
  transfer: priceOrNone(fees.transfer),
  creditCardInstallments:
    fees.creditCardInstallments?.map(({ from, to, price }) => ({ from, to, price: priceForm(price) })) ?? null,
  cashout: priceForm(fees.cashout),
})

const priceForm = (price: Price) => ({
  fixedCents: price.fixedCentavos,
  basisPoints: price.basisPoints,
  minimumCents: price.minimumCentavos ?? null,
  maximumCents: price.maximumCentavos ?? null,
})
const priceOrNone = (price: Price | undefined) => (price === undefined ? null : priceForm(price))

export const SettlementSchema = Type.Object(
  {
    cardDays: Type.Integer({
      description: 'From the payment by card to its first part, and from each part to the next',
    }),
    cardMode: Type.Enum([...CARD_MODES], {
      description: 'Instalments one after another, or all of them with the first',
    }),
    boletoDays: Type.Integer({ description: 'From the payment of a boleto; 0: at once' }),
    waitsForProvider: Type.Boolean({ description: 'Nothing is released before the acquirer has paid it' }),
  },
  { description: 'When what is sold by boleto and card becomes available: on that day, or the next business day' },
)

const DAY_NONE = 'no limit of a day'
const NIGHT_NONE = 'no limit of a night (20:00 to 06:00 in São Paulo)'

export const LimitsSchema = Type.Object(
  {
    cashoutMinimumCents: Cents,
    cashoutMaximumCents: Cents,
    cashoutDayCents: CentsOrNone(DAY_NONE),
    cashoutNightCents: CentsOrNone(NIGHT_NONE),
  },
  { description: 'In force; of gross amounts' },
)

export function limitsForm(agreed: AgreedLimits, now: Date): Static<typeof LimitsSchema> {
  const limits = limitsAt(agreed, now)
  return {
    cashoutMinimumCents: limits.cashoutMinimumCentavos,
    cashoutMaximumCents: limits.cashoutMaximumCentavos,
    cashoutDayCents: limits.cashoutDayCentavos ?? null,
    cashoutNightCents: limits.cashoutNightCentavos ?? null,
  }
}

const PendingLimitSchema = (none: string) =>
  Type.Optional(Type.Object({ cents: CentsOrNone(none), effectiveAt: Type.String({ format: 'date-time' }) }))

export const PendingSchema = Type.Object(
  {
    cashoutMaximumCents: PendingLimitSchema('never'),
    cashoutDayCents: PendingLimitSchema(DAY_NONE),
    cashoutNightCents: PendingLimitSchema(NIGHT_NONE),
  },
  { description: 'Raised limits that are not in force yet' },
)

export function pendingForm(agreed: AgreedLimits, now: Date): Static<typeof PendingSchema> {
  const pending = pendingAt(agreed, now)
  const of = (limit: PendingLimit | undefined) =>
    limit === undefined ? undefined : { cents: limit.centavos, effectiveAt: limit.effectiveAt }
  return given({
    cashoutMaximumCents: of(pending.cashoutMaximumCentavos),
    cashoutDayCents: of(pending.cashoutDayCentavos),
    cashoutNightCents: of(pending.cashoutNightCentavos),
  })
}

export const GrantedSchema = Type.Object(
  { cashoutMaximumCents: Cents, cashoutDayCents: CentsOrNone(DAY_NONE), cashoutNightCents: CentsOrNone(NIGHT_NONE) },
  { description: "What the operator has set: the account's own people may not go above it" },
)

export function grantedForm(agreed: AgreedLimits): Static<typeof GrantedSchema> {
  return {
    cashoutMaximumCents: grantedOf(agreed, 'cashoutMaximumCentavos') ?? agreed.cashoutMaximumCentavos,
    cashoutDayCents: grantedOf(agreed, 'cashoutDayCentavos'),
    cashoutNightCents: grantedOf(agreed, 'cashoutNightCentavos'),
  }
}

const MaxAmount = (none: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: MAX_CENTS }), Type.Null()], {
      description: `Cents; null: ${none}`,
    }),
  )
const MAX_CENTS = 999_999_999_999

/** As the account's owner writes them. */
export const OwnLimitsSchema = Type.Object(
  {
    cashoutMaximumCents: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CENTS, description: 'Cents' })),
    cashoutDayCents: MaxAmount(DAY_NONE),
    cashoutNightCents: MaxAmount(NIGHT_NONE),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const ownLimitsIn = (limits: Static<typeof OwnLimitsSchema>): LimitsChange =>
  given({
    cashoutMaximumCentavos: limits.cashoutMaximumCents,
    cashoutDayCentavos: limits.cashoutDayCents,
    cashoutNightCentavos: limits.cashoutNightCents,
  })
