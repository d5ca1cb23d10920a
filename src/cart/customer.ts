// Who a buyer is, as text from a form or a request. Pure.
import { hasCardNumber, StrayCardNumber } from '#kernel/card/stray-number.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import type { CartCustomer } from './cart.ts'

export interface BuyerText {
  name: string
  email?: string | undefined
  phone?: string | undefined
  document?: string | undefined
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MAX_NAME = 200
const MAX_EMAIL = 254
const CONTROL = /\p{Cc}/u

/** The customer, or a refusal that names the field. A way to reach the buyer is needed: an e-mail address or a phone. */
export function customerIn(text: BuyerText, options: { needsDocument?: boolean } = {}): CartCustomer | Failure {
  const [refused] = customerProblems(text, options)
  if (refused !== undefined) return refused
  const { name, email, phone, document } = trimmed(text)
  return { name, email, phone: phone.replace(/\D/g, ''), document: parseDocument(document)?.digits ?? '' }
}

/** Everything that is wrong with it, in the order of the fields. */
export function customerProblems(text: BuyerText, { needsDocument = false } = {}): Failure[] {
  const { name, email, phone, document } = trimmed(text)
  const problems = [
    refusedName(name),
    refusedEmail(email),
    refusedPhone(phone),
    refusedSilence(email, phone),
    refusedDocument(document, needsDocument),
  ]
  return problems.filter(problem => problem !== null)
}

const trimmed = ({ name, email = '', phone = '', document = '' }: BuyerText) => ({
  name: name.trim(),
  email: email.trim().toLowerCase(),
  phone: phone.trim(),
  document: document.trim(),
})

const refusedName = (name: string) => {
  if (hasCardNumber(name)) return new StrayCardNumber('customer.name')
  return name === '' || name.length > MAX_NAME || CONTROL.test(name)
    ? invalid('customer.name', `a name of at most ${MAX_NAME} characters`)
    : null
}

const refusedEmail = (email: string) => {
  if (hasCardNumber(email)) return new StrayCardNumber('customer.email')
  return email !== '' && (email.length > MAX_EMAIL || !EMAIL.test(email) || CONTROL.test(email))
    ? invalid('customer.email', 'an e-mail address')
    : null
}

function refusedPhone(typed: string): Failure | null {
  const { length } = typed.replace(/\D/g, '')
  if (typed === '' || (length >= 8 && length <= 15)) return null
  return invalid('customer.phone', 'a phone number of 8 to 15 digits')
}

const refusedSilence = (email: string, phone: string) =>
  email === '' && phone === '' ? invalid('customer.email', 'an e-mail address, or a phone number') : null

function refusedDocument(text: string, isNeeded: boolean): Failure | null {
  const isRight = text === '' ? !isNeeded : parseDocument(text) !== null
  return isRight ? null : invalid('customer.document', 'a CPF or CNPJ')
}
