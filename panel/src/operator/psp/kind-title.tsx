// The name of a kind of PSP. The gateway declares the kinds, with their titles in both languages.
import { useTranslation } from 'react-i18next'
import { type PspKind, usePspKinds } from '../../api/operator/psps.ts'

/** Picks one of the two languages of a text that the gateway gave. */
export function useLanguageOf(): (words: PspKind['title']) => string {
  const { language } = useTranslation().i18n
  return words => (language === 'en' ? words.en : words.pt)
}

/** Its name in the API as long as the title is not known. */
export function KindTitle({ kind }: { kind: string }) {
  const inLanguage = useLanguageOf()
  const title = usePspKinds().data?.find(one => one.kind === kind)?.title
  return title === undefined ? kind : inLanguage(title)
}
