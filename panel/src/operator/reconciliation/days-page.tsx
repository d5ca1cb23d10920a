// Closed days, newest first, and the actions to close or open one.
import { getRouteApi } from '@tanstack/react-router'
import { type Day, useDays } from '../../api/operator/reconciliation.ts'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { ListPage } from '../shared/list-page.tsx'
import { Breaking } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { CloseDay, Reopen } from './day-actions.tsx'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { DayState } from './state.tsx'
import { reconciliationOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/dias')

export function DaysPage() {
  const t = useWords(reconciliationOperatorWords)
  return (
    <ListPage
      title={t('days')}
      description={t('daysDescription')}
      actions={<CloseDay />}
      tabs={<ReconciliationTabs />}
      columns={useColumns()}
      rowKey={({ day }) => day}
      hasSizes={false}
      list={useDays(route.useSearch().cursor)}
    />
  )
}

function useColumns(): Column<Day>[] {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const { locale } = useLanguage()
  return [
    {
      id: 'day',
      header: t('day'),
      cell: ({ day }) => (
        <LinkAnchor to="/operacao/dias/$day" params={{ day }} className="figures" underline="always" inherit>
          {dayText(day, locale)}
        </LinkAnchor>
      ),
    },
    { id: 'state', header: shared('status'), cell: ({ state }) => <DayState state={state} /> },
    {
      id: 'transfers',
      header: t('transfers'),
      isNumber: true,
      cell: ({ transfers }) => <span className="figures">{transfers}</span>,
    },
    {
      id: 'by',
      header: t('closedBy'),
      cell: ({ closedBy, closedByName }) =>
        closedBy === null ? t('theHouse') : (closedByName ?? <Breaking>{closedBy}</Breaking>),
    },
    { id: 'at', header: t('closedAt'), cell: ({ closedAt }) => <Moment at={closedAt} /> },
    {
      id: 'act',
      header: shared('choice'),
      cell: day => (day.mayReopen ? <Reopen day={day} size="xs" /> : '–'),
    },
  ]
}
