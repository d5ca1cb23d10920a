// A request that moves money has a name of its own, so that a second click, or a second try after an answer that was lost, is
// the same request. Whatever was answered for certain is over: what is asked for after that, or otherwise, is another one.
import { useRef } from 'react'
import { Problem } from './problem.ts'

export function useKeyed<Body, T>(
  send: (body: Body, idempotencyKey: string) => Promise<T>,
): (body: Body) => Promise<T> {
  // One for each request whose outcome is uncertain: who changes a field and changes it back repeats the first one.
  const open = useRef(new Map<string, string>())
  return async body => {
    const requested = JSON.stringify(body)
    const key = open.current.get(requested) ?? newKey()
    open.current.set(requested, key)
    try {
      const answer = await send(body, key)
      open.current.delete(requested)
      return answer
    } catch (error) {
      if (isCertain(error)) open.current.delete(requested)
      throw error
    }
  }
}

/** Not where it may have been done all the same. */
export const isCertain = (error: unknown): boolean =>
  error instanceof Problem && error.status >= 400 && error.status < 500 && error.code !== 'IDEMPOTENCY_IN_FLIGHT'

/** `crypto.randomUUID` is missing where the panel is reached without TLS by another name than localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `panel-${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
