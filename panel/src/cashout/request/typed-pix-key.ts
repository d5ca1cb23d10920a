// A PIX key as a person types or pastes it: with punctuation, blanks, or a phone without its country. Nothing here guesses
// between two possible readings: the caller gets all of them, and lets the person choose.
import { normalisePixKey, type PixKeyType } from '#kernel/pix/pix-key.ts'

export interface TypedPixKey {
  type: PixKeyType
  /** In the form of the Central Bank's directory. */
  key: string
}

// Blanks of every kind, and the invisible characters that come along from chats and spreadsheets.
const INVISIBLE = /[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g
const MAX_CHARACTERS = 200
const CPF_LAYOUT = /^\d{3}\.\d{3}\.\d{3}-?\d{2}$/
const TRUNK_PREFIX = /^(\(?)0(?=\d{2}\D*9)/
const MOBILE = /^\+55(\d\d)9\d{8}$/
const AREA_CODES = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])$/

/** The text without invisible characters. */
const cleanPixKey = (text: string): string => text.slice(0, MAX_CHARACTERS).replace(INVISIBLE, '')

/** A key of the type that the person has chosen; null when it cannot be one. */
export const readAs = (type: PixKeyType, text: string): string | null =>
  normalisePixKey(type, type === 'PHONE' ? withoutTrunkPrefix(cleanPixKey(text)) : cleanPixKey(text))

/** Every reading of the text, the most usual first: two for eleven digits that are a CPF as well as a mobile phone. */
export function readTypedPixKey(text: string): TypedPixKey[] {
  const typed = cleanPixKey(text)
  return typesOf(typed).flatMap(type => {
    const key = readAs(type, typed)
    return key === null || (type === 'PHONE' && !isPlausiblePhone(typed, key)) ? [] : [{ type, key }]
  })
}

function typesOf(typed: string): PixKeyType[] {
  if (typed.includes('@')) return ['EMAIL']
  if (isMarkedAsPhone(typed)) return ['PHONE']
  return CPF_LAYOUT.test(typed) ? ['CPF'] : ['CPF', 'CNPJ', 'RANDOM', 'PHONE']
}

const isMarkedAsPhone = (typed: string) => typed.startsWith('+') || typed.includes('(')

const withoutTrunkPrefix = (typed: string) => typed.replace(TRUNK_PREFIX, '$1')

/** Bare digits are taken for a phone only where they are a mobile number of an area that exists. */
function isPlausiblePhone(typed: string, key: string): boolean {
  if (isMarkedAsPhone(typed)) return true
  const area = MOBILE.exec(key)?.[1]
  return area !== undefined && AREA_CODES.test(area)
}
