// The reading tools of `porteira mcp`: every operation of the public document that only reads, with what it takes. And which fields of
// answers are money, and which are codes: a field that this file does not know stops the generator, so that none is shown as what it is not.
import { type ApiDocument, nameOf, type Operation, operationsOf, type Schema } from './document.ts'
import { snake } from './names.ts'
import { sentence } from './types.ts'

/** Operations that no tool has, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  getLiveness: 'says nothing about the account',
  getReadiness: 'says nothing about the account',
}

/** Numbers in answers that are cents. A text with two decimals in one of these is reais. */
const MONEY = [
  ...['amount', 'min', 'max', 'unitPrice', 'shippingAmount', 'discountAmount', 'heldAmount', 'lackingAmount'],
  ...['forfeitedAmount', 'valor', 'valorMinimo', 'valorPadrao', 'available', 'blocked', 'total', 'availableAmount'],
  ...['blockedAmount', 'fee', 'balanceAfter', 'availableAfter', 'blockedAfter', 'credits', 'debits', 'fees'],
  ...['originalAmount', 'grossAmount', 'held', 'expected', 'settled', 'late', 'netAmount', 'systemFee'],
  ...['reserveAmount', 'refundedAmount', 'paidAmount', 'returnedAmount', 'chargedAmount', 'fixed', 'variable'],
]
const MONEY_ASKED_FOR = ['minAmount', 'maxAmount']

const COUNTS = [
  ...['id', 'userId', 'quantity', 'transactionId', 'minQuantity', 'maxQuantity', 'opened', 'sold', 'reserved'],
  ...['maxSales', 'abandonAfterSeconds', 'expiresInSeconds', 'dueInDays', 'maxInstallments', 'saleId', 'subjectId'],
  ...['sequence', 'jornada', 'diasRetentativa', 'atrasoMaximoDias', 'ciclo', 'status', 'durationMs', 'requestBytes'],
  ...['answerBytes', 'count', 'webhookId', 'httpStatus', 'attempts', 'n', 'part', 'parts', 'installments'],
]

/** Texts in answers that the gateway or a bank makes, beside those whose form the document fixes. Everything else is somebody's words. */
const CODES = [
  ...['id', 'uuid', 'saleUuid', 'checkoutId', 'eventId', 'keyId', 'txid', 'endToEndId', 'idRec', 'idSolicRec', 'state'],
  ...['status', 'type', 'event', 'events', 'subject', 'kind', 'method', 'paymentMethod', 'code', 'errorCode', 'codigo'],
  ...['route', 'tipo', 'ispb', 'nextCursor', 'cardBrand', 'brand', 'cardLastFour', 'boletoCode', 'boletoBarcode'],
  ...['disabledReason', 'externalTransactionId', 'idempotencyKey', 'bank', 'branch', 'account', 'data'],
]

interface Fields {
  numbers: Set<string>
  fixed: Set<string>
  free: Set<string>
}

export function toolsFile(document: ApiDocument): string {
  const reads = operationsOf(document).filter(({ id, verb }) => verb === 'GET' && !(id in LEFT_OUT))
  const fields = fieldsOf(document, reads)
  const unknown = [...fields.numbers].filter(name => !MONEY.includes(name) && !COUNTS.includes(name))
  if (unknown.length > 0)
    throw new Error(`sdk/generate/tools.ts does not say of these numbers whether they are money: ${unknown.join(', ')}`)
  const codes = new Set([...CODES, ...[...fields.fixed].filter(name => !fields.free.has(name))])
  return [
    '// Generated from /openapi.json by `npm run golden`. Not changed by hand.',
    "import type { Read } from '../read.ts'\n",
    `export const MONEY: ReadonlySet<string> = new Set(${JSON.stringify(MONEY)})\n`,
    `export const CODES: ReadonlySet<string> = new Set(${JSON.stringify([...codes].toSorted())})\n`,
    `export const READS: readonly Read[] = [\n${reads.map(read => `  ${JSON.stringify(toolOf(read))},`).join('\n')}\n]`,
  ].join('\n')
}

function toolOf(operation: Operation): object {
  const { id, path, summary, description, query, pathParameters, paging } = operation
  const properties = Object.fromEntries([
    ...pathParameters.map(name => [name, PATH_PARAMETER]),
    ...query.map(parameter => [parameter.name, inputOf(parameter)]),
  ])
  const required = [...pathParameters, ...query.filter(parameter => parameter.required).map(({ name }) => name)]
  return {
    name: snake(id),
    description: `${sentence(summary)}. ${sentence(description)}`,
    path,
    pathParameters,
    money: query.map(({ name }) => name).filter(name => MONEY_ASKED_FOR.includes(name)),
    paging,
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
  }
}

const PATH_PARAMETER = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'As an earlier answer has it: the uuid, or another id of the same thing',
}

/** Patterns are for the gateway to judge: assistants read what is listed, and pay for every word of it. */
function inputOf({ name, schema, description }: { name: string; schema: Schema; description?: string }): object {
  const words = description === undefined ? {} : { description }
  if (MONEY_ASKED_FOR.includes(name))
    return { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$', description: 'Reais with two decimals, such as 150.00' }
  const { pattern: _pattern, examples: _examples, anyOf: _anyOf, ...rest } = schema
  return { ...rest, ...words }
}

function fieldsOf(document: ApiDocument, operations: Operation[]): Fields {
  const fields: Fields = { numbers: new Set(), fixed: new Set(), free: new Set() }
  const seen = new Set<string>()
  const look = (name: string, written: Schema): void => {
    const place = `${name} ${written.$ref}`
    if ('$ref' in written && seen.has(place)) return
    seen.add(place)
    const schema = '$ref' in written ? (document.components.schemas[nameOf(written)] ?? {}) : written
    collect(fields, name, schema)
    for (const inner of partsOf(schema)) look(name, inner)
    for (const [field, inner] of Object.entries((schema.properties as Record<string, Schema>) ?? {})) look(field, inner)
  }
  for (const { answer } of operations) look('', answer ?? {})
  return fields
}

const partsOf = ({ anyOf, then, else: otherwise, items }: Schema): Schema[] =>
  [...((anyOf as Schema[]) ?? []), then, otherwise, items].filter(part => part !== undefined) as Schema[]

function collect({ numbers, fixed, free }: Fields, name: string, schema: Schema): void {
  const types = [schema.type].flat()
  if (types.includes('number') || types.includes('integer')) numbers.add(name)
  if ('enum' in schema || 'const' in schema) fixed.add(name)
  else if (types.includes('string')) (FIXED_FORMATS.includes(String(schema.format)) ? fixed : free).add(name)
}

const FIXED_FORMATS = ['uuid', 'date', 'date-time']
