// A text of the pages in both languages.
import type { Language } from '#kernel/language.ts'

export type Both<T> = Record<Language, T>

export const both = <T>(portuguese: T, english: T): Both<T> => ({ 'pt-BR': portuguese, en: english })
