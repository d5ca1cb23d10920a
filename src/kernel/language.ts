// The languages in which people are written to. A person who asks for neither gets the first.

export const LANGUAGES = ['pt-BR', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** What a browser asks for by Accept-Language: the best of ours. */
export const languageOf = (accepted: string | undefined): Language => acceptedLanguage(accepted) ?? LANGUAGES[0]

/** null: it asks for none of ours. */
export function acceptedLanguage(accepted: string | undefined): Language | null {
  const wishes = (accepted ?? '').slice(0, MAX_CHARACTERS).split(',').map(wishOf)
  const ours = wishes.filter(({ weight, language }) => language !== null && weight > 0)
  // Sorting keeps the order of those that are wished for alike.
  const [best] = ours.toSorted((one, other) => other.weight - one.weight)
  return best?.language ?? null
}

const MAX_CHARACTERS = 200

function wishOf(part: string): { language: Language | null; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
  const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  const weight = quality === undefined ? 1 : Number(quality)
  return {
    language: LANGUAGES.find(language => isOf(language, tag)) ?? null,
    weight: Number.isNaN(weight) ? 0 : weight,
  }
}

/** Portuguese of Portugal is nearer to ours than English is. */
const isOf = (language: Language, tag: string) => tag.split('-')[0] === language.split('-')[0]
