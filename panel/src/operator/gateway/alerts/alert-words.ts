// The panel's words for alerts. A code of the catalogue without words in both languages does not compile.
import type { AlertCode } from '#alert/catalogue/catalogue.ts'
import type { AlertSeverity } from '#alert/catalogue/definition.ts'
import { ALERTS_IN_ENGLISH } from '#kernel/alert-words/en.ts'
import { ALERTS_IN_PORTUGUESE } from '#kernel/alert-words/pt.ts'
import type { Alert } from '../../../api/operator/gateway.ts'
import { useLanguage } from '../../../words/use-language.ts'
import { defineWords } from '../../../words/words.ts'
import { ACTIONS_IN_ENGLISH, ACTIONS_IN_PORTUGUESE } from './alert-actions.ts'

interface AlertText {
  title: string
  whatToDo: string
}

/** OTHER shows the sentence that was stored. */
type AlertTexts = Record<Exclude<AlertCode, 'OTHER'>, AlertText>

interface ShownAlert extends AlertText {
  /** Where it is in another language than the page. */
  lang?: 'en'
}

export function useAlertText(): (alert: Pick<Alert, 'code' | 'said' | 'whatToDo'>) => ShownAlert {
  const { language } = useLanguage()
  const texts: AlertTexts = language === 'pt' ? ALERTS_IN_PORTUGUESE : ALERTS_IN_ENGLISH
  return ({ code, said, whatToDo }) => {
    if (code !== 'OTHER') return texts[code]
    const stored = { title: said.charAt(0).toUpperCase() + said.slice(1), whatToDo }
    return language === 'en' ? stored : { ...stored, lang: 'en' }
  }
}

export const alertWords = defineWords('desk-alerts', {
  pt: {
    severity: { critical: 'Crítico', warning: 'Atenção', info: 'Informação' } satisfies Record<AlertSeverity, string>,
    column: 'Gravidade',
    act: 'Ação',
    action: ACTIONS_IN_PORTUGUESE,
  },
  en: {
    severity: { critical: 'Critical', warning: 'Warning', info: 'Information' } satisfies Record<AlertSeverity, string>,
    column: 'Severity',
    act: 'Action',
    action: ACTIONS_IN_ENGLISH,
  },
})
