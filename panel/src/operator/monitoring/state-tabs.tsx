// The cases by their state, side by side, each with its number.
import { getRouteApi } from '@tanstack/react-router'
import type { CaseTotals } from '../../api/operator/monitoring/cases.ts'
import { ScreenTab, ScreenTabs } from '../../ui/layout/screen-tabs.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { MONITORING_VIEWS } from '../filters.ts'
import { monitoringWords } from './words.ts'

const route = getRouteApi('/shell/operacao/monitoramento')
const EXACT = { exact: true, includeSearch: true }
const VIEWS = [...MONITORING_VIEWS, 'ALL'] as const

export function StateTabs({ totals }: { totals: CaseTotals | undefined }) {
  const t = useWords(monitoringWords)
  const { locale } = useLanguage()
  const { state = 'ALL', cursor: _, ...kept } = route.useSearch()
  const label = (view: (typeof VIEWS)[number]) => {
    const count = countOf(view, totals)
    const name = t(`view.${view}`)
    return count === null ? name : t('viewCount', { name, number: new Intl.NumberFormat(locale).format(count) })
  }
  return (
    <ScreenTabs label={t('views')}>
      {VIEWS.map(view => (
        <ScreenTab
          key={view}
          to="/operacao/monitoramento"
          search={view === 'ALL' ? kept : { ...kept, state: view }}
          activeOptions={EXACT}
          {...(view === state && { 'aria-current': 'page' as const })}
        >
          {label(view)}
        </ScreenTab>
      ))}
    </ScreenTabs>
  )
}

/** Those that wait alone: how many were decided matters to nobody at a glance. */
function countOf(view: (typeof VIEWS)[number], totals: CaseTotals | undefined): number | null {
  if (totals === undefined) return null
  if (view === 'OVERDUE') return totals.overdue
  return view === 'OPEN' ? totals.states.OPEN.count : null
}
