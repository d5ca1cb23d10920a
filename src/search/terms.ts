// What a person may mean by the words of a search: every reading that one text allows. Pure.
import { folded } from '#db/like.ts'
import { accountOfPspId, parseUuid } from '#kernel/ids.ts'
import type { Centavos } from '#kernel/money.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import { parseWrittenAmount } from '#kernel/text/written-amount.ts'

export interface Terms {
  /** As it was written, without blanks around it: a reference, a txid, an end-to-end id, a protocol. */
  text: string
  uuid: string | null
  number: bigint | null
  /** A CPF or CNPJ as it is stored. */
  document: string | null
  amount: Centavos | null
  /** Forms of one PIX key, each without its punctuation and in small letters. */
  keys: string[]
  /** A part of one with letters in it, such as the beginning of an e-mail. */
  keyPart: string | null
  /** In small letters and without accents; null for what stands in no name. */
  name: string | null
  /** Of a payment link, also where its whole address was written. */
  slug: string
  /** The account that made this id for a PSP (txid, payout id, refund id). */
  mintedBy: number | null
}

export const MAX_SEARCH = 100
/** Of fewer letters nearly every name has some. */
const MIN_NAME = 2

/** Null: there is nothing to look for. */
export function termsOf(written: string): Terms | null {
  const text = written.replaceAll(/\s+/g, ' ').trim()
  if (text === '') return null
  return {
    text,
    uuid: uuidIn(text),
    number: numberIn(text),
    document: parseDocument(text.replaceAll(' ', ''))?.digits ?? null,
    amount: parseWrittenAmount(text),
    keys: keysIn(text),
    keyPart: keyPartIn(text),
    name: nameIn(text),
    slug: LINK_ADDRESS.exec(text)?.[1] ?? text,
    mintedBy: accountOfPspId(text),
  }
}

const LINK_ADDRESS = /\/l\/([\w-]+)\/?(?:[?#].*)?$/

const BARE_UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** People also copy them without their dashes. */
function uuidIn(text: string): string | null {
  return parseUuid(text) ?? parseUuid(text.replace(BARE_UUID, '$1-$2-$3-$4-$5'))
}

const NUMBER = /^#?([1-9]\d{0,15})$/

function numberIn(text: string): bigint | null {
  const digits = NUMBER.exec(text)?.[1]
  return digits === undefined ? null : BigInt(digits)
}

export const KEY_PUNCTUATION = /[\s().+/-]/g
const NATIONAL_PHONE = /^[1-9]{2}9?\d{8}$/
const MIN_KEY = 7
const MIN_PART = 3

const bareKey = (text: string): string => text.toLowerCase().replaceAll(KEY_PUNCTUATION, '')

function keyPartIn(text: string): string | null {
  const part = bareKey(text)
  return part.length >= MIN_PART && /[a-z]/.test(part) ? part : null
}

/** A phone is kept with or without the country's number. */
function keysIn(text: string): string[] {
  const key = bareKey(text)
  if (key.length < MIN_KEY) return []
  if (NATIONAL_PHONE.test(key)) return [key, `55${key}`]
  const national = key.startsWith('55') ? key.slice(2) : ''
  return NATIONAL_PHONE.test(national) ? [key, national] : [key]
}

function nameIn(text: string): string | null {
  const name = folded(text)
  return name.length >= MIN_NAME && /\p{L}/u.test(name) ? name : null
}
