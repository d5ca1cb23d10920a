// A member's mail preferences, as they read and write them.
import { type Static, Type } from 'typebox'
import { LANGUAGES } from '#kernel/language.ts'

export const fields = {
  moneyIn: Type.Boolean({ description: 'Sales that were paid, an hour of them in one mail' }),
  disputes: Type.Boolean({ description: 'A payer disputes a payment (MED, chargeback)' }),
  failedCashouts: Type.Boolean({ description: 'A cashout was not paid' }),
  webhooksSwitchedOff: Type.Boolean({ description: 'A webhook was switched off because it took nothing for days' }),
  language: Type.Enum([...LANGUAGES]),
}

export const Preferences = Type.Object(fields)

export const Change = Type.Partial(Preferences, { additionalProperties: false, minProperties: 1 })

export type MailPreferencesForm = Static<typeof Preferences>
