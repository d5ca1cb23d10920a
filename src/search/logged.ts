// What the audit log keeps of the operator's searches: which kind of thing was looked for; the words themselves where they name no person, and
// else what they are recognised by. The log is kept for good, and has nobody's name or CPF in it. Pure.
import { folded } from '#db/like.ts'
import { KEY_PUNCTUATION, type Terms } from './terms.ts'

/** The first four are kept as they were written. */
export type SearchKind = 'ID' | 'LINK' | 'AMOUNT' | 'NUMBER' | 'DOCUMENT' | 'EMAIL' | 'DIGITS' | 'WORDS'

/** `about`: what is signed in the place of words. A person's document and e-mail as in requests about their data, so that both are recognised. */
export type LoggedSearch = { kind: SearchKind } & ({ q: string } | { about: string })

const END_TO_END_ID = /^[ED]\d{20}[A-Za-z0-9]{11}$/
const ONLY_DIGITS = /^\d+$/
/** A phone without the number of its town; so many may be a part of a CPF as well. */
const MIN_OF_PERSON = 8

export function loggedSearch(terms: Terms): LoggedSearch {
  const { text, uuid, mintedBy, document, slug, amount, number } = terms
  if (uuid !== null || mintedBy !== null || END_TO_END_ID.test(text)) return { kind: 'ID', q: text }
  if (slug !== text) return { kind: 'LINK', q: slug }
  if (document !== null) return { kind: 'DOCUMENT', about: `document ${document}` }
  const bare = text.replaceAll(KEY_PUNCTUATION, '')
  if (ONLY_DIGITS.test(bare) && bare.length >= MIN_OF_PERSON) return { kind: 'DIGITS', about: `digits ${bare}` }
  if (number !== null) return { kind: 'NUMBER', q: text }
  if (amount !== null) return { kind: 'AMOUNT', q: text }
  return text.includes('@')
    ? { kind: 'EMAIL', about: `email ${text.toLowerCase()}` }
    : { kind: 'WORDS', about: `words ${folded(text)}` }
}
