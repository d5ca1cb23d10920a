// A bank's statement file: OFX 1.x, which is SGML whose values need no end tag, and OFX 2.x, which is XML. Strict: a file that cannot be
// read whole is refused whole, with the line and the reason, since what is left out of a statement is money that nobody sees. Pure.
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, parseReais } from '#kernel/money.ts'

export const MAX_OFX_BYTES = 4 * 1024 * 1024
export const MAX_OFX_LINES = 5_000

export interface StatementLine {
  /** The bank's id of the line, its own within an account. */
  id: string
  day: LocalDate
  /** Below zero: money that left. */
  amount: Centavos
  type: string
  name: string
  memo: string
}

export interface Statement {
  account: string
  lines: StatementLine[]
}

export interface Unreadable {
  line: number
  reason: string
}

export function readOfx(bytes: Buffer): Statement | Unreadable {
  try {
    return read(decoded(bytes))
  } catch (error) {
    if (error instanceof OfxError) return { line: error.line, reason: error.message }
    throw error
  }
}

class OfxError extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Of the first bytes, which are ASCII in every encoding that is read. */
const HEAD_BYTES = 512
const UTF_8 = /ENCODING:\s*UTF-?8|CHARSET:\s*UTF-?8|encoding=["']UTF-8["']/i
const LATIN =
  /CHARSET:\s*(?:1252|ISO-?8859-1|8859-1)|ENCODING:\s*(?:USASCII|ISO-?8859-1)|encoding=["'](?:ISO-8859-1|windows-1252|US-ASCII)["']/i

/** In the encoding that the file names. Many banks name the wrong one, so UTF-8 that can be read is UTF-8. */
function decoded(bytes: Buffer): string {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1')
  if (bytes.includes(0)) throw new OfxError(1, 'is no text in UTF-8 or ISO-8859-1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (UTF_8.test(head) && !LATIN.test(head)) throw new OfxError(1, 'says that it is UTF-8, and is not')
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A name ends where what follows begins: a long one that is never closed is not read anew from each of its letters. */
const TAG = /<(\/?)([A-Za-z0-9._]+)(?:[^A-Za-z0-9._<>][^<>]*)?>([^<]*)/g
/** In SGML they have no end tag, or one; they hold text and no other tag. */
const VALUES = new Set([
  'TRNTYPE',
  'DTPOSTED',
  'TRNAMT',
  'FITID',
  'NAME',
  'MEMO',
  'CHECKNUM',
  'REFNUM',
  'ACCTID',
  'CURDEF',
])

function read(text: string): Statement {
  const start = text.search(/<OFX>/i)
  if (start < 0) throw new OfxError(1, 'is no OFX file: there is no <OFX>')
  const reader = new Reader(text, start)
  for (const [whole, slash = '', name = '', value = ''] of text.slice(start).matchAll(TAG))
    reader.take(name.toUpperCase(), slash !== '', value, whole)
  return reader.end()
}

/** Goes from tag to tag. What is not about lines is left out. */
class Reader {
  private readonly lines: StatementLine[] = []
  private fields: Map<string, string> | null = null
  private openedAt = 0
  private line: number
  private account: string | null = null
  private isClosed = false

  constructor(text: string, start: number) {
    this.line = text.slice(0, start).split('\n').length
  }

  take(name: string, isEnd: boolean, text: string, whole: string): void {
    const value = unescaped(text).trim()
    if (name === 'OFX') this.isClosed = isEnd
    else if (name === 'STMTTRN') this.transaction(isEnd)
    else if (!isEnd && VALUES.has(name)) this.value(name, value)
    this.line += whole.split('\n').length - 1
  }

  private transaction(isEnd: boolean): void {
    if (isEnd !== (this.fields !== null))
      throw new OfxError(this.line, 'a <STMTTRN> does not end before the next one begins')
    if (isEnd && this.fields !== null) this.lines.push(lineOf(this.fields, this.openedAt))
    if (this.lines.length > MAX_OFX_LINES) throw new OfxError(this.line, `has more than ${MAX_OFX_LINES} lines`)
    this.fields = isEnd ? null : new Map()
    this.openedAt = this.line
  }

  private value(name: string, value: string): void {
    if (this.fields !== null) {
      if (!this.fields.has(name)) this.fields.set(name, value)
    } else if (name === 'CURDEF' && value.toUpperCase() !== 'BRL')
      throw new OfxError(this.line, `is of the currency ${value.slice(0, 10)}, and not of reais`)
    else if (name === 'ACCTID') {
      if (this.account !== null && this.account !== value) throw new OfxError(this.line, 'is of more than one account')
      this.account = value
    }
  }

  end(): Statement {
    if (this.fields !== null) throw new OfxError(this.openedAt, 'ends within a <STMTTRN>: the file is cut')
    if (!this.isClosed) throw new OfxError(this.line, 'has no </OFX>: the file is cut')
    if (this.account === null) throw new OfxError(this.line, 'names no account: there is no <ACCTID>')
    return { account: this.account, lines: this.lines }
  }
}

const AMOUNT = /^([+-]?)(\d{1,13})(?:[.,](\d{1,2})0*)?$/
const DAY = /^(\d{4})(\d{2})(\d{2})/
const MAX_TEXT = 255

function lineOf(fields: Map<string, string>, at: number): StatementLine {
  const needed = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined || value === '') throw new OfxError(at, `a <STMTTRN> has no <${name}>`)
    return value
  }
  const [, sign = '', whole = '', part = ''] = AMOUNT.exec(needed('TRNAMT')) ?? []
  const size = parseReais(part === '' ? whole : `${whole}.${part}`)
  if (size === null) throw new OfxError(at, `<TRNAMT> is no amount: ${needed('TRNAMT').slice(0, 30)}`)
  const [, year, month, date] = DAY.exec(needed('DTPOSTED')) ?? []
  const day = localDate(`${year}-${month}-${date}`)
  if (day === null) throw new OfxError(at, `<DTPOSTED> is no day: ${needed('DTPOSTED').slice(0, 30)}`)
  const id = needed('FITID')
  if (id.length > MAX_TEXT) throw new OfxError(at, `<FITID> is longer than ${MAX_TEXT} characters`)
  const text = (name: string) => (fields.get(name) ?? '').slice(0, MAX_TEXT)
  const amount = (sign === '-' ? -size : size) as Centavos
  return { id, day, amount, type: needed('TRNTYPE').toUpperCase(), name: text('NAME'), memo: text('MEMO') }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Without control characters, which the database and a page do not take. */
const unescaped = (text: string): string =>
  text
    .replace(/&(#\d{1,7}|[a-z]+);/gi, (whole, name: string) =>
      name.startsWith('#') ? characterOf(Number(name.slice(1))) : (ENTITIES[name.toLowerCase()] ?? whole),
    )
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')

const characterOf = (code: number): string => (code < 32 || code > 0x10ffff ? ' ' : String.fromCodePoint(code))
