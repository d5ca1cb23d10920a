// Names that people give hold no web or mail address: they stand on the screens of others and in mails to people who have not asked for
// them, where mail programs make a link of anything that looks like one. Pure.

/** What a mail program takes for the dot of a domain. */
const DOTS = /[.。．｡]/gu
const ADDRESSES = [
  /:\/\//u,
  /\b(?:https?|mailto|tel):/iu,
  // A mail address, also at a host without a domain.
  /\S@\S/u,
  // A domain: a name of two characters or more, or a short ending after one character, as in t.co. "S.A." and "J.Silva" are none.
  /[\p{L}\p{N}_-]{2}\.\p{L}{2,}/u,
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]\.\p{L}{2,3}(?![\p{L}\p{N}])/u,
  /\d{1,3}(?:\.\d{1,3}){3}/u,
]

const written = (name: string): string => name.normalize('NFKC').replaceAll(DOTS, '.')

export function holdsAddress(name: string): boolean {
  const text = written(name)
  return ADDRESSES.some(pattern => pattern.test(text))
}

const MAX_SHOWN = 60

/** As a mail shows it: bounded, and one from before the rule without its address. */
export function mailedName(name: string): string {
  const text = name.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  const plain = holdsAddress(text)
    ? written(text)
        .replaceAll(/[.@:/]+/gu, ' ')
        .replaceAll(/\s+/gu, ' ')
        .trim()
    : text
  return plain.length > MAX_SHOWN ? `${[...plain].slice(0, MAX_SHOWN).join('')}…` : plain
}
