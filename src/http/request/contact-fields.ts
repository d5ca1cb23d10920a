// How to reach a person, as callers write it.
import { invalid } from '#kernel/failure.ts'
import { DOCUMENTED, PrintableText } from '../schema.ts'

const NO_CONTROL = '\\u0000-\\u001f\\u007f-\\u009f'
const OTHER = `[^0-9${NO_CONTROL}]*`

export const EmailText = {
  ...PrintableText({ maxLength: 254 }),
  [DOCUMENTED]: { pattern: `^([^\\s@${NO_CONTROL}]+@[^\\s@${NO_CONTROL}]+)?$` },
}

export const PhoneText = {
  ...PrintableText({ maxLength: 30, description: '8 to 15 digits; signs between them are ignored' }),
  [DOCUMENTED]: { pattern: `^(${OTHER}([0-9]${OTHER}){8,15})?$` },
}

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
