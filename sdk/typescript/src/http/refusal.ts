// A refusal has five shapes, by endpoint. Here they become one.
import type { Refusal } from '../errors.ts'

type Json = Record<string, unknown>
type Read = Pick<Refusal, 'code' | 'message' | 'field'>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export function readRefusal(status: number, body: unknown): Read {
  const outer = isJson(body) ? body : {}
  // {"success": false, "error": {"code", "message"}}, or all of it in the body itself.
  const inner = isJson(outer.error) ? outer.error : outer
  const message = text(inner.message) ?? 'the answer says nothing more'
  return { code: codeOf(inner) ?? `HTTP_${status}`, message, field: status === 400 ? fieldOf(message) : null }
}

/** {"errorType"}, {"code"} or {"error"}. What a cashout has no name for is GENERAL_ERROR, with the code beside it. */
function codeOf({ errorType, code, error }: Json): string | null {
  const general = errorType === 'GENERAL_ERROR' ? text(code) : null
  return general ?? text(errorType) ?? text(code) ?? text(error)
}

/** "customer.name: expected a text" */
const FIELD = /^([A-Za-z][\w.[\]-]*): /
const fieldOf = (message: string): string | null => FIELD.exec(message)?.[1] ?? null
