// A request that moves money has a name of its own, so that a second click, or a second try after an answer that was lost, is
// the same request. Whatever was answered for certain is over: what is asked for after that, or otherwise, is another one.
import { useRef } from 'react'
import { Problem } from './problem.ts'

export function useKeyed<Body, T>(
  send: (body: Body, idempotencyKey: string) => Promise<T>,
): (body: Body) => Promise<T> {
  const open = useRef<{ asked: string; key: string } | null>(null)
  return async body => {
    const asked = JSON.stringify(body)
    if (open.current?.asked !== asked) open.current = { asked, key: newKey() }
    try {
      const answer = await send(body, open.current.key)
      open.current = null
      return answer
    } catch (error) {
      if (isCertain(error)) open.current = null
      throw error
    }
  }
}

/** Not where it may have been done all the same. */
const isCertain = (error: unknown): boolean =>
  error instanceof Problem && error.status >= 400 && error.status < 500 && error.code !== 'IDEMPOTENCY_IN_FLIGHT'

/** `crypto.randomUUID` is missing where the panel is reached without TLS by another name than localhost. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `panel-${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
