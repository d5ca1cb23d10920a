// Whether a seller may be called so on a page where people pay: not like a bank, not like who runs the gateway, and in letters that a
// buyer cannot take for others. Pure.

const OTHER_LETTERS = /(?!\p{Script=Latin})\p{L}/u
/** Characters that show nothing or change the direction of others. */
const UNSEEN = /\p{C}/u

/** From this many characters on a name is also found where it is written together with others. */
const MIN_INSIDE = 8

const LOOKALIKES: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', l: 'i', '@': 'a', $: 's' }

/** Words without accents, in lower case; characters that look alike are one. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[01345l@$]/gu, character => LOOKALIKES[character] ?? character)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

export function isReadable(name: string): boolean {
  return !OTHER_LETTERS.test(name.normalize('NFKC')) && !UNSEEN.test(name) && /\p{L}|\p{N}/u.test(name)
}

/** The name that this one can be taken for; null: none of these. */
export function mistakenFor(name: string, reserved: readonly string[]): string | null {
  const own = wordsOf(name)
  return reserved.find(other => isWithin(wordsOf(other), own)) ?? null
}

function isWithin(other: string[], own: string[]): boolean {
  if (other.length === 0) return false
  const [joined, ownJoined] = [other.join(''), own.join('')]
  if (joined === ownJoined || (joined.length >= MIN_INSIDE && ownJoined.includes(joined))) return true
  return ` ${own.join(' ')} `.includes(` ${other.join(' ')} `)
}
