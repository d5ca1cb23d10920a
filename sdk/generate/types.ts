// The types of TypeScript for the schemas of the document. It knows the keywords that the document uses, and stops at any other.
import { nameOf, type Schema } from './document.ts'

const WORDS_WITHOUT_TYPE = new Set([
  'description',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'default',
])
const MORE_WORDS = [
  'minItems',
  'maxItems',
  'minProperties',
  'uniqueItems',
  'examples',
  'title',
  'deprecated',
  'type',
  'required',
]
const KNOWN = new Set([
  ...WORDS_WITHOUT_TYPE,
  ...MORE_WORDS,
  ...['$ref', 'const', 'enum', 'anyOf', 'items', 'properties', 'additionalProperties', 'if', 'then', 'else'],
])

export function typeOf(schema: Schema, indent = ''): string {
  const unknown = Object.keys(schema).find(word => !KNOWN.has(word) && !word.startsWith('x-'))
  if (unknown !== undefined) throw new Error(`sdk/generate/types.ts does not know the keyword ${unknown}`)
  if ('$ref' in schema) return nameOf(schema)
  if ('const' in schema) return literal(schema.const)
  if ('enum' in schema) return (schema.enum as unknown[]).map(literal).join(' | ')
  if ('anyOf' in schema) return union(choicesOf(schema).map(choice => typeOf(choice, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map(type => typeOf({ ...schema, type }, indent)))
  return ofType(schema, indent)
}

/** What stands beside the choices holds for each of them: a text of this form or that one is a text. */
const choicesOf = ({ anyOf, type }: Schema): Schema[] =>
  (anyOf as Schema[]).map(choice => (type === undefined || '$ref' in choice ? choice : { type, ...choice }))

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, mark => `\\${mark}`)}'` : String(value)
const union = (types: string[]): string => [...new Set(types)].join(' | ')

function ofType(schema: Schema, indent: string): string {
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array': {
      const item = typeOf((schema.items ?? {}) as Schema, indent)
      return /[|{]/.test(item) ? `Array<${item}>` : `${item}[]`
    }
    case 'object':
      return objectType(merged(schema), indent)
    default:
      return 'unknown'
  }
}

/** What stands under a condition may be given: which fields go together is for the gateway to judge. */
function merged(schema: Schema): Schema {
  const { if: _condition, then, else: otherwise, ...own } = schema
  return [then, otherwise]
    .filter(branch => branch !== undefined)
    .map(branch => merged(branch as Schema))
    .reduce<Schema>(withOptional, own)
}

function withOptional(own: Schema, more: Schema): Schema {
  const properties = { ...(own.properties as Record<string, Schema>) }
  for (const [name, field] of Object.entries((more.properties ?? {}) as Record<string, Schema>)) {
    const there = properties[name]
    properties[name] = there?.type === 'object' ? withOptional(there, field) : (there ?? field)
  }
  return { ...own, properties }
}

function objectType(schema: Schema, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const rest = schema.additionalProperties
  if (properties.length === 0) return `Record<string, ${isSchema(rest) ? typeOf(rest, indent) : 'unknown'}>`
  const required = (schema.required ?? []) as string[]
  const lines = properties.map(([name, field]) => fieldOf(name, field, required.includes(name), `${indent}  `))
  return `{\n${lines.join('\n')}\n${indent}}`
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

export function fieldOf(name: string, field: Schema, isRequired: boolean, indent: string): string {
  const words = typeof field.description === 'string' ? `${indent}/** ${sentence(field.description)} */\n` : ''
  // Under exactOptionalPropertyTypes a caller may still hand over what may be undefined.
  const type = typeOf(field, indent)
  return `${words}${indent}${safe(name)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`
}

const safe = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)
export const sentence = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
