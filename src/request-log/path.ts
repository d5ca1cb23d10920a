// The address of a request as the log keeps it: ids stay, everything else that a caller may have written into it is masked. Pure.
import { parsePathId } from '#kernel/ids.ts'
import { MASK, MAX_READ_BYTES, scannedText } from './mask.ts'
import { SHOWN_FIELDS } from './shown-fields.ts'

const MAX_PATH = 500
/** A number of an id of ours; a document has eleven digits. */
const MAX_NUMBER_DIGITS = 10
const TXID = /^[A-Za-z][0-9A-Za-z]{25,34}$/
const PLAIN_VALUE = /^[\w.,:-]{1,64}$/
const MOMENT = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/

/** In the place of a pattern, where no route takes the call. */
export const UNKNOWN_ROUTE = 'unknown'

export function maskedPath(route: string, params: Record<string, string>, url: string): string {
  if (route === UNKNOWN_ROUTE) return `${unknownPath(url)}${maskedQuery(url)}`.slice(0, MAX_PATH)
  const path = route.includes(':') ? filledIn(route, params) : route
  if (!url.includes('?')) return path.slice(0, MAX_PATH)
  return `${path}${maskedQuery(url)}`.slice(0, MAX_PATH)
}

function filledIn(route: string, params: Record<string, string>): string {
  const parts = route.split('/')
  for (const [n, part] of parts.entries()) if (part.startsWith(':')) parts[n] = maskedId(params[part.slice(1)] ?? '')
  return parts.join('/')
}

/** The words of an address are ours, or nearly: a misspelt one has to be seen. */
const unknownPath = (url: string): string =>
  (url.split('?')[0] ?? '')
    .slice(0, MAX_PATH)
    .split('/')
    .map(part => (part === '' || isId(part) || isWord(part) ? part : MASK))
    .join('/')

const isWord = (part: string): boolean => /^[A-Za-z][A-Za-z_.-]{0,31}$/.test(part) && scannedText(part) === part

const maskedId = (id: string): string => (isId(id) ? id : MASK)

const isId = (text: string): boolean =>
  TXID.test(text) || (parsePathId(text) !== null && (text.length <= MAX_NUMBER_DIGITS || text.includes('-')))

function maskedQuery(url: string): string {
  const at = url.indexOf('?')
  if (at === -1 || at === url.length - 1 || url.length > MAX_READ_BYTES) return ''
  const shown = [...new URLSearchParams(url.slice(at + 1))].map(
    ([name, value]) => `${fieldOf(name)}=${shownValue(name, value)}`,
  )
  return `?${shown.join('&')}`
}

const fieldOf = (name: string): string => (/^[A-Za-z_]{1,40}$/.test(name) ? name : MASK)

const shownValue = (name: string, value: string): string =>
  SHOWN_FIELDS.has(name) && (isId(value) || MOMENT.test(value) || isPlain(value)) ? value : MASK

const isPlain = (value: string): boolean => PLAIN_VALUE.test(value) && scannedText(value) === value
