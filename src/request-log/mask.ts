// Bodies as the log keeps them: texts and numbers only of fields that are known to say nothing of a person, few and short. What is left
// out is marked, and what comes out is always whole JSON. Pure.
import { findCardNumber } from '#kernel/card/stray-number.ts'
import { FREE_TEXTS, SHOWN_FIELDS } from './shown-fields.ts'

/** Of each body, as it is kept. */
export const MAX_BODY_BYTES = 4_096
/** What is larger is not looked at. */
export const MAX_READ_BYTES = 64 * 1024
const MAX_TEXT = 200
const MAX_DEPTH = 8
const MAX_NAME = 40
const MAX_SHOWN_NUMBER = 999_999_999_999

export const MASK = '•••'
const MARK = '…'

const FIELD_NAME = /^[A-Za-z_][\w-]*$/
const ADDRESS = /[^\s@<>"]+@[^\s@<>"]+/g
/** As long as a document or a phone, with whatever stands between its digits. */
const LONG_DIGITS = /\d(?:[\s()./-]{0,2}\d){9,}/g
const KEY_TEXT = /\b(?:sk|pk|whsec|Bearer)[_ ]\S+/gi
const WEB_ADDRESS = /^(https?:\/\/)(?:[^/?#@]*@)?([^/?#@]+)/i

/** JSON of at most so many bytes; null where there is nothing. It is written in one walk: there is one of these for every request. */
export function maskedJson(value: unknown): string | null {
  if (value === undefined) return null
  // Letters outside of ASCII and escapes take more bytes than the walk reckons with.
  for (let left = MAX_BODY_BYTES - ROOM_FOR_MARKS; left > 0; left = Math.floor(left / 2)) {
    const text = masked(value, fieldOf(''), 0, { left })
    if (text.length * MAX_BYTES_OF_CHARACTER <= MAX_BODY_BYTES || Buffer.byteLength(text) <= MAX_BODY_BYTES) return text
  }
  return MARK_JSON
}

/** For the last text, and the marks of lists and objects that are open where the room ends. */
const ROOM_FOR_MARKS = 512
const MAX_BYTES_OF_CHARACTER = 3
const MASK_JSON = JSON.stringify(MASK)
const MARK_JSON = JSON.stringify(MARK)

interface Walk {
  left: number
}

function masked(value: unknown, field: Field, depth: number, walk: Walk): string {
  if (typeof value === 'string') return spent(walk, maskedText(value, field))
  if (typeof value === 'number')
    return spent(walk, field.isShown && Math.abs(value) <= MAX_SHOWN_NUMBER ? String(value) : MASK_JSON)
  if (typeof value !== 'object' || value === null) return spent(walk, JSON.stringify(value ?? null))
  if (depth === MAX_DEPTH) return spent(walk, MARK_JSON)
  return Array.isArray(value) ? maskedList(value, field, depth, walk) : maskedFields(value, depth, walk)
}

function spent(walk: Walk, json: string): string {
  walk.left -= json.length + 1
  return json
}

function maskedList(list: unknown[], field: Field, depth: number, walk: Walk): string {
  let json = '['
  for (const [n, inner] of list.entries()) {
    if (n > 0) json += ','
    if (walk.left <= 0) return `${json}"${MARK} +${list.length - n}"]`
    json += masked(inner, field, depth + 1, walk)
  }
  return `${json}]`
}

function maskedFields(fields: object, depth: number, walk: Walk): string {
  let json = ''
  // Of fields whose names are masked one is shown: an object has each name once.
  let nameless = ''
  let left = 0
  for (const name of Object.keys(fields)) {
    if (walk.left <= 0) {
      left++
      continue
    }
    const field = fieldOf(name)
    walk.left -= field.shownJson.length + 1
    const shown = `${field.shownJson}:${masked(fields[name as keyof typeof fields], field, depth + 1, walk)}`
    if (field.shownJson === MASK_JSON) nameless = shown
    else json += json === '' ? shown : `,${shown}`
  }
  const marks = [json, nameless, left > 0 ? `${MARK_JSON}:"+${left}"` : '']
  return `{${marks.filter(Boolean).join(',')}}`
}

/** What follows from the name of a field. */
interface Field {
  shownJson: string
  /** Its texts and numbers are shown. */
  isShown: boolean
  isFreeText: boolean
  isUrl: boolean
}

const MAX_KNOWN_FIELDS = 1_000
const known = new Map<string, Field>()

/** The same few names come again and again. */
function fieldOf(name: string): Field {
  const found = known.get(name)
  if (found !== undefined) return found
  const field = {
    shownJson: JSON.stringify(shownName(name)),
    isShown: SHOWN_FIELDS.has(name),
    isFreeText: FREE_TEXTS.has(name),
    isUrl: URL_FIELD.test(name),
  }
  if (known.size >= MAX_KNOWN_FIELDS) known.clear()
  if (name.length <= MAX_NAME) known.set(name, field)
  return field
}

/** A name may be anything that a caller writes. */
const shownName = (name: string): string =>
  name.length <= MAX_NAME && FIELD_NAME.test(name) && !HAS_DIGITS.test(name) ? name : MASK

const HAS_DIGITS = /\d{6}/

function maskedText(text: string, { isShown, isFreeText, isUrl }: Field): string {
  if (text === '') return '""'
  if (!isShown) return isUrl ? JSON.stringify(maskedAddress(text)) : MASK_JSON
  if (isWord(text)) return `"${text}"`
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}${MARK}` : text
  if (findCardNumber(short) !== null) return MASK_JSON
  return JSON.stringify(isFreeText || !isPlain(short) ? scannedText(short) : short)
}

/** Most texts: a status, a code, a date, an amount. */
const isWord = (text: string): boolean => text.length <= 40 && WORD.test(text)
const WORD =
  /^(?!(?:sk|pk|whsec)_)[A-Z_a-z]+$|^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$|^-?\d{1,10}\.\d\d$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** An id of ours or of a bank. */
const isPlain = (text: string): boolean => PLAIN.test(text) && !ONLY_DIGITS.test(text) && !KEY_START.test(text)
const KEY_START = /^(?:sk|pk|whsec)_/
const PLAIN = /^[\w:.+-]+$/
const ONLY_DIGITS = /^[\d./-]{10,}$/

/** Without what may be somebody's in it. */
export function scannedText(text: string): string {
  return text.replace(ADDRESS, MASK).replace(KEY_TEXT, MASK).replace(LONG_DIGITS, MASK)
}

/** Of an address on the web one sees whose it is; its path and its query may hold a secret. */
function maskedAddress(text: string): string {
  const [, scheme, host] = WEB_ADDRESS.exec(text) ?? []
  return host === undefined ? MASK : `${scheme}${host.slice(0, MAX_TEXT)}/${MASK}`
}

const URL_FIELD = /url$/i
