// The tabs of reconciliation: the differences, the comparisons that found them, the closed days, and the balance coverage.
import { ScreenTab, ScreenTabs } from '../../ui/layout/screen-tabs.tsx'
import { useWords } from '../../words/words.ts'
import { reconciliationOperatorWords } from './words.ts'

const EXACT = { exact: true, includeSearch: false }

export function ReconciliationTabs() {
  const t = useWords(reconciliationOperatorWords)
  return (
    <ScreenTabs label={t('title')}>
      <ScreenTab to="/operacao/conciliacao" activeOptions={EXACT}>
        {t('tabs.cases')}
      </ScreenTab>
      <ScreenTab to="/operacao/comparacoes" activeOptions={EXACT}>
        {t('tabs.runs')}
      </ScreenTab>
      <ScreenTab to="/operacao/dias" activeOptions={EXACT}>
        {t('tabs.days')}
      </ScreenTab>
      <ScreenTab to="/operacao/cobertura" activeOptions={EXACT}>
        {t('tabs.coverage')}
      </ScreenTab>
    </ScreenTabs>
  )
}
