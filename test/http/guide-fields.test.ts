// Whatever a caller may send by key is named in a guide: each field of a body, and each parameter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GUIDE_NAMES } from '#http/guides/catalogue.ts'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { type Document, operationsOf } from '../openapi/document.ts'

function fieldsOf(document: Document, schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, part]) => {
    if (key === '$ref') return fieldsOf(document, document.components.schemas[String(part).split('/').at(-1) ?? ''])
    return [...(key === 'properties' ? Object.keys(part) : []), ...fieldsOf(document, part)]
  })
}

test('each field and each parameter of the public API stands in a guide', async () => {
  await using gateway = await openTestGateway()
  const document = (await call(gateway.url, 'GET', '/openapi.json')).body as Document
  const read = async (name: string) => (await fetch(`${gateway.url}/docs/en/${name}.md`)).text()
  const guides = (await Promise.all(GUIDE_NAMES.map(read))).join('\n')
  const code = guides.match(/```[\s\S]*?```|`[^`\n]+`/g)?.join('\n') ?? ''
  const words = new Set(code.toLowerCase().match(/[\w-]+/g))
  const taken = operationsOf(document).flatMap(({ requestBody, parameters = [] }) => [
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(document, schema)),
    ...parameters.flatMap(({ name = [] }) => name),
  ])
  assert.ok(taken.length > 300)
  const unnamed = new Set(taken.filter(name => !words.has(name.toLowerCase())))
  assert.deepEqual([...unnamed], [])
})
