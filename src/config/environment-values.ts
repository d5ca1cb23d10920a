// Readers of single environment variables. Each gives a value or notes one sentence that names the variable and what was
// expected, so that all mistakes are shown together. A sentence never repeats the value of a secret.
import { isIP } from 'node:net'

export type Environment = Readonly<Record<string, string | undefined>>

/** What a variable's text means; undefined: nothing that was expected. */
export type Parse<T> = (text: string) => T | undefined

export interface Values {
  problems: string[]
  /** Unset, or set to nothing: null. */
  text(name: string): string | null
  oneOf<const Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice
  flag(name: string, otherwise?: boolean): boolean
  count(name: string, otherwise: number, range: Range): number
  counts(name: string, otherwise: readonly number[], range: Range & { length?: number }): readonly number[]
  read<T>(name: string, otherwise: T, parse: Parse<T>, expected: string): T
  url(name: string, schemes: readonly string[]): URL | null
  /** `of`: whose they are, for the refusal. */
  addresses(name: string, of: string): readonly string[]
  /** Where to listen. */
  host(name: string, otherwise: string): string
}

export const PORTS = { from: 0, to: 65_535 }

interface Range {
  from: number
  to: number
}

export function valuesOf(environment: Environment): Values {
  const problems: string[] = []
  const text = (name: string) => environment[name]?.trim() || null
  function read<T>(name: string, otherwise: T, parse: Parse<T>, expected: string): T {
    const given = text(name)
    if (given === null) return otherwise
    const value = parse(given)
    if (value === undefined) problems.push(`${name} must be ${expected}.`)
    return value ?? otherwise
  }
  return {
    problems,
    text,
    oneOf: (name, choices, otherwise) =>
      read(name, otherwise, given => choices.find(choice => choice === given), `${listed(choices)}`),
    flag: (name, otherwise = false) => read(name, otherwise, given => FLAGS.get(given), 'true or false'),
    count: (name, otherwise, range) =>
      read(name, otherwise, given => countIn(given, range), `a whole number from ${range.from} to ${range.to}`),
    counts: (name, otherwise, range) => read(name, otherwise, given => countsIn(given, range), expectedCounts(range)),
    read,
    url: (name, schemes) =>
      read<URL | null>(
        name,
        null,
        given => urlOf(given, schemes),
        `an address that begins with ${listed(schemes.map(scheme => `${scheme}//`))}`,
      ),
    addresses: (name, of) =>
      read<readonly string[]>(name, [], addressesIn, `a comma-separated list of IP addresses or CIDR ranges of ${of}`),
    host: (name, otherwise) => read(name, otherwise, hostIn, 'an IP address or a host name, without scheme and port'),
  }
}

const FLAGS = new Map([
  ['true', true],
  ['false', false],
])

function listed(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join() : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

const hostIn: Parse<string> = text => (isIP(text) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined)

function countIn(given: string, { from, to }: Range): number | undefined {
  const count = /^\d{1,15}$/.test(given) ? Number(given) : -1
  return count >= from && count <= to ? count : undefined
}

function countsIn(given: string, range: Range & { length?: number }): readonly number[] | undefined {
  const counts = given.split(',').map(part => countIn(part.trim(), range))
  if (range.length !== undefined && counts.length !== range.length) return undefined
  return counts.every(count => count !== undefined) ? counts : undefined
}

function expectedCounts({ from, to, length }: Range & { length?: number }): string {
  return `${length ?? 'one or more'} whole numbers from ${from} to ${to}, separated by commas`
}

function urlOf(given: string, schemes: readonly string[]): URL | undefined {
  const url = URL.parse(given)
  return url !== null && schemes.includes(url.protocol) ? url : undefined
}

function addressesIn(given: string): readonly string[] | undefined {
  if (given === 'off') return []
  const addresses = given.split(',').map(part => part.trim())
  return addresses.every(isAddressOrRange) ? addresses : undefined
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || countIn(bits, { from: 0, to: version === 4 ? 32 : 128 }) !== undefined
}
