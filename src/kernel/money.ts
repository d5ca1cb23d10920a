// Money inside Porteira is a whole number of centavos, a branded bigint. This file alone converts between that number and the
// text and number forms of the outside; nothing else may parse or print an amount.

export type Centavos = bigint & { readonly unit: 'centavos' }

export const ZERO = 0n as Centavos

/** A Pix amount has at most ten digits before the point (Central Bank's pattern for `valor.original`). */
export const MAX_CENTAVOS = 999_999_999_999n as Centavos

const REAIS = /^(\d{1,10})(?:\.(\d{1,2}))?$/
const REAIS_OF_ANY_SIZE = /^(\d+)(?:\.(\d{1,2}))?$/

export function centavos(count: bigint | number): Centavos {
  return BigInt(count) as Centavos
}

/** "150", "150.5" or "150.00" -> centavos; anything else (sign, exponent, a third decimal, blanks) -> null. */
export function parseReais(text: string): Centavos | null {
  return parsed(REAIS, text)
}

function parsed(form: RegExp, text: string): Centavos | null {
  const match = form.exec(text)
  if (match === null) return null
  const [, whole = '0', fraction = ''] = match
  return (BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))) as Centavos
}

/**
 * A JSON number of reais -> centavos, through its shortest decimal text and never through a multiplication:
 * 100.1 is "100.1" is 10010. Numbers with more than two decimals, negative ones, NaN and infinities -> null. One that is too
 * large for a Pix is an amount all the same: its caller says that it is above the maximum.
 */
export function reaisFromNumber(reais: number): Centavos | null {
  return parsed(REAIS_OF_ANY_SIZE, Number.isInteger(reais) ? BigInt(reais).toString() : String(reais))
}

/** 10010n -> "100.10"; a negative balance keeps its sign. */
export function toReais(amount: Centavos): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The integer form of the wire. Throws where a JSON number could not carry the amount exactly. */
export function toCentsNumber(amount: Centavos): number {
  const number = Number(amount)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${amount} centavos do not fit a JSON number`)
  return number
}

export function toCentsText(amount: Centavos): string {
  return amount.toString()
}

/** A rate in basis points (1 % = 100) of an amount, rounded half up to the centavo. Amount and rate are never negative. */
export function shareOf(amount: Centavos, basisPoints: number): Centavos {
  return ((amount * BigInt(basisPoints) + 5_000n) / 10_000n) as Centavos
}

export function add(...amounts: Centavos[]): Centavos {
  return amounts.reduce((sum, amount) => sum + amount, 0n) as Centavos
}

export const min = <T extends bigint>(first: T, ...others: T[]): T =>
  others.reduce((one, other) => (other < one ? other : one), first)

export const max = <T extends bigint>(first: T, ...others: T[]): T =>
  others.reduce((one, other) => (other > one ? other : one), first)

export const notNegative = (amount: Centavos): Centavos => max(amount, ZERO)

export function subtract(from: Centavos, amount: Centavos): Centavos {
  return (from - amount) as Centavos
}
