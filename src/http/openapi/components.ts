// Schemas with a title are components: they stand once in the document, under that name, and everything else refers to them.
import { isJson, type Json } from './route-schema.ts'

export interface Components {
  /** The same, with what has a title replaced by a reference. */
  refer(schema: Json): Json
  readonly schemas: Json
}

const NAME = /^[A-Z][A-Za-z0-9]+$/

export function openComponents(): Components {
  const schemas: Record<string, Json> = {}

  function refer(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(refer)
    if (!isJson(part)) return part
    const inner: Json = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, referIn(name, value)]))
    const { title } = inner
    return typeof title === 'string' && NAME.test(title) ? referenceTo(title, inner) : inner
  }
  const referIn = (name: string, value: unknown) => (VALUES.includes(name) ? value : refer(value))

  function referenceTo(title: string, { title: _title, ...schema }: Json): Json {
    const known = schemas[title]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas of the API have the title ${title}`)
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }

  return { schemas, refer: schema => refer(schema) as Json }
}

/** What holds values, of which one may have a field of this name. */
const VALUES = ['enum', 'const', 'default', 'examples', 'example', 'value']
