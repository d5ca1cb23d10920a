// An example of what a schema describes: the one that the schema names itself, else one that follows from its fields. Every field is in it,
// so that a reader sees the whole form. Pure.
import { isJson, type Json } from './route-schema.ts'

/** The schema is published, with nothing moved to the components yet. */
export function exampleOf(schema: Json, name = ''): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return exampleOf(choices.find(isSomething) ?? choices[0], name)
  return exampleOfType(schema, name)
}

const isSomething = (schema: Json): boolean => schema.type !== 'null'

function exampleOfType(schema: Json, name: string): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return objectExample(schema)
    case 'array':
      return arrayExample(schema, name)
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return numberExample(schema, name)
    case 'string':
      return textExample(schema, name)
    case 'null':
      return null
    default:
      return {}
  }
}

const typeOf = ({ type }: Json): unknown => (Array.isArray(type) ? type.find(one => one !== 'null') : type)

function objectExample({ properties }: Json): Json {
  if (!isJson(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field as Json, name)]))
}

function arrayExample({ items, minItems = 1, maxItems }: Json, name: string): unknown[] {
  if (!isJson(items) || maxItems === 0) return []
  const choices = Array.isArray(items.enum) ? items.enum : [exampleOf(items, name)]
  return choices.slice(0, Number(minItems))
}

const NUMBERS: Readonly<Record<string, number>> = {
  amount: 15_000,
  unitPrice: 15_000,
  netAmount: 14_850,
  userId: 1001,
  attempts: 1,
  httpStatus: 200,
}

function numberExample({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, ...schema }: Json, name: string): number {
  const wished = (schema.default as number | undefined) ?? NUMBERS[name] ?? 1
  return Math.min(Math.max(wished, Number(minimum)), Number(maximum))
}

const MOMENT = '2026-01-31T12:00:00.000Z'
const UUID = '3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10'

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': MOMENT,
  date: '2026-01-31',
  uuid: UUID,
  uri: 'https://shop.example.com/hook',
  email: 'maria@example.com',
}

const BY_NAME: Readonly<Record<string, string>> = {
  uuid: UUID,
  saleUuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  name: 'Maria Silva',
  customerName: 'Maria Silva',
  email: 'maria@example.com',
  document: '52998224725',
  phone: '5511987654321',
  title: 'Camiseta',
  pixKey: 'maria@example.com',
  endToEndId: 'E12345678202601311200abcdefghijk',
  externalReference: 'order-8',
  idRec: 'RR1234567820260131abcdefghijk',
  contrato: 'assinatura-9',
  txid: 'P00000G9fsWodmyfoPt7MlLGNFrvH7Df',
  nextCursor: 'YzQy',
  eventId: '0e37df36-f698-81e3-8b1c-3a8c2c9b8d4e',
  event: 'sale.paid',
  code: 'INVALID_PIX_KEY',
  reason: 'As the buyer asked',
  state: 'SP',
  zipCode: '01310100',
}

/** What fits texts of a form of their own. */
const OF_SOME_FORM = [
  '2026-01-31',
  MOMENT,
  UUID,
  '1234',
  '123456',
  '12345678',
  '52998224725',
  'order-8',
  'a',
  'A',
  'sale.paid',
]

function textExample({ format, minLength = 0, maxLength, pattern, default: usual }: Json, name: string): string {
  const named = BY_FORMAT[String(format)] ?? BY_NAME[name] ?? (/Url$|^url$/.test(name) ? BY_FORMAT.uri : undefined)
  const wished = [usual, named, 'text'].filter(text => text !== undefined).map(String)
  const form = pattern === undefined ? null : new RegExp(String(pattern), 'u')
  const fits = (text: string) => form === null || form.test(text)
  const [max, min] = [maxLength === undefined ? undefined : Number(maxLength), Number(minLength)]
  const texts = [...wished, ...OF_SOME_FORM].map(text => text.padEnd(min, 'x').slice(0, max))
  return texts.find(fits) ?? texts[0] ?? ''
}
