// What a member of an account wants to be written by mail. Each member chooses for themselves, in each account.
import type { Language } from '#kernel/language.ts'

export interface MailPreferences {
  moneyIn: boolean
  disputes: boolean
  failedCashouts: boolean
  webhooksSwitchedOff: boolean
  language: Language
}

/** What somebody has to act on is written; what comes in all day is not. */
export const DEFAULT_PREFERENCES: Omit<MailPreferences, 'language'> = {
  moneyIn: false,
  disputes: true,
  failedCashouts: true,
  webhooksSwitchedOff: true,
}
