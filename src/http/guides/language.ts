// The language of a reader who has not chosen one: Portuguese, unless the browser would rather have English. Pure.
import type { Language } from './catalogue.ts'

const MAX_LENGTH = 500

export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').slice(0, MAX_LENGTH).split(',').map(wishOf)
  const weightOf = (language: Language) =>
    Math.max(0, ...wishes.filter(wish => wish.language === language).map(({ weight }) => weight))
  return weightOf('en') > weightOf('pt') ? 'en' : 'pt'
}

function wishOf(text: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = text.trim().toLowerCase().split(';')
  const quality = parameters.map(one => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(one => one !== undefined)
  return { language: tag.split('-')[0] ?? '', weight: quality === undefined ? 1 : Number(quality) }
}
