// Schemas of the routes as the description has them: JSON Schema as it is published, without the marks of the library.
import { DOCUMENTED } from '../schema.ts'
import { isJson, type Json } from './route-schema.ts'

/** A schema that may be absent where it stands, such as a body that may be left out. */
export const mayBeAbsent = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && '~optional' in schema

export function publishedSchema(schema: unknown): Json {
  const plain = published(schema)
  return isJson(plain) ? plain : {}
}

function published(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(published)
  if (!isJson(part)) return part
  const { patternProperties, [DOCUMENTED]: documented, ...rest } = part
  const entries = Object.entries({ ...rest, ...(documented as object | undefined) }).map(([name, value]) => [
    name,
    PLAIN.includes(name) ? value : published(value),
  ])
  const plain: Json = Object.fromEntries(entries)
  return withType(patternProperties === undefined ? plain : withRecord(plain, patternProperties))
}

/** What holds values and not schemas. */
const PLAIN = ['enum', 'const', 'default', 'examples', 'example', 'required']

/** An object of any names. */
function withRecord(schema: Json, patternProperties: unknown): Json {
  const [value] = Object.values(patternProperties as Json)
  return { ...schema, additionalProperties: published(value) }
}

/** The library says of its enumerations only which values there are. */
function withType(schema: Json): Json {
  if (!Array.isArray(schema.enum) || schema.type !== undefined) return schema
  const [type, ...others] = new Set(schema.enum.map(value => typeof value))
  if (others.length > 0 || (type !== 'string' && type !== 'number')) return schema
  return { type: type === 'number' ? 'integer' : type, ...schema }
}
