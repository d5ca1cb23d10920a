// What is generated for Python: a class for each resource. It stays thin: bodies and answers are dictionaries, as the document has them.
import { type ApiDocument, byResource, type Operation, operationsOf } from './document.ts'
import { capital, snake } from './names.ts'
import { sentence } from './types.ts'

export function pythonFile(document: ApiDocument): string {
  const resources = [...byResource(operationsOf(document))]
  return [
    '"""Generated from /openapi.json by `npm run golden`. Not changed by hand."""',
    'from typing import Any, Callable, Optional, Union\n',
    'from .pages import Pages\n',
    'Id = Union[str, int]\n',
    ...resources.map(([resource, operations]) => classText(resource, operations)),
    classOfAll(resources.map(([resource]) => resource)),
  ].join('\n')
}

const className = (resource: string) => `${capital(resource)}Resource`

const classText = (resource: string, operations: Operation[]): string =>
  [
    `\nclass ${className(resource)}:`,
    '    def __init__(self, send: Callable[..., Any]):',
    '        self._send = send',
    ...operations.map(operation => `\n${methodText(operation)}`),
    '',
  ].join('\n')

const classOfAll = (resources: string[]): string =>
  [
    '\nclass Resources:',
    '    """Everything that the API has, by resource."""\n',
    '    def __init__(self, send: Callable[..., Any]):',
    ...resources.map(resource => `        self.${snake(resource)} = ${className(resource)}(send)`),
  ].join('\n')

function methodText(operation: Operation): string {
  const { method, paging } = operation
  return [
    `    def ${snake(method)}(${argumentsOf(operation).join(', ')})${paging === null ? '' : ' -> Pages'}:`,
    `        """${wordsOf(operation)}"""`,
    ...callLines(operation).map(line => `        ${line}`),
  ].join('\n')
}

const wordsOf = ({ summary, description }: Operation): string =>
  `${sentence(summary)}. ${sentence(description)}`.replaceAll('\\', '\\\\').replaceAll('"', "'").replace(/\.\. /, '. ')

function argumentsOf({ pathParameters, body, query, takesKey }: Operation): string[] {
  const named = [
    ...query.map(({ name, required }) => `${argument(name)}: Any${required ? '' : ' = None'}`),
    ...(takesKey ? ['idempotency_key: Optional[str] = None'] : []),
  ]
  return [
    'self',
    ...pathParameters.map(name => `${argument(name)}: Id`),
    ...(body === null ? [] : [`body: ${body.required ? 'Any' : 'Optional[Any] = None'}`]),
    ...(named.length > 0 ? ['*', ...named] : []),
  ]
}

const RESERVED = 'as class def from global if in is not or pass return try with'.split(' ')
/** A word of the language has a line behind it, as is the custom. */
const argument = (name: string): string => (RESERVED.includes(name) ? `${name}_` : snake(name))

function callLines({ id, verb, path, pathParameters, body, query, takesKey, paging }: Operation): string[] {
  const pairs = (names: string[]) => `{${names.map(name => `"${name}": ${argument(name)}`).join(', ')}}`
  const parts = [
    `operation="${id}"`,
    `method="${verb}"`,
    `path="${path}"`,
    ...(pathParameters.length > 0 ? [`ids=${pairs(pathParameters)}`] : []),
    ...(body === null ? [] : ['body=body']),
    ...(takesKey ? ['takes_key=True', 'idempotency_key=idempotency_key'] : []),
  ]
  const asked = pairs(query.map(({ name }) => name))
  if (paging !== null)
    return [`return Pages("${paging}", ${asked}, lambda query: self._send(${[...parts, 'query=query'].join(', ')}))`]
  return [`return self._send(${[...parts, ...(query.length > 0 ? [`query=${asked}`] : [])].join(', ')})[0]`]
}
