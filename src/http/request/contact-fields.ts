// How to reach a person, as callers write it.
import { invalid } from '#kernel/failure.ts'

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** "" stays "". */
export function emailIn(field: string, text: string): string {
  if (text !== '' && !EMAIL.test(text)) throw invalid(field, 'an e-mail address')
  return text
}

/** Its digits; "" stays "". */
export function phoneIn(field: string, text: string): string {
  const digits = text.replace(/\D/g, '')
  if (text !== '' && (digits.length < 8 || digits.length > 15)) throw invalid(field, 'a phone number of 8 to 15 digits')
  return digits
}

export function personNameIn(field: string, text: string): string {
  if (text.trim() === '') throw invalid(field, 'a name, not blanks')
  return text
}
