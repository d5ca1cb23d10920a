// The way between the screens of cashouts that may need the operator: held back, on their way, contradicted.
import { ScreenTab, ScreenTabs } from '../../ui/layout/screen-tabs.tsx'
import { useWords } from '../../words/words.ts'
import { outgoingWords } from './outgoing/outgoing-words.ts'

const EXACT = { exact: true, includeSearch: false }

export function CashoutTabs() {
  const t = useWords(outgoingWords)
  return (
    <ScreenTabs label={t('tabs.label')}>
      <ScreenTab to="/operacao/saques" activeOptions={EXACT}>
        {t('tabs.held')}
      </ScreenTab>
      <ScreenTab to="/operacao/saques/em-andamento" activeOptions={EXACT}>
        {t('tabs.outgoing')}
      </ScreenTab>
      <ScreenTab to="/operacao/anomalias" activeOptions={EXACT}>
        {t('tabs.anomalies')}
      </ScreenTab>
    </ScreenTabs>
  )
}
