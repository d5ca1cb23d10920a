// The tabs of the PSP accounts and their callbacks.
import { ScreenTab, ScreenTabs } from '../../ui/layout/screen-tabs.tsx'
import { useWords } from '../../words/words.ts'
import { pspWords } from './words.ts'

const EXACT = { exact: true, includeSearch: false }

export function PspTabs() {
  const t = useWords(pspWords)
  return (
    <ScreenTabs label={t('title')}>
      <ScreenTab to="/operacao/psps" activeOptions={EXACT}>
        {t('tabs.accounts')}
      </ScreenTab>
      <ScreenTab to="/operacao/avisos-psp" activeOptions={EXACT}>
        {t('tabs.inbox')}
      </ScreenTab>
    </ScreenTabs>
  )
}
