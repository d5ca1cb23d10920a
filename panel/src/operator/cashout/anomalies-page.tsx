// The list of anomalies.
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../api/money/totals.ts'
import { type Anomaly, useAnomalies } from '../../api/operator/cashouts.ts'
import { operatorKey } from '../../api/operator/operator.ts'
import { ChoiceFilter, FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { ANOMALY_FILTERS } from '../filters.ts'
import { AccountName, Nothing, Reais, RowCard } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { AnomalyState } from './anomaly-state.tsx'
import { anomalyWords } from './anomaly-words.ts'
import { CashoutTabs } from './cashout-tabs.tsx'
import { cashoutOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/anomalias')

export function AnomaliesPage() {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  const search = route.useSearch()
  const { set, clear } = useFilters()
  const totals = useTotals(operatorKey, '/api/admin/anomalies/totals', search)
  return (
    <>
      <PageHeader title={t('anomalies.title')} description={t('anomalies.description')} />
      <CashoutTabs />
      <FilterBar label={shared('filters')} onClear={search.status === undefined ? null : clear}>
        <ChoiceFilter
          label={shared('status')}
          any={shared('any')}
          value={search.status}
          options={ANOMALY_FILTERS}
          name={name => t(`anomalies.${name}`)}
          onPick={status => set({ status })}
        />
      </FilterBar>
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('anomalies.caption')}
        columns={useColumns()}
        card={anomaly => (
          <RowCard title={<KindLink anomaly={anomaly} />} end={<Reais text={anomaly.subject.amount} />}>
            <AnomalyState anomaly={anomaly} /> · <AccountName id={anomaly.accountId} /> ·{' '}
            <Moment at={anomaly.createdAt} />
          </RowCard>
        )}
        rowKey={anomaly => anomaly.uuid}
        list={useAnomalies(search)}
        empty={<Nothing isGood={search.status !== 'decided'} />}
      />
    </>
  )
}

function KindLink({ anomaly }: { anomaly: Anomaly }) {
  const anomalyKind = useWords(anomalyWords)
  return (
    <RowLink to="/operacao/anomalias/$anomaly" params={{ anomaly: anomaly.uuid }}>
      {anomalyKind(anomaly.kind)}
    </RowLink>
  )
}

function useColumns(): Column<Anomaly>[] {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'kind', header: t('anomalies.one'), cell: anomaly => <KindLink anomaly={anomaly} /> },
    { id: 'state', header: shared('status'), cell: anomaly => <AnomalyState anomaly={anomaly} /> },
    { id: 'account', header: shared('account'), cell: ({ accountId }) => <AccountName id={accountId} /> },
    { id: 'at', header: shared('created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'amount',
      header: t('columns.amount'),
      isNumber: true,
      cell: ({ subject }) => <Reais text={subject.amount} />,
    },
  ]
}
