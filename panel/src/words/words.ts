// The panel's two languages. Each screen brings its own words, both languages side by side and with the same keys, when it is
// loaded: `export const saleWords = defineWords('sales', { pt: {...}, en: {...} })`, and in a component
// `const t = useWords(saleWords)`. A key that is missing in either language does not compile.
import { createInstance } from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { keptLanguage } from './language.ts'

interface Texts {
  [key: string]: string | Texts
}

/** The same keys, other words. */
type Same<T> = { [K in keyof T]: T[K] extends string ? string : Same<T[K]> }

/** A counted text has a form for one and a form for others, perhaps one for none, and is selected by its stem. */
type Stem<K extends string> = K extends `${infer S}_zero` | `${infer S}_one` | `${infer S}_other` ? S : K
type Key<T> = { [K in keyof T & string]: T[K] extends string ? Stem<K> : `${K}.${Key<T[K]>}` }[keyof T & string]

export interface Words<T> {
  readonly name: string
  /** Never there: it carries the keys for the types. */
  readonly keys?: Key<T>
}

type Values = Record<string, string | number>
export type Translate<T> = (key: Key<T>, values?: Values) => string

export const i18n = createInstance()
void i18n.use(initReactI18next).init({
  lng: keptLanguage(),
  fallbackLng: 'pt',
  resources: {},
  initAsync: false,
  // React escapes.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
})

export function defineWords<const T extends Texts>(name: string, both: { pt: T; en: Same<T> }): Words<T> {
  i18n.addResourceBundle('pt', name, both.pt)
  i18n.addResourceBundle('en', name, both.en)
  return { name }
}

export function useWords<T>({ name }: Words<T>): Translate<T> {
  const { i18n: current } = useTranslation(name)
  const { language } = current
  return useCallback((key, values) => say(name, key, values, language), [name, language])
}

/** Outside of components, for instance for titles. */
export const wordsNow = <T>({ name }: Words<T>): Translate<T> => {
  return (key, values) => say(name, key, values, i18n.language)
}

const say = (name: string, key: string, values: Values | undefined, language: string): string =>
  i18n.getFixedT(language, name)(key, values ?? {}) as string
