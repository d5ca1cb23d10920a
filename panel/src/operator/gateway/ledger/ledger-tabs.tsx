// The tabs of the ledger: the books as a whole, account by account, and the statement of the suspense account.
import { ScreenTab, ScreenTabs } from '../../../ui/layout/screen-tabs.tsx'
import { useWords } from '../../../words/words.ts'
import { gatewayWords } from '../words.ts'
import { trialWords } from './trial-words.ts'

const EXACT = { exact: true, includeSearch: false }

export function LedgerTabs() {
  const t = useWords(trialWords)
  const gateway = useWords(gatewayWords)
  return (
    <ScreenTabs label={gateway('ledger.title')}>
      <ScreenTab to="/operacao/razao" activeOptions={EXACT}>
        {t('tabs.whole')}
      </ScreenTab>
      <ScreenTab to="/operacao/razao/balancete" activeOptions={EXACT}>
        {t('tabs.accounts')}
      </ScreenTab>
      <ScreenTab to="/operacao/razao/casa" activeOptions={EXACT}>
        {t('tabs.house')}
      </ScreenTab>
    </ScreenTabs>
  )
}
