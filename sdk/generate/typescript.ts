// What is generated for TypeScript: the types of bodies, the payloads of events, and a class for each resource.
import {
  type ApiDocument,
  byResource,
  codesOf,
  nameOf,
  type Operation,
  operationsOf,
  payloadsOf,
  type Schema,
} from './document.ts'
import { capital } from './names.ts'
import { fieldOf, sentence, typeOf } from './types.ts'

const GENERATED = 'Generated from /openapi.json by `npm run golden`. Not changed by hand.'

/** Answers that are known more closely than the document says. */
const KNOWN_CLOSER: Readonly<Record<string, string>> = { listEvents: 'PulledEvent', getEvent: 'PulledEvent' }

export function typesFile(document: ApiDocument): string {
  const components = Object.entries(document.components.schemas).map(([name, schema]) => declaration(name, schema))
  const operations = operationsOf(document).flatMap(operation => [
    queryType(operation),
    bodyType(operation),
    answerType(operation),
  ])
  const payloads = [...payloadsOf(document)].map(([event, body]) => `  '${event}': ${body}`)
  return [
    `// ${GENERATED}`,
    ...components,
    ...operations.filter(text => text !== null),
    `/** Event of a signed webhook -> its body. */\nexport interface EventPayloads {\n${payloads.join('\n')}\n}`,
    `/** Every code of a refusal. */\nexport type RefusalCode =\n${codesOf(document)
      .map(code => `  | '${code}'`)
      .join('\n')}`,
  ].join('\n\n')
}

function declaration(name: string, schema: Schema): string {
  const words = typeof schema.description === 'string' ? `/** ${sentence(schema.description)} */\n` : ''
  const type = typeOf(schema)
  return `${words}${type.startsWith('{') ? `export interface ${name} ${type}` : `export type ${name} = ${type}`}`
}

const typeName = ({ id }: Operation, kind: string) => `${capital(id)}${kind}`

/** The name of a paging parameter is the SDK's own affair, but a caller who has kept one may begin there. */
function queryType(operation: Operation): string | null {
  if (operation.query.length === 0) return null
  const fields = operation.query.map(({ name, schema, description, required }) =>
    fieldOf(name, { ...schema, ...(description !== undefined && { description }) }, required ?? false, '  '),
  )
  return `export interface ${typeName(operation, 'Query')} {\n${fields.join('\n')}\n}`
}

const bodyType = (operation: Operation): string | null =>
  operation.body === null || '$ref' in operation.body.schema
    ? null
    : declaration(typeName(operation, 'Body'), withoutNull(operation.body.schema))

/** A body that may be null is one that may be left out. */
function withoutNull(schema: Schema): Schema {
  const others = (schema.anyOf as Schema[] | undefined)?.filter(({ type }) => type !== 'null')
  return others?.length === 1 ? (others[0] as Schema) : schema
}

function answerType(operation: Operation): string | null {
  const { answer } = operation
  const isOwn = answer?.type === 'object' && operation.paging === null
  return isOwn ? declaration(typeName(operation, 'Answer'), answer) : null
}

export function resourcesFile(document: ApiDocument): string {
  const resources = [...byResource(operationsOf(document))]
  const classes = resources.map(([resource, operations]) => classText(className(resource), operations))
  const names = resources.map(([resource]) => resource)
  const used = typesUsed(classes.join('\n'), document)
  return [
    `// ${GENERATED}`,
    "import type { CallOptions, KeyedCallOptions, Send } from '../http/call.ts'",
    "import { Pages } from '../http/pages.ts'",
    "import type { PulledEvent } from '../events.ts'",
    `import type {\n${used.map(name => `  ${name},`).join('\n')}\n} from './types.ts'`,
    '',
    ...classes,
    `/** Everything that the API has, by resource. */\nexport abstract class Resources {`,
    ...names.map(name => `  readonly ${name}: ${className(name)}`),
    '\n  constructor(send: Send) {',
    ...names.map(name => `    this.${name} = new ${className(name)}(send)`),
    '  }\n}',
  ].join('\n')
}

/** Some resources have the name of a body: Balance. */
const className = (resource: string) => `${capital(resource)}Resource`

