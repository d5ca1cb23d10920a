// The headers that answers carry beside their bodies.
import type { Json } from './route-schema.ts'

export const COMMON_HEADERS: Json = {
  RequestId: {
    description: 'The id of this request; support finds by it what went wrong.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: '3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10',
  },
  RetryAfter: {
    description: 'After so many seconds the same request may be sent again.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  IdempotencyReplayed: {
    description: 'This is the answer that was given before, under the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
}

const named = (name: string) => ({ $ref: `#/components/headers/${name}` })

const WAITS = [409, 429, 503]

export const headersAt = (status: number, takesKey: boolean): Json => ({
  'X-Request-Id': named('RequestId'),
  ...(WAITS.includes(status) && { 'Retry-After': named('RetryAfter') }),
  ...(takesKey && { 'Idempotency-Replayed': named('IdempotencyReplayed') }),
})
