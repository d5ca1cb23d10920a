// What people call themselves, their accounts and their keys: printable, and more than blanks.
import { Type } from 'typebox'

export const NameText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^(?!\\s*$)[^\\u0000-\\u001f\\u007f]*$' })
