// What an alarm says, in the person's language. The gateway says it in English; one that is not known here is shown as it came.
import { useLanguage } from '../../words/use-language.ts'
import { IN_PORTUGUESE } from './alarm-sentences.ts'

interface AlarmText {
  text: string
  /** Where it is in another language than the page. */
  lang?: 'en'
}

export function useAlarmText(): (said: string) => AlarmText {
  const { language } = useLanguage()
  return said => {
    const own = language === 'pt' ? IN_PORTUGUESE.find(([begins]) => said.startsWith(begins))?.[1] : undefined
    if (own !== undefined) return { text: own }
    const text = said.charAt(0).toUpperCase() + said.slice(1)
    return language === 'en' ? { text } : { text, lang: 'en' }
  }
}
