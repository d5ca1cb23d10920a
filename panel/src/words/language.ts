// Which language a person reads: what they chose on this device, else what their browser asks for. Portuguese comes first:
// English is for those whose browser asks for it.
export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

const KEPT = 'porteira-language'

export function keptLanguage(): Language {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'pt' || kept === 'en') return kept
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'pt'
}

export const keepLanguage = (language: Language): void => localStorage.setItem(KEPT, language)

/** The way that dates and amounts are written: the person's own variant of the language, where their browser says one. */
export function localeOf(language: string): string {
  const own = navigator.languages.find(one => one.toLowerCase().startsWith(`${language}-`))
  return own ?? (language === 'en' ? 'en-US' : 'pt-BR')
}

/** What the document says of itself, for screen readers and hyphenation. */
export const documentLanguage = (language: string): string => (language === 'en' ? 'en' : 'pt-BR')
