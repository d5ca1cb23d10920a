// Pix keys: whether a text can be a key of its type, and the one form in which the Central Bank's directory holds it. Whether
// the key exists, and whose it is, only the bank can say.

import { parseUuid } from '../ids.ts'
import { parseDocument } from './document.ts'

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const

export type PixKeyType = (typeof PIX_KEY_TYPES)[number]

const MAX_CHARACTERS = 77
// The directory's alphabet has no percent sign. Every pattern here meets at most 77 characters.
const EMAIL =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const PHONE = /^(?:\+?55)?([1-9]{2}9?[0-9]{8})$/
const PHONE_PUNCTUATION = /[\s().-]/g

const NORMALISERS: Record<PixKeyType, (key: string) => string | null> = {
  CPF: key => documentOf('CPF', key),
  CNPJ: key => documentOf('CNPJ', key),
  EMAIL: key => (EMAIL.test(key) ? key.toLowerCase() : null),
  PHONE: phone,
  RANDOM: parseUuid,
}

/** The directory's form of a key; null when no key of that type can look like this. */
export function normalisePixKey(type: PixKeyType, text: string): string | null {
  const key = text.trim()
  return key.length > MAX_CHARACTERS ? null : NORMALISERS[type](key)
}

/**
 * The type that a bare key must be of; null when it is none, or is ambiguous. Eleven digits are a CPF or nothing: a phone is
 * recognised by its plus sign only, since a mobile number can have the check digits of a CPF.
 */
export function guessPixKeyType(text: string): PixKeyType | null {
  const isPossible = (type: PixKeyType) => normalisePixKey(type, text) !== null
  const isInternational = text.trimStart().startsWith('+')
  return PIX_KEY_TYPES.find(type => isPossible(type) && (type !== 'PHONE' || isInternational)) ?? null
}

function documentOf(kind: 'CPF' | 'CNPJ', key: string): string | null {
  const document = parseDocument(key)
  return document?.kind === kind ? document.digits : null
}

/** Brazilian numbers only: area code and eight digits, or nine beginning with 9, written nationally or with +55. */
function phone(key: string): string | null {
  const match = PHONE.exec(key.replace(PHONE_PUNCTUATION, ''))
  return match === null ? null : `+55${match[1]}`
}
