// One attempt: a request, and the answer or that none came. The deadline covers the body of the answer too.
import type { Request } from './request.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
}
export type Outcome = Answer | { lost: 'timeout' | 'connection'; cause: unknown }

export interface Attempting {
  fetch: typeof fetch
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** Throws the caller's own reason where they have ended it. */
export async function attempt({ url, init }: Request, { fetch, timeoutMs, signal }: Attempting): Promise<Outcome> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort()
  }, timeoutMs)
  const stop = () => controller.abort()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // Followed, a redirect would carry the keys to another address.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: controller.signal })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    return { lost: isLate ? 'timeout' : 'connection', cause }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** Ends early, with the caller's reason, where they end the call. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    if (signal?.aborted) return failed(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      failed(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
