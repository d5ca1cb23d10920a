// What people call themselves, their accounts and their keys: printable, and more than blanks. Names of persons and accounts stand in
// mails to others, and hold no address.
import { Type } from 'typebox'
import { NAME_WITHOUT_ADDRESS } from '#http/schema.ts'

export const NameText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^(?!\\s*$)[^\\u0000-\\u001f\\u007f]*$' })

/** Of a person or an account. */
export const PlainName = (maxLength: number) => ({ ...NameText(maxLength), format: NAME_WITHOUT_ADDRESS })
