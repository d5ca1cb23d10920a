// One event to the seller's own server, as a webhook would bring it: the same body, byte for byte, the same headers, and the same
// signature, made with the secret of this listener.
import { type SigningKey, signStandard, signWebhook } from '#kernel/crypto/signature.ts'
import { type Clock, systemClock } from '#kernel/time.ts'
import type { StreamedEvent } from './stream.ts'

export interface Target {
  url: string
  key: SigningKey
  /** The headers of Standard Webhooks as well. */
  standardHeaders: boolean
}

export interface Answered {
  /** null: there was no answer. */
  status: number | null
  why: string
  tookMs: number
}

/** As webhooks. */
const TIMEOUT_MS = 10_000

function headersOf({ key, standardHeaders }: Target, event: StreamedEvent, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const body = Buffer.from(event.body, 'utf8')
  const fresh = (name: string) => (name.endsWith('-Timestamp') ? String(seconds) : signWebhook(key, seconds, body))
  const headers = Object.entries(event.headers).map(([name, value]) => [name, value ?? fresh(name)])
  return {
    ...Object.fromEntries(headers),
    ...(standardHeaders && {
      'webhook-id': event.eventId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signStandard(key, event.eventId, seconds, body) ?? '',
    }),
  }
}

export async function forward(
  target: Target,
  event: StreamedEvent,
  leaving: AbortSignal,
  clock: Clock = systemClock,
): Promise<Answered> {
  const began = performance.now()
  const tookMs = () => Math.round(performance.now() - began)
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(TIMEOUT_MS)])
  const headers = headersOf(target, event, clock())
  try {
    const body = Buffer.from(event.body, 'utf8')
    const { status, body: rest } = await fetch(target.url, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
      signal,
    })
    await rest?.cancel()
    return { status, why: '', tookMs: tookMs() }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    const why = name === 'TimeoutError' ? 'no answer within 10 s' : (cause?.code ?? message)
    return { status: null, why, tookMs: tookMs() }
  }
}
