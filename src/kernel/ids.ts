// Ids that leave the gateway and ids that come in by a path. Those that a PSP knows us by are random and never counted, so that a
// restored database cannot meet another payment under its own id.
import { createHash } from 'node:crypto'
import type { RandomBytes } from './time.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The bytes below are four whole rounds of the alphabet; taking the rest too would favour its first letters. */
const FAIR_BYTES = 248
const MAX_DRAWS = 64

/** Accounts are numbered by a 32-bit integer of the database. */
const MAX_ACCOUNT_ID = 2 ** 31 - 1
const ACCOUNT_DIGITS = 7
const RANDOM_DIGITS = 24
const PSP_ID = /^P[0-9A-Za-z]{31}$/

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const UUID_CHARACTERS = 36
const PATH_NUMBER = /^[1-9][0-9]{0,15}$/

/** A whole number as exactly `width` base 62 digits. */
export function toBase62(number: bigint, width: number): string {
  // Ids are compared on every request, and a small one as a plain number is several times faster.
  if (number >= 0n && number <= MAX_PLAIN) return plainToBase62(Number(number), width)
  let digits = ''
  for (let rest = number; rest > 0n; rest /= 62n) digits = BASE62.charAt(Number(rest % 62n)) + digits
  if (number < 0n || digits.length > width) throw new RangeError(`${number} does not fit ${width} base 62 digits`)
  return digits.padStart(width, '0')
}

const MAX_PLAIN = BigInt(Number.MAX_SAFE_INTEGER)

function plainToBase62(number: number, width: number): string {
  let digits = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) digits = BASE62.charAt(rest % 62) + digits
  if (digits.length > width) throw new RangeError(`${number} does not fit ${width} base 62 digits`)
  return digits.padStart(width, '0')
}

/** `count` base 62 characters, each equally likely: about 5.95 bits a character. */
export function randomBase62(count: number, random: RandomBytes): string {
  let digits = ''
  for (let draw = 0; draw < MAX_DRAWS && digits.length < count; draw++) {
    for (const byte of random(count - digits.length)) if (byte < FAIR_BYTES) digits += BASE62.charAt(byte % 62)
  }
  // A fair source rejects one byte in 32: this many draws without an end mean that it is broken.
  if (digits.length < count) throw new Error('the source of randomness repeats itself')
  return digits
}

/**
 * The id that a PSP knows a charge (txid) or a refund by: P, the account in 7 base 62 digits, and 24 random
 * characters (142 bits). 32 letters and digits fit the patterns of both, and a callback finds its account without a search.
 */
export function mintPspId(accountId: number, random: RandomBytes): string {
  return ownerPart(accountId) + randomBase62(RANDOM_DIGITS, random)
}

/**
 * The same for a cashout (idEnvio), from the random uuid that was committed with its request: a database that is restored
 * to a moment between the request and the sending sends under the same id once more, and the PSP sees that it has paid.
 */
export const payoutIdOf = (accountId: number, cashoutUuid: string): string => derivedPspId(accountId, cashoutUuid)

/**
 * The same for the debit of a cycle (txid): it follows from the recurrence, the cycle and how many debits the cycle had before. A
 * restored database orders the cycle under the same txid again, which the PSP then knows already.
 */
export const debitTxidOf = (accountId: number, recurrenceUuid: string, cycle: number, earlierDebits: number): string =>
  derivedPspId(accountId, `debit/${recurrenceUuid}/${cycle}/${earlierDebits}`)

function derivedPspId(accountId: number, name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return ownerPart(accountId) + toBase62(BigInt(`0x${hash}`) % 62n ** BigInt(RANDOM_DIGITS), RANDOM_DIGITS)
}

/** A random UUID (version 4): the name that the world knows a thing by. */
export function mintUuid(random: RandomBytes): string {
  const bytes = Buffer.from(random(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(UUID_PARTS, '$1-$2-$3-$4-$5')
}

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

function ownerPart(accountId: number): string {
  if (!Number.isInteger(accountId) || accountId < 1 || accountId > MAX_ACCOUNT_ID)
    throw new RangeError(`${accountId} is not an account id`)
  return `P${toBase62(BigInt(accountId), ACCOUNT_DIGITS)}`
}

/** The account that minted a PSP id; null for an id that did not come from here. */
export function accountOfPspId(text: string): number | null {
  if (!PSP_ID.test(text)) return null
  const digits = [...text.slice(1, 1 + ACCOUNT_DIGITS)]
  const accountId = digits.reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0)
  return accountId >= 1 && accountId <= MAX_ACCOUNT_ID ? accountId : null
}

/** A uuid of any version, in any case -> its lower-case form; null for anything else. */
export function parseUuid(text: string): string | null {
  return text.length === UUID_CHARACTERS && UUID.test(text) ? text.toLowerCase() : null
}

/** The id in a path: a uuid, or a number without sign or leading zero; null for anything else. */
export function parsePathId(text: string): { uuid: string } | { number: bigint } | null {
  const uuid = parseUuid(text)
  if (uuid !== null) return { uuid }
  return PATH_NUMBER.test(text) ? { number: BigInt(text) } : null
}
