// Closed days, the newest first, and what closes or opens one.
import { type Day, useDays } from '../../api/desk/reconciliation.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { dayText, Moment } from '../../ui/moment.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { ListPage } from '../list-page.tsx'
import { Breaking } from '../parts.tsx'
import { daysRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { CloseDay, Reopen } from './day-actions.tsx'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationDeskWords } from './words.ts'

export function DaysPage() {
  const t = useWords(reconciliationDeskWords)
  return (
    <ListPage
      title={t('days')}
      description={t('daysDescription')}
      actions={<CloseDay />}
      tabs={<ReconciliationTabs />}
      columns={useColumns()}
      rowKey={({ day }) => day}
      hasSizes={false}
      list={useDays(daysRoute.useSearch().cursor)}
    />
  )
}

export function DayState({ state }: Pick<Day, 'state'>) {
  const t = useWords(reconciliationDeskWords)
  return <StatusBadge tone={state === 'CLOSED' ? 'good' : 'waiting'}>{t(`dayState.${state}`)}</StatusBadge>
}

function useColumns(): Column<Day>[] {
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
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
