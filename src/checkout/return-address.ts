// Where a buyer may go on to after paying or giving up: an address that the seller has set. The gateway never redirects there by
// itself; the page shows a link with the host's name.
import { type Failure, invalid } from '#kernel/failure.ts'

const MAX_CHARACTERS = 2_048
// The URL parser would silently drop or trim these.
const BLANK_OR_CONTROL = /[\s\p{Cc}]/u
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** null where it may be used. Plain http only to this machine, and only outside production. */
export function refusedReturnAddress(field: string, text: string, production: boolean): Failure | null {
  if (text.length > MAX_CHARACTERS) return invalid(field, `at most ${MAX_CHARACTERS} characters`)
  const url = BLANK_OR_CONTROL.test(text) ? null : URL.parse(text)
  if (url === null || !/^https?:\/\//i.test(text))
    return invalid(field, 'an address such as https://shop.example.com/thanks')
  if (url.username !== '' || url.password !== '') return invalid(field, 'an address without user and password')
  const isPlain = url.protocol === 'http:'
  return isPlain && (production || !LOOPBACK.has(url.hostname)) ? invalid(field, 'an https address') : null
}
