// The BR Code, the text inside a Pix QR code: an EMV list of fields, each two digits of id, two of length, and a value. Builds
// the codes that the gateway hands out and reads anyone's. It never reads by offset and never repairs: a code with a wrong
// length, a wrong checksum or two destinations is no code.
import { type Centavos, MAX_CENTAVOS, parseReais, toReais, ZERO } from '../money.ts'

export type BrCode = {
  kind: 'static' | 'dynamic' | 'recurrence'
  merchantName: string
  merchantCity: string
  key?: string
  url?: string
  info?: string
  /** As printed. In a dynamic code the charge behind the url decides, not this. */
  amount?: Centavos
  /** As printed, absent for "***". In a dynamic code the charge behind the url decides, not this. */
  txid?: string
  recurrenceUrl?: string
}

type Merchant = { merchantName: string; merchantCity: string }

export type StaticCode = Merchant & {
  key: string
  amount?: Centavos
  txid?: string
  info?: string
  /** Says in tag 01 that the code may be paid many times. Readers assume it anyway. */
  reusable?: boolean
  recurrenceUrl?: string
}

export type DynamicCode = Merchant & { url: string; amount?: Centavos; recurrenceUrl?: string }

export type RecurrenceCode = Merchant & { recurrenceUrl: string }

const PIX = 'br.gov.bcb.pix'
const ANY_TXID = '***'
const REUSABLE = '11'
const ONCE = '12'

const MAX_CODE_CHARACTERS = 512
const MAX_NAME_CHARACTERS = 25
const MAX_CITY_CHARACTERS = 15

// Lengths are counted in characters by some banks and in bytes by others; plain ASCII is where they agree.
const PRINTABLE = /^[\x20-\x7e]+$/
const KEY_OR_URL = /^[\x21-\x7e]{1,77}$/
const STATIC_TXID = /^[A-Za-z0-9]{1,25}$/
const FIELD_HEAD = /^(\d\d)(\d\d)$/
const ACCENTS = /\p{Mark}/gu
const NOT_WRITABLE = /[^A-Za-z0-9 $%*+\-./:@_]/g

/** CRC-16/CCITT-FALSE as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** A code that pays a key. Throws RangeError, naming the field, on what a code cannot carry. */
export function buildStaticCode(code: StaticCode): string {
  const { txid } = code
  if (txid !== undefined && !STATIC_TXID.test(txid)) throw new RangeError('txid is not 1 to 25 letters or digits')
  return assemble(code, {
    use: code.reusable ? REUSABLE : undefined,
    template: writeFields(['00', PIX], ['01', checkedText('key', code.key)], ['02', checkedInfo(code)]),
    txid,
  })
}

/** A code that points at a charge kept by the PSP; the url goes without its scheme. Throws RangeError like the static one. */
export function buildDynamicCode(code: DynamicCode): string {
  return assemble(code, { use: ONCE, template: writeFields(['00', PIX], ['25', checkedUrl('url', code.url)]) })
}

/** A code that only offers a recurrence: nothing is paid when it is accepted. Throws RangeError like the static one. */
export function buildRecurrenceCode(code: RecurrenceCode): string {
  return assemble(code, { template: writeFields(['00', PIX]) })
}

/** Reads any Pix code; null when it is not one. */
export function parseBrCode(text: string): BrCode | null {
  if (text.length > MAX_CODE_CHARACTERS || !PRINTABLE.test(text)) return null
  const fields = readFields(text)
  if (fields === null || !isSound(text, fields)) return null
  const payments = pixTemplates(fields, '26', '51')
  const recurrences = pixTemplates(fields, '80', '99')
  const [payment] = payments
  if (payment === undefined || payments.length > 1 || recurrences.length > 1) return null
  return describe(fields, payment, recurrences[0]?.get('25'))
}

type Charge = Merchant & { amount?: Centavos; recurrenceUrl?: string }
type Parts = { use?: string | undefined; template: string; txid?: string | undefined }

function assemble(code: Charge, { use, template, txid = ANY_TXID }: Parts): string {
  const unsealed = writeFields(
    ['00', '01'],
    ['01', use],
    ['26', template],
    ['52', '0000'],
    ['53', '986'],
    ['54', code.amount === undefined ? undefined : checkedAmount(code.amount)],
    ['58', 'BR'],
    ['59', checkedName('merchantName', code.merchantName, MAX_NAME_CHARACTERS)],
    ['60', checkedName('merchantCity', code.merchantCity, MAX_CITY_CHARACTERS)],
    ['62', writeFields(['05', txid])],
    ['80', code.recurrenceUrl === undefined ? undefined : recurrenceTemplate(code.recurrenceUrl)],
  )
  // The checksum covers its own id and length.
  return `${unsealed}6304${crc16(`${unsealed}6304`)}`
}

