// The headers of a request, of Node's object or of fetch's Headers. None of them may come twice: two readers would disagree on which one
// counts.
import { VerificationError } from './error.ts'

/** Node's `request.headers`, a `Headers`, or any object of names and values. The case of the names does not matter. */
export type RequestHeaders =
  | { forEach(each: (value: string, name: string) => void): void }
  | { readonly [name: string]: string | readonly string[] | undefined }

// What a gateway takes as its brand.
const BRAND = /^[\w!#$%&'*+.^`|~-]{1,40}$/

export interface HeaderReader {
  optional(name: string, form: RegExp): string | null
  required(name: string, form: RegExp): string
}

export function headerReader(headers: unknown, brand: unknown): HeaderReader {
  if (typeof brand !== 'string' || !BRAND.test(brand)) {
    throw new VerificationError('OPTION_INVALID', 'brand must be the word in the names of the headers')
  }
  const values = valuesByName(headers)
  const optional = (name: string, form: RegExp) => readOne(name, form, values.get(name.toLowerCase()) ?? [])
  return {
    optional,
    required(name, form) {
      const value = optional(name, form)
      if (value === null) throw new VerificationError('HEADER_MISSING', `${name} is missing`)
      return value
    },
  }
}

function readOne(name: string, form: RegExp, given: unknown[]): string | null {
  if (given.length > 1) throw repeated(name)
  const value = given[0] ?? ''
  if (value === '') return null
  if (typeof value !== 'string') throw new VerificationError('HEADER_MALFORMED', `${name} is not a text`)
  const match = form.exec(value)
  if (match !== null) return match[1] ?? value
  // Node and fetch write the values of a repeated header into one, and none of ours holds a comma.
  const isList = value.includes(',') && value.split(',').every(part => form.test(part.trim()))
  throw isList ? repeated(name) : new VerificationError('HEADER_MALFORMED', `${name} does not have its form`)
}

const repeated = (name: string) => new VerificationError('HEADER_REPEATED', `${name} came more than once`)

/** Under lower-case names. */
function valuesByName(headers: unknown): Map<string, unknown[]> {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers) || 'then' in headers) {
    throw new VerificationError('OPTION_INVALID', "headers must be the request's headers: an object or a Headers")
  }
  const values = new Map<string, unknown[]>()
  const add = (value: unknown, name: string) => {
    const key = name.toLowerCase()
    if (value !== undefined) values.set(key, (values.get(key) ?? []).concat(value))
  }
  if ('forEach' in headers && typeof headers.forEach === 'function') headers.forEach(add)
  else for (const [name, value] of Object.entries(headers)) add(value, name)
  return values
}
