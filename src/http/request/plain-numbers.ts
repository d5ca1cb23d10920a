// Numbers in a query are decimal digits. The validator coerces any text that JavaScript takes for a number, and skips every other
// rule for a value that is not finite: `Infinity` and `1e400` would reach the database. So their text is judged before.
import type { FastifySchemaValidationError } from 'fastify'

interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

const NUMERIC = ['integer', 'number']
const DECIMAL = /^-?\d+(\.\d+)?$/

/** The parameters of an object's schema that are numbers, with the type that each one has. */
export function numbersOf({ properties = {} }: Schema): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, schema] of Object.entries(properties)) {
    const type = typesOf(schema).find(one => NUMERIC.includes(one))
    if (type !== undefined) found.set(name, type)
  }
  return found
}

const typesOf = ({ type = [], anyOf = [] }: Schema): string[] => [...[type].flat(), ...anyOf.flatMap(typesOf)]

/** The validator's own form of complaint; null where every number is one. */
export function complaintAboutNumbers(
  numbers: Map<string, string>,
  given: unknown,
): FastifySchemaValidationError | null {
  if (typeof given !== 'object' || given === null) return null
  for (const [name, type] of numbers) {
    const text = (given as Record<string, unknown>)[name]
    if (typeof text !== 'string' || isPlain(text)) continue
    const params = { type }
    return { keyword: 'type', instancePath: `/${name}`, schemaPath: `#/properties/${name}/type`, params }
  }
  return null
}

const isPlain = (text: string): boolean => DECIMAL.test(text) && Number.isFinite(Number(text))
