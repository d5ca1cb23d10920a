// The screens around sales, side by side: the list, and what of them went back.
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