function typesUsed(text: string, document: ApiDocument): string[] {
  const declared = [...typesFile(document).matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name)
  return declared.filter(name => new RegExp(`\\b${name}\\b`).test(text.replace(/\/\*\*.*\*\//g, ''))).toSorted()
}

const classText = (name: string, operations: Operation[]): string =>
  [
    `export class ${name} {`,
    '  readonly #send: Send\n',
    '  constructor(send: Send) {\n    this.#send = send\n  }',
    ...operations.map(operation => `\n${methodText(operation)}`),
    '}\n',
  ].join('\n')

function methodText(operation: Operation): string {
  const { summary, description, method } = operation
  const words = `  /** ${sentence(summary)}. ${sentence(description)} */`
    .replace(/\.\. /, '. ')
    .replace(/ \*\/$/, ' */')
  const signatures = overloads(operation)
  const [query, result] = [queryArgument(operation), resultOf(operation)]
  const head = (queryText: string, resultText: string) =>
    `${method}(${argumentsText(operation, queryText)}): ${resultText}`
  return [
    words,
    ...signatures.map(([queryText, resultText]) => `  ${head(queryText, resultText)}`),
    `  ${head(query, result)} {`,
    `    return ${callText(operation)}`,
    '  }',
  ].join('\n')
}

const queryArgument = (operation: Operation): string => {
  if (operation.query.length === 0) return ''
  const isRequired = operation.query.some(({ required }) => required)
  return `query: ${typeName(operation, 'Query')}${isRequired ? '' : ' = {}'}`
}

function argumentsText(operation: Operation, query: string): string {
  const ids = operation.pathParameters.map(name => `${name}: string | number`)
  const optional = (name: string, type: string, required: boolean) => `${name}${required ? '' : '?'}: ${type}`
  const body = operation.body === null ? [] : [optional('body', bodyName(operation), operation.body.required)]
  const options = `options?: ${operation.takesKey ? 'KeyedCallOptions' : 'CallOptions'}`
  return [...ids, ...body, ...(query === '' ? [] : [query]), options].join(', ')
}

const bodyName = (operation: Operation): string =>
  operation.body !== null && '$ref' in operation.body.schema
    ? nameOf(operation.body.schema)
    : typeName(operation, 'Body')

/** With `expand` an answer has more: the two forms of the document, plain and expanded. */
function overloads(operation: Operation): [query: string, result: string][] {
  const forms = formsOf(operation)
  if (forms === null) return []
  const [plain, expanded] = forms
  const type = typeName(operation, 'Query')
  const wrap = (form: string) => (operation.paging === null ? `Promise<${form}>` : `Pages<${form}>`)
  return [
    [`query: ${type} & { expand: 'payment' }`, wrap(expanded)],
    [`query?: Omit<${type}, 'expand'> & { expand?: undefined }`, wrap(plain)],
  ].map(([query = '', result = '']) => [query, result] as [string, string])
}

function formsOf(operation: Operation): [string, string] | null {
  const forms = operation.answer?.anyOf as Schema[] | undefined
  if (forms?.length !== 2 || !operation.query.some(({ name }) => name === 'expand')) return null
  const [plain = '', expanded = ''] = forms.map(form => (operation.paging === null ? nameOf(form) : itemOf(form)))
  return [plain, expanded]
}

function resultOf(operation: Operation): string {
  const { id, answer, paging } = operation
  const closer = KNOWN_CLOSER[id]
  const forms = formsOf(operation)
  if (paging !== null) return `Pages<${closer ?? forms?.join(' | ') ?? itemOf(answer ?? {})}>`
  if (answer === null) return 'Promise<void>'
  if (answer.type === 'object') return `Promise<${typeName(operation, 'Answer')}>`
  return `Promise<${closer ?? typeOf(answer)}>`
}

/** Of a list, or of a page with `data`. */
function itemOf(page: Schema): string {
  if (page.type === 'array') return typeOf(page.items as Schema)
  const data = (page.properties as Record<string, Schema> | undefined)?.data
  return data === undefined ? 'unknown' : typeOf(data.items as Schema)
}

function callText(operation: Operation): string {
  const { id, verb, path, pathParameters, body, query, takesKey, paging } = operation
  const parts = [
    `operation: '${id}'`,
    `method: '${verb}'`,
    `path: '${path}'`,
    ...(pathParameters.length > 0 ? [`ids: { ${pathParameters.join(', ')} }`] : []),
    ...(body === null ? [] : ['body']),
    ...(takesKey ? ['takesKey: true'] : []),
  ]
  const call = (withQuery: string) =>
    `this.#send({ ${[...parts, ...(withQuery === '' ? [] : [withQuery])].join(', ')} }, options)`
  if (paging === null) return call(query.length > 0 ? 'query' : '')
  return `new Pages('${paging}', query, asked => ${call('query: asked').replace('this.#send(', 'this.#send.whole(')})`
}