function recurrenceTemplate(url: string): string {
  return writeFields(['00', PIX], ['25', checkedUrl('recurrenceUrl', url)])
}

function writeFields(...fields: [id: string, value: string | undefined][]): string {
  return fields
    .map(([id, value]) => (value === undefined ? '' : id + String(value.length).padStart(2, '0') + value))
    .join('')
}

/** Accents fall off their letters, what a code should not carry is dropped, and the gaps close. */
function writable(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '').replace(NOT_WRITABLE, '').replace(/ +/g, ' ').trim()
}

function checkedName(field: string, text: string, max: number): string {
  const name = writable(text).slice(0, max).trimEnd()
  if (name === '') throw new RangeError(`${field} has no character that a BR Code can carry`)
  return name
}

/** The key and the free text share one template of 99 characters; 26 of them are ids, lengths and the name of the scheme. */
function checkedInfo({ key, info = '' }: StaticCode): string | undefined {
  const text = writable(info)
  if (text === '') return undefined
  const room = Math.max(0, 99 - 26 - key.length)
  if (text.length > room) throw new RangeError(`info is longer than the ${room} characters that this key leaves`)
  return text
}

function checkedText(field: string, text: string): string {
  if (!KEY_OR_URL.test(text)) throw new RangeError(`${field} is not 1 to 77 ASCII characters without blanks`)
  return text
}

function checkedUrl(field: string, url: string): string {
  if (url.includes('://')) throw new RangeError(`${field} must go without its scheme`)
  return checkedText(field, url)
}

function checkedAmount(amount: Centavos): string {
  if (amount <= ZERO || amount > MAX_CENTAVOS) throw new RangeError('amount is not between 0.01 and 9999999999.99')
  return toReais(amount)
}

type Fields = ReadonlyMap<string, string>

function readFields(text: string): Fields | null {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const head = FIELD_HEAD.exec(text.slice(at, at + 4))
    if (head === null) return null
    const [, id = '', length = ''] = head
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (value === '' || value.length !== Number(length) || fields.has(id)) return null
    fields.set(id, value)
    at += 4 + value.length
  }
  return fields
}

/** The version comes first, the checksum last and right, and the money is the real in Brazil. */
function isSound(text: string, fields: Fields): boolean {
  const ids = [...fields.keys()]
  return (
    ids[0] === '00' &&
    fields.get('00') === '01' &&
    fields.get('53') === '986' &&
    fields.get('58') === 'BR' &&
    ids.at(-1) === '63' &&
    fields.get('63')?.toUpperCase() === crc16(text.slice(0, -4))
  )
}

/** Templates of other payment schemes may stand beside ours and are none of our business. */
function pixTemplates(fields: Fields, from: string, to: string): Fields[] {
  return [...fields]
    .filter(([id]) => id >= from && id <= to)
    .map(([, value]) => readFields(value))
    .filter(template => template !== null)
    .filter(template => template.get('00')?.toLowerCase() === PIX)
}

function describe(fields: Fields, payment: Fields, recurrenceUrl: string | undefined): BrCode | null {
  const [key, info, url] = [payment.get('01'), payment.get('02'), payment.get('25')]
  const kind = kindOf(key, url, recurrenceUrl)
  const [merchantName, merchantCity] = [fields.get('59'), fields.get('60')]
  const amount = readOptional(fields.get('54'), parseReais)
  const additional = readOptional(fields.get('62'), readFields)
  if (kind === null || merchantName === undefined || merchantCity === undefined) return null
  if (amount === null || additional === null) return null
  const txid = additional?.get('05')
  return {
    kind,
    merchantName,
    merchantCity,
    ...(key !== undefined && { key }),
    ...(url !== undefined && { url }),
    ...(info !== undefined && { info }),
    ...(amount !== undefined && { amount }),
    ...(txid !== undefined && txid !== ANY_TXID && { txid }),
    ...(recurrenceUrl !== undefined && { recurrenceUrl }),
  }
}

function kindOf(key: string | undefined, url: string | undefined, recurrenceUrl: string | undefined) {
  if (key !== undefined && url !== undefined) return null
  if (key !== undefined) return 'static'
  if (url !== undefined) return 'dynamic'
  return recurrenceUrl === undefined ? null : 'recurrence'
}

/** undefined for a field that is absent, null for one that is there and cannot be read. */
function readOptional<T>(text: string | undefined, read: (text: string) => T | null): T | null | undefined {
  return text === undefined ? undefined : read(text)
}
