// A customer of an account, as somebody asks about them: by CPF or CNPJ, e-mail address or phone. Pure.
import { emailIn, phoneIn } from '#http/request/contact-fields.ts'
import { documentIn } from '#http/request/document-field.ts'
import { invalid } from '#kernel/failure.ts'

export interface Subject {
  /** Its digits. */
  document: string | null
  /** In small letters. */
  email: string | null
  /** Its digits. */
  phone: string | null
}

export interface SubjectText {
  document?: string | undefined
  email?: string | undefined
  phone?: string | undefined
}

/** At least one of them; "" is none. */
export function subjectIn({ document = '', email = '', phone = '' }: SubjectText): Subject {
  const subject: Subject = {
    document: document === '' ? null : documentIn('document', document),
    email: emailIn('email', email.trim()).toLowerCase() || null,
    phone: phoneIn('phone', phone) || null,
  }
  if (subject.document === null && subject.email === null && subject.phone === null)
    throw invalid('document', 'a CPF or CNPJ, or an e-mail address or a phone number in its field')
  return subject
}

const BRAZIL = '55'
/** Area code and number. */
const MIN_NATIONAL_DIGITS = 10

/** A phone is written with the code of the country or without it. */
export function phonesOf({ phone }: Pick<Subject, 'phone'>): string[] {
  if (phone === null) return []
  const hasCountry = phone.startsWith(BRAZIL) && phone.length >= BRAZIL.length + MIN_NATIONAL_DIGITS
  return [phone, hasCountry ? phone.slice(BRAZIL.length) : `${BRAZIL}${phone}`]
}
