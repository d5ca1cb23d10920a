// A value of the audit log as a person reads it: amounts as money, moments and days in their style, names for codes.
import { useEventName } from '../integrations/events/events.ts'
import { rateText } from '../ui/forms/rate.tsx'
import { dayText, momentText } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import type { DetailFact } from './detail-facts.ts'
import { hasName } from './detail-names.ts'
import { detailWords } from './detail-words.ts'
import { hasWord, valueWords } from './value-words.ts'

const MONEY = /Cents$|[cC]entavos$|^(?:amount|held|forfeited|elsewhere)$/
const WHOLE = /^-?\d+$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T.+Z$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

export function useDetailText() {
  const t = useWords(detailWords)
  const codes = useWords(valueWords)
  const eventName = useEventName()
  const { locale } = useLanguage()

  const nameOf = (name: string): string => (hasName(name) ? t(`names.${name}`) : name)

  function coded(name: string, text: string): string | null {
    const code = text.replace('.', '_')
    return hasWord(name, code) ? codes(`${name}.${code}` as Parameters<typeof codes>[0]) : null
  }

  function single(name: string, value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    const text = String(value)
    if (text === 'set') return t('set')
    return written(name, text) ?? coded(name, text) ?? text
  }

  /** The format follows from the name of the value, or from its form. */
  function written(name: string, text: string): string | null {
    if (MONEY.test(name)) return WHOLE.test(text) ? moneyText(Number(text), locale) : null
    switch (name) {
      case 'basisPoints':
        return rateText(Number(text), locale)
      case 'events':
        return eventName(text)
      case 'weakens':
        return nameOf(text)
      default:
        return dated(text)
    }
  }

  function dated(text: string): string | null {
    if (MOMENT.test(text)) return momentText(text, locale)
    return DAY.test(text) ? dayText(text, locale) : null
  }

  function textOfValue(name: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return t(name === 'scopes' ? 'everything' : 'none')
    if (!Array.isArray(value)) return single(name, value)
    return value.length === 0 ? t('none') : value.map(one => single(name, one)).join(', ')
  }

  /** The name and the value; after a change, the old value and the new one. */
  return (fact: DetailFact): { name: string; value: string } => {
    const last = fact.path.at(-1) ?? ''
    const now = textOfValue(last, fact.value)
    return {
      name: fact.path.map(nameOf).join(', '),
      value: 'before' in fact ? `${textOfValue(last, fact.before)} → ${now}` : now,
    }
  }
}
