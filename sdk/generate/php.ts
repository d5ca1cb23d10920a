// What is generated for PHP: a class for each resource. It stays thin: bodies and answers are arrays, as the document has them.
import { type ApiDocument, byResource, type Operation, operationsOf } from './document.ts'
import { capital } from './names.ts'
import { sentence } from './types.ts'

export function phpFile(document: ApiDocument): string {
  const resources = [...byResource(operationsOf(document))]
  return [
    '<?php\n',
    '// Generated from /openapi.json by `npm run golden`. Not changed by hand.\n',
    'declare(strict_types=1);\n',
    'namespace Porteira;\n',
    ...resources.map(([resource, operations]) => classText(resource, operations)),
    classOfAll(resources.map(([resource]) => resource)),
  ].join('\n')
}

const className = (resource: string) => `${capital(resource)}Resource`

const classText = (resource: string, operations: Operation[]): string =>
  [
    `final class ${className(resource)}`,
    '{',
    '    public function __construct(private readonly Transport $transport)',
    '    {\n    }',
    ...operations.map(operation => `\n${methodText(operation)}`),
    '}\n',
  ].join('\n')

const classOfAll = (resources: string[]): string =>
  [
    '/** Everything that the API has, by resource. */',
    'abstract class Resources',
    '{',
    ...resources.map(resource => `    public readonly ${className(resource)} $${resource};`),
    '\n    protected function __construct(Transport $transport)',
    '    {',
    ...resources.map(resource => `        $this->${resource} = new ${className(resource)}($transport);`),
    '    }\n}',
  ].join('\n')

function methodText(operation: Operation): string {
  const { method, summary, description, paging } = operation
  const words = `${sentence(summary)}. ${sentence(description)}`.replace(/\.\. /, '. ')
  return [
    `    /** ${words} */`,
    `    public function ${method}(${argumentsOf(operation).join(', ')}): ${paging === null ? 'mixed' : 'Pages'}`,
    '    {',
    `        ${callText(operation)}`,
    '    }',
  ].join('\n')
}

function argumentsOf({ pathParameters, body, query, takesKey }: Operation): string[] {
  const named = query.map(({ name, required }) => `mixed $${name}${required ? '' : ' = null'}`)
  return [
    ...pathParameters.map(name => `string|int $${name}`),
    ...(body === null ? [] : [body.required ? 'array $body' : '?array $body = null']),
    ...named.toSorted((one, other) => Number(one.includes(' = ')) - Number(other.includes(' = '))),
    ...(takesKey ? ['?string $idempotencyKey = null'] : []),
  ]
}

function callText({ id, verb, path, pathParameters, body, query, takesKey, paging }: Operation): string {
  const pairs = (names: string[]) => `[${names.map(name => `'${name}' => $${name}`).join(', ')}]`
  const parts = [
    `operation: '${id}'`,
    `method: '${verb}'`,
    `path: '${path}'`,
    ...(pathParameters.length > 0 ? [`ids: ${pairs(pathParameters)}`] : []),
    ...(body === null ? [] : ['body: $body']),
    ...(takesKey ? ['takesKey: true', 'idempotencyKey: $idempotencyKey'] : []),
  ]
  const asked = pairs(query.map(({ name }) => name))
  if (paging !== null)
    return `return new Pages('${paging}', ${asked}, fn (array $query): array => $this->transport->send(${[...parts, 'query: $query'].join(', ')}));`
  return `return $this->transport->send(${[...parts, ...(query.length > 0 ? [`query: ${asked}`] : [])].join(', ')})[0];`
}
