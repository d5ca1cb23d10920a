// Words of a person as patterns of `like`, in which each letter stands for itself.

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Whatever has these words in it; null finds nothing. */
export function containing(text: string): string
export function containing(text: string | null): string | null
export function containing(text: string | null): string | null {
  return text === null ? null : `%${literal(text)}%`
}

/** Whatever begins with these words; null finds nothing. */
export const beginning = (text: string | null): string | null => (text === null ? null : `${literal(text)}%`)

// As `folded` in migrations/0062_search.sql.
const ACCENTED = 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ'
const PLAIN = 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy'
const PLAIN_OF = new Map([...ACCENTED].map((letter, at) => [letter, PLAIN[at] ?? letter]))

/** As the database folds names, and no letter more: what it keeps would not be found otherwise. */
export const folded = (text: string): string =>
  [...text.normalize('NFC')]
    .map(letter => PLAIN_OF.get(letter) ?? letter)
    .join('')
    .toLowerCase()
