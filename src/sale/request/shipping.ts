// What a seller keeps with a sale about its shipping: any JSON, bounded.
import { invalid } from '#kernel/failure.ts'

const MAX_SHIPPING_CHARACTERS = 8_192

// PostgreSQL keeps no NUL in JSON. Behind another backslash the escape is only the plain text of one.
const NUL_ESCAPED = /(?<!\\)(?:\\\\)*\\u0000/

export function shippingOf(shipping: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (shipping === undefined) return null
  const text = JSON.stringify(shipping)
  if (text.length > MAX_SHIPPING_CHARACTERS)
    throw invalid('shipping', `at most ${MAX_SHIPPING_CHARACTERS} characters of JSON`)
  if (NUL_ESCAPED.test(text)) throw invalid('shipping', 'text without NUL characters')
  return shipping
}
