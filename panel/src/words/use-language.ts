// The language in use, and the switch.
import { useTranslation } from 'react-i18next'
import { documentLanguage, keepLanguage, type Language, localeOf } from './language.ts'
import { i18n } from './words.ts'

export function useLanguage() {
  const { i18n: current } = useTranslation()
  const language: Language = current.language === 'en' ? 'en' : 'pt'
  return { language, locale: localeOf(language), choose }
}

function choose(language: Language): void {
  keepLanguage(language)
  void i18n.changeLanguage(language)
}

const describeDocument = (language: string) => {
  document.documentElement.lang = documentLanguage(language)
}
describeDocument(i18n.language)
i18n.on('languageChanged', describeDocument)
