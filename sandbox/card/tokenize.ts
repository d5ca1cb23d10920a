// A card becomes a token: what is kept of its number are the last four digits, by which it is known what the card does. The security code and
// the date are looked at and forgotten.
import { isCardNumber } from '#kernel/card/luhn.ts'
import { refused } from '../acquirer/refuse.ts'
import { dayAt } from '../calendar.ts'
import type { Bank } from '../resources.ts'
import { brandOf, type CardToken, type Funding } from './card.ts'
import { insertToken } from './store.ts'

export interface TypedCard {
  number: string
  expirationMonth: string
  expirationYear: string
  cvv: string
  funding?: Funding | undefined
}

const TOKEN_BYTES = 20
const NOT_DIGITS = /[\s-]/g

/** Throws a refusal that names the field in Efí's words, and never repeats what was typed. */
export function tokenize(bank: Bank, typed: TypedCard): CardToken {
  const digits = typed.number.replace(NOT_DIGITS, '')
  if (!isCardNumber(digits)) throw invalid(3_500_058, 'number')
  if (!/^(0?[1-9]|1[0-2])$/.test(typed.expirationMonth)) throw invalid(3_500_062, 'expiration_month')
  if (!/^20\d\d$/.test(typed.expirationYear)) throw invalid(3_500_061, 'expiration_year')
  const lastMonth = `${typed.expirationYear}-${typed.expirationMonth.padStart(2, '0')}`
  if (lastMonth < dayAt(bank.clock.now()).slice(0, 7)) throw invalid(3_500_061, 'expiration_year')
  if (!/^\d{3,4}$/.test(typed.cvv)) throw invalid(3_500_059, 'cvv')
  const token: CardToken = {
    token: bank.random(TOKEN_BYTES).toString('hex'),
    lastFour: digits.slice(-4),
    brand: brandOf(digits),
    funding: typed.funding ?? 'credit',
    createdAt: bank.clock.now(),
    chargeId: null,
  }
  insertToken(bank, token)
  return token
}

const invalid = (code: number, property: string) =>
  refused(code, 'invalid_card', { property, message: `O parâmetro [${property}] informado é inválido.` })
