// The tabs of sales: the list, and the refunds.
import { ScreenTab, ScreenTabs } from '../ui/layout/screen-tabs.tsx'
import { useWords } from '../words/words.ts'
import { refundListWords } from './refund/refund-list-words.ts'

const EXACT = { exact: true, includeSearch: false }

export function AroundSales() {
  const t = useWords(refundListWords)
  return (
    <ScreenTabs label={t('around.label')}>
      <ScreenTab to="/vendas" activeOptions={EXACT}>
        {t('around.list')}
      </ScreenTab>
      <ScreenTab to="/vendas/reembolsos" activeOptions={EXACT}>
        {t('around.refunds')}
      </ScreenTab>
    </ScreenTabs>
  )
}
