// Where a buyer came from, as the seller's campaign has written it into the link. It is kept with the cart, so it is bounded, and
// nothing but plain text.
import type { Form } from './form.ts'

/** The six of web analytics, and the two that Brazilian sales platforms add. */
const UTM_NAMES = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'src',
  'sck',
] as const
// Eight of these stay below 2 kB, also where each character takes two bytes.
const MAX_CHARACTERS = 120
const CONTROL = /\p{Cc}/gu

export type Utm = Record<string, string>

export function utmOfQuery(query: unknown): Utm {
  const values = query as Record<string, unknown>
  return utmFrom(name => values[name])
}

export const utmOfForm = (form: Form): Utm => utmFrom(form.text)

function utmFrom(read: (name: string) => unknown): Utm {
  const found: Utm = {}
  for (const name of UTM_NAMES) {
    const value = read(name)
    const text = typeof value === 'string' ? value.replace(CONTROL, '').trim() : ''
    // Cut between characters, never within one.
    if (text !== '') found[name] = text.slice(0, MAX_CHARACTERS).toWellFormed()
  }
  return found
}
