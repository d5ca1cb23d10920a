// A boleto's two texts: the bar code of 44 digits that a machine reads, and the line that a person types, which has the same digits in
// another order with a check digit in each field. Bank boletos have lines of 47 digits; bills of utilities and taxes, of 48, have another
// form: their texts are told from each other here, but they are never boletos of ours. Nothing is repaired: a wrong digit is no boleto.
import type { LocalDate } from '../calendar/local-time.ts'
import { type Centavos, centavos } from '../money.ts'
import { billModulo11, modulo10, modulo11 } from './check-digits.ts'
import { dueDayOf, dueFactorOf } from './due-factor.ts'

export interface Boleto {
  /** 44 digits. */
  barCode: string
  /** 47 digits. */
  line: string
  /** Three digits. */
  bank: string
  /** null: it names no due day. */
  dueOn: LocalDate | null
  /** null: the payer says how much. */
  amount: Centavos | null
}

export interface BoletoContent {
  bank: string
  dueOn: LocalDate | null
  amount: Centavos | null
  /** 25 digits that are the bank's own. */
  freeField: string
}

// No bank has a code that begins with 8: that is how a bill begins.
const BAR_CODE = /^(?<bank>[^8\D]\d{2})9(?<digit>\d)(?<factor>\d{4})(?<amount>\d{10})(?<free>\d{25})$/
const LINE = /^([^8\D]\d{8})(\d)(\d{10})(\d)(\d{10})(\d)(\d)(\d{14})$/
const BILL_BAR_CODE = /^8\d[6-9]\d{41}$/
const BILL_LINE = /^8\d[6-9]\d{45}$/
const MAX_AMOUNT = 9_999_999_999n

/** Reads the line of a bank boleto, with or without its dots and blanks. `near`: a day that its due day lies near, such as today. */
export function readLine(text: string, near: LocalDate): Boleto | null {
  const line = text.replace(/[.\s]/g, '')
  const barCode = LINE.test(line) ? barCodeOfLine(line) : null
  const parts = BAR_CODE.exec(barCode ?? '')?.groups
  if (barCode === null || parts === undefined) return null
  const { bank = '', factor = '', amount = '' } = parts
  const value = centavos(BigInt(amount))
  return { barCode, line, bank, dueOn: dueDayOf(factor, near), amount: value === 0n ? null : value }
}

/** null where the text is no line, or where one of its check digits is wrong. */
export function barCodeOfLine(line: string): string | null {
  const barCode = BILL_LINE.test(line) ? billBarCode(line) : boletoBarCode(line)
  return barCode !== null && lineOfBarCode(barCode) === line ? barCode : null
}

/** null where the text is no bar code, or where its check digit is wrong. */
export function lineOfBarCode(barCode: string): string | null {
  if (BILL_BAR_CODE.test(barCode)) return billLine(barCode)
  const parts = BAR_CODE.exec(barCode)?.groups
  if (parts === undefined) return null
  const { bank = '', digit = '', factor = '', amount = '', free = '' } = parts
  if (digit !== modulo11(`${bank}9${factor}${amount}${free}`)) return null
  const fields = [`${bank}9${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)]
  return `${fields.map(field => field + modulo10(field)).join('')}${digit}${factor}${amount}`
}

/** The line as it is printed: 99990.00004 00000.000000 00000.000422 5 16460000012345. */
export const printedLine = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')

/** What a bank does that issues a boleto. Throws a RangeError, naming the part, on what a bar code cannot carry. */
export function buildBarCode({ bank, dueOn, amount, freeField }: BoletoContent): string {
  if (!/^[^8\D]\d{2}$/.test(bank)) throw new RangeError('bank is not three digits, or begins as a bill does')
  if (!/^\d{25}$/.test(freeField)) throw new RangeError('freeField is not 25 digits')
  if (amount !== null && (amount < 1n || amount > MAX_AMOUNT)) throw new RangeError('amount does not fit ten digits')
  const value = String(amount ?? 0n).padStart(10, '0')
  const rest = `${dueFactorOf(dueOn)}${value}${freeField}`
  return `${bank}9${modulo11(`${bank}9${rest}`)}${rest}`
}

function boletoBarCode(line: string): string | null {
  const [, first = '', , second = '', , third = '', , digit = '', rest = ''] = LINE.exec(line) ?? []
  return digit === '' ? null : `${first.slice(0, 4)}${digit}${rest}${first.slice(4)}${second}${third}`
}

const BILL_FIELDS = [0, 1, 2, 3] as const
const BILL_FIELD_DIGITS = 11
const BILL_DIGIT_AT = 3

const billBarCode = (line: string): string =>
  BILL_FIELDS.map(n => line.slice(n * (BILL_FIELD_DIGITS + 1), (n + 1) * (BILL_FIELD_DIGITS + 1) - 1)).join('')

function billLine(barCode: string): string | null {
  const checkDigit = /^8\d[67]/.test(barCode) ? modulo10 : billModulo11
  const digits = barCode.slice(0, BILL_DIGIT_AT) + barCode.slice(BILL_DIGIT_AT + 1)
  if (barCode[BILL_DIGIT_AT] !== checkDigit(digits)) return null
  const fields = BILL_FIELDS.map(n => barCode.slice(n * BILL_FIELD_DIGITS, (n + 1) * BILL_FIELD_DIGITS))
  return fields.map(field => field + checkDigit(field)).join('')
}
