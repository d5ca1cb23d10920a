// The language of the person: their choice on this device, otherwise the browser's. Portuguese is the default; English is for
// browsers that request it.
export const LANGUAGES = ['pt', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

const KEPT = 'porteira-language'

export function keptLanguage(): Language {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'pt' || kept === 'en') return kept
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'pt'
}

export const keepLanguage = (language: Language): void => localStorage.setItem(KEPT, language)

/** The format of dates and amounts: the person's own variant of the language, where their browser names one. */
export function localeOf(language: string): string {
  const own = navigator.languages.find(one => one.toLowerCase().startsWith(`${language}-`))
  return own ?? (language === 'en' ? 'en-US' : 'pt-BR')
}

/** The language of the document, for screen readers and hyphenation. */
export const documentLanguage = (language: string): string => (language === 'en' ? 'en' : 'pt-BR')
