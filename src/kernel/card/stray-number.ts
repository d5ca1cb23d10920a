// A card's number in what a caller sends, where no number ever belongs. Whoever types one into a title or a name, or sends it instead of a token,
// is refused before anything of the body is stored or logged; the answer names the field and never the value. Pure.
import { Failure } from '../failure.ts'
import { isCardNumber } from './luhn.ts'

/** Names where it stands, and never what. */
export class StrayCardNumber extends Failure {
  constructor(place: string) {
    super('INVALID_DATA', `${place}: has the number of a card, which must never be sent here; nothing was stored`)
  }
}

/** Digits that may be a card's by chance: documents and phones have check digits of their own, or none. */
const OTHER_DIGITS = new Set(['document', 'phone'])

/** Where it stands: "items.0.title"; null: nowhere. Names of fields are looked at too. */
export function findCardNumber(value: unknown, path = ''): string | null {
  if (typeof value === 'string' || typeof value === 'number') return hasCardNumber(String(value)) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = hasCardNumber(name) ? path || 'body' : inField(name, inner, path)
    if (found !== null) return found
  }
  return null
}

function inField(name: string, value: unknown, path: string): string | null {
  if (OTHER_DIGITS.has(name) && typeof value === 'string') return null
  return findCardNumber(value, path === '' ? name : `${path}.${name}`)
}

/** Groups of digits that blanks or dashes part. */
const RUN = /\d+(?:[\s-]{1,2}\d+)*/g
const MAX_DIGITS = 19

/** Tokens and ids in hexadecimal digits: by chance some have as many decimal ones in a row as a card has, with the right check digit. */
const HEXADECIMAL =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\d*[a-f])[0-9a-f]{24,})(?![0-9a-z])/gi

/** Most texts have not as many digits near each other as the shortest card has: they are looked at no further. */
const ENOUGH_DIGITS = /\d(?:[\s-]{0,2}\d){12}/

/** A longer group, as the line of a boleto, is no card. */
export const hasCardNumber = (text: string): boolean =>
  ENOUGH_DIGITS.test(text) && (text.replace(HEXADECIMAL, 'x').match(RUN) ?? []).some(run => isCardIn(run.split(/\D+/)))

/** Of payment cards: the numbers of goods begin with 7, and moments in milliseconds with 1. Short ones are of Visa and of Diners. */
const PAYMENT_CARD = /^(?:4\d{12}|3\d{13}|[2-6]\d{14,18})$/

const isPaymentCard = (digits: string): boolean => PAYMENT_CARD.test(digits) && isCardNumber(digits)

/** Groups beside each other: a date before a number is none of it. */
function isCardIn(groups: string[]): boolean {
  return groups.some((_group, from) => {
    let digits = ''
    for (let at = from; at < groups.length && digits.length < MAX_DIGITS; at++) {
      digits += groups[at]
      if (isPaymentCard(digits)) return true
    }
    return false
  })
}
