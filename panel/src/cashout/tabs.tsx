// The screens around cashouts, side by side: the list, the keys that one means to pay, and the rules.
import { ScreenTab, ScreenTabs } from '../ui/layout/screen-tabs.tsx'
import { useWords } from '../words/words.ts'
import { cashoutWords } from './words.ts'

const SCREENS = [
  { to: '/saques', name: 'list' },
  { to: '/saques/favorecidos', name: 'beneficiaries' },
  { to: '/saques/regras', name: 'rules' },
] as const

const EXACT = { exact: true, includeSearch: false }

export function AroundCashouts() {
  const t = useWords(cashoutWords)
  return (
    <ScreenTabs label={t('around.label')}>
      {SCREENS.map(({ to, name }) => (
        <ScreenTab key={to} to={to} activeOptions={EXACT}>
          {t(`around.${name}`)}
        </ScreenTab>
      ))}
    </ScreenTabs>
  )
}
