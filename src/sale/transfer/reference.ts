// The reference of a sale by transfer: 8 letters and digits that nobody takes for one another, for the buyer to put into the message.
// Pure.
import type { RandomBytes } from '#kernel/time.ts'

/** Without 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B. */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679'
const REFERENCE_CHARACTERS = 8

/** Ten whole rounds of the alphabet; the bytes above them would favour its first letters. */
const FAIR_BYTES = 250
const MAX_DRAWS = 64

export function mintReference(random: RandomBytes): string {
  let reference = ''
  for (let draw = 0; draw < MAX_DRAWS && reference.length < REFERENCE_CHARACTERS; draw++) {
    for (const byte of random(REFERENCE_CHARACTERS - reference.length))
      if (byte < FAIR_BYTES) reference += ALPHABET.charAt(byte % ALPHABET.length)
  }
  if (reference.length < REFERENCE_CHARACTERS) throw new Error('the source of randomness repeats itself')
  return reference
}

const WINDOW = new RegExp(`(?=([${ALPHABET}]{${REFERENCE_CHARACTERS}}))`, 'g')

/**
 * Everything in a message that may be a reference, however the buyer has written it: in small letters, in groups, with words before
 * and after. Most of it is none: only a sale says which.
 */
export function referencesIn(message: string | null): string[] {
  const bare = (message ?? '').toUpperCase().replace(/[^0-9A-Z]/g, '')
  return [...new Set([...bare.matchAll(WINDOW)].map(found => found[1] as string))]
}
