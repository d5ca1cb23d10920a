// What people call themselves, their accounts and their keys: printable, more than blanks, and without an address, since names stand in
// mails to others and on the screens of others.
import { Type } from 'typebox'
import { NAME_WITHOUT_ADDRESS } from '#http/schema.ts'

export const PlainName = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^(?!\\s*$)[^\\u0000-\\u001f\\u007f]*$',
    format: NAME_WITHOUT_ADDRESS,
  })
