// When something is due that the gateway does by itself: what should have begun already is about to.
import { commonWords } from '../../words/common.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { distanceText } from './moment.tsx'

export const MINUTE_MS = 60_000

/** In a moment, where it is due within a minute or at a time that is not known. */
export function useWhen(): (dueAt: string | null, now?: Date) => string {
  const t = useWords(commonWords)
  const { locale } = useLanguage()
  return (dueAt, now = new Date()) => {
    const isSoon = dueAt === null || new Date(dueAt).getTime() - now.getTime() < MINUTE_MS
    return isSoon ? t('soon') : distanceText(dueAt, locale, now)
  }
}
