// Who a buyer is, as text from a form or a request. Pure.
import { Failure, invalid } from '#kernel/failure.ts'
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
export function customerIn(text: BuyerText, { needsDocument = false } = {}): CartCustomer | Failure {
  const name = text.name.trim()
  const email = (text.email ?? '').trim().toLowerCase()
  const typedPhone = (text.phone ?? '').trim()
  const phone = typedPhone.replace(/\D/g, '')
  const refused =
    refusedName(name) ?? refusedEmail(email) ?? refusedPhone(typedPhone, phone) ?? refusedSilence(email, phone)
  if (refused !== null) return refused
  const document = documentOf((text.document ?? '').trim(), needsDocument)
  return document instanceof Failure ? document : { name, email, phone, document }
}

const refusedName = (name: string) =>
  name === '' || name.length > MAX_NAME || CONTROL.test(name)
    ? invalid('customer.name', `a name of at most ${MAX_NAME} characters`)
    : null

const refusedEmail = (email: string) =>
  email !== '' && (!EMAIL.test(email) || email.length > MAX_EMAIL || CONTROL.test(email))
    ? invalid('customer.email', 'an e-mail address')
    : null

const refusedPhone = (typed: string, digits: string) =>
  typed !== '' && (digits.length < 8 || digits.length > 15)
    ? invalid('customer.phone', 'a phone number of 8 to 15 digits')
    : null

const refusedSilence = (email: string, phone: string) =>
  email === '' && phone === '' ? invalid('customer.email', 'an e-mail address, or a phone number') : null

function documentOf(text: string, isNeeded: boolean): string | Failure {
  if (text === '') return isNeeded ? invalid('customer.document', 'a CPF or CNPJ') : ''
  return parseDocument(text)?.digits ?? invalid('customer.document', 'a CPF or CNPJ')
}
