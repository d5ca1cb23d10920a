// A request that moves money has an idempotency key, so that a second click, or a second try after a lost answer, is the same
// request. After a definite answer the next request gets a new key.
import { useRef } from 'react'
import { Problem } from './problem.ts'

/**
 * The scope of one key. 'form': everything that is sent from one filling of a form; a field that is changed after a lost answer
 * leads to a refusal if the first request did arrive. 'request': each request has its own, where several may be wanted.
 */
export type KeyScope = 'form' | 'request'

export function useKeys(scope: KeyScope) {
  const open = useRef(new Map<string, string>())
  const nameOf = (body: unknown) => (scope === 'form' ? scope : JSON.stringify(body))
  return {
    take(body: unknown): string {
      const name = nameOf(body)
      const key = open.current.get(name) ?? newKey()
      open.current.set(name, key)
      return key
    },
    /** A form that was taken is over. */
    done: (body: unknown) => void (scope === 'request' && open.current.delete(nameOf(body))),
    refused: (body: unknown) => void open.current.delete(nameOf(body)),
  }
}

/** Not where it may have been done all the same. */
export const isCertain = (error: unknown): boolean =>
  error instanceof Problem && error.status >= 400 && error.status < 500 && error.code !== 'IDEMPOTENCY_IN_FLIGHT'

/** `crypto.randomUUID` is missing where the panel is reached without TLS by another name than localhost. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `panel-${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
