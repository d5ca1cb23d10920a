// The tools that only read: one for each operation of the public API that does, generated from its description.
import { parseReais, toCentsText } from '#kernel/money.ts'
import type { Keys } from '../profiles.ts'
import { fits, fittedText, presented } from './present.ts'
import { send, type ToolAnswer } from './request.ts'

export interface Read {
  name: string
  description: string
  path: string
  pathParameters: readonly string[]
  /** Of the query: what is asked for in reais and sent in cents. */
  money: readonly string[]
  paging: 'cursor' | 'after' | 'link' | null
  inputSchema: object
}

export type Input = Record<string, unknown>

const DEFAULT_ROWS = 20

/** A page that is too long to read is asked for again with fewer rows, so that its cursor leads to the row behind the last one shown. */
export async function read(keys: Keys, tool: Read, input: Input, environment: string, signal: AbortSignal) {
  const { path, pathParameters, paging } = tool
  const filled = pathParameters.reduce((text, name) => text.replace(`{${name}}`, String(input[name])), path)
  const query = queryOf(tool, input)
  for (;;) {
    const answer = await send(keys, { method: 'GET', path: filled, query, signal })
    const value = presented(withNext(tool, answer))
    const rows = Number(query.get('limit') ?? DEFAULT_ROWS)
    if (paging === null || rows === 1 || fits(environment, value)) return fittedText(environment, value)
    query.set('limit', String(Math.floor(rows / 2)))
  }
}

function queryOf({ pathParameters, money }: Read, input: Input): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (pathParameters.includes(name)) continue
    const cents = money.includes(name) ? parseReais(String(value)) : null
    query.set(name, cents === null ? String(value) : toCentsText(cents))
  }
  return query
}

/** A list without a field for it names its next page in a header. */
function withNext({ paging }: Read, { body, headers }: ToolAnswer): unknown {
  if (paging !== 'link') return body
  const before = /[?&]before=(\d+)[^>]*>; *rel="?next/.exec(headers.get('link') ?? '')?.[1]
  return { data: body, before: before === undefined ? null : Number(before) }
}
