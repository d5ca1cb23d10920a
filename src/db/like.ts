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

/** As the database folds names: `folded` in the migrations. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
