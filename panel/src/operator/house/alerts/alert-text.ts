// What an alert says, in the person's language. The gateway says it in English; one that is not known here is shown as it came.
import { useLanguage } from '../../../words/use-language.ts'
import { IN_PORTUGUESE } from './alert-sentences.ts'

interface AlertText {
  text: string
  /** Where it is in another language than the page. */
  lang?: 'en'
}

export function useAlertText(): (message: string) => AlertText {
  const { language } = useLanguage()
  return message => {
    const own = language === 'pt' ? IN_PORTUGUESE.find(([begins]) => message.startsWith(begins))?.[1] : undefined
    if (own !== undefined) return { text: own }
    const text = message.charAt(0).toUpperCase() + message.slice(1)
    return language === 'en' ? { text } : { text, lang: 'en' }
  }
}
