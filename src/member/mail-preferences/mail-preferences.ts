// What a member of an account wants to be written by mail. Each member chooses for themselves, in each account.
import type { Language } from '#kernel/language.ts'

export interface MailPreferences {
  moneyIn: boolean
  disputes: boolean
  failedCashouts: boolean
  webhooksSwitchedOff: boolean
  language: Language
}

/** Default on for what a person has to act on; off for what comes in all day. */
export const DEFAULT_PREFERENCES: Omit<MailPreferences, 'language'> = {
  moneyIn: false,
  disputes: true,
  failedCashouts: true,
  webhooksSwitchedOff: true,
}
