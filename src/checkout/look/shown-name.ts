// Whether a seller may be called so on a page where people pay: not like a bank, not like who runs the gateway, and in letters that a
// buyer cannot take for others. Pure.

/**
 * Beside a to z, with whatever accents, the letters of Latin alphabets that are no variants of these. Others of the Latin script are
 * small capitals, clicks and phonetic signs: "ɴᴜʙᴀɴᴋ" is read like a name that it is not.
 */
const OTHER_LETTERS = /(?![A-Za-zÆæŒœØøŁłĐđÐðÞþẞß])\p{L}|(?![0-9])\p{N}/u
/** Characters that show nothing or change the direction of others. */
const UNSEEN = /\p{C}|\u2800/u
/** So many accents on one letter cover the lines above and below. */
const HEAP_OF_ACCENTS = /\p{M}{3}/u

/** From this many characters on a name is also found where it is written together with others. */
const MIN_INSIDE = 8

const LOOKALIKES: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  l: 'i',
  '@': 'a',
  $: 's',
  ø: 'o',
  ł: 'i',
  đ: 'd',
  ð: 'd',
}

/** Words without accents, in lower case; characters that look alike are one. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[01345l@$øłđð]/gu, character => LOOKALIKES[character] ?? character)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

export function isReadable(name: string): boolean {
  const apart = name.normalize('NFKD')
  if (OTHER_LETTERS.test(apart) || HEAP_OF_ACCENTS.test(apart)) return false
  return !UNSEEN.test(name) && /\p{L}|\p{N}/u.test(name)
}

/** The name that this one can be taken for; null: none of these. */
export function mistakenFor(name: string, reserved: readonly string[]): string | null {
  const own = wordsOf(name)
  return reserved.find(other => isWithin(wordsOf(other), own)) ?? null
}

function isWithin(other: string[], own: string[]): boolean {
  if (other.length === 0) return false
  const [joined, ownJoined] = [other.join(''), own.join('')]
  return (joined.length >= MIN_INSIDE && ownJoined.includes(joined)) || isRunOf(own, joined)
}

/** Words in a row that make this name together, also where it is written apart: "nu-bank". */
const isRunOf = (words: string[], name: string): boolean =>
  words.some((_word, from) => words.slice(from).some((_last, n) => words.slice(from, from + n + 1).join('') === name))
