// What the rules against money laundering have found, for a person to decide.
import { IconCircleCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { Totals } from '../../api/money/totals.ts'
import {
  CASES_FILE,
  type CaseTotals,
  type MonitoringCase,
  useMonitoringCases,
  useMonitoringTotals,
} from '../../api/operator/monitoring/cases.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { DownloadButton } from '../../ui/values/download-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { MONITORING_RULES, type MONITORING_VIEWS } from '../filters.ts'
import { AccountFilter, ofAccounts } from '../shared/account-filters.tsx'
import { RowCards } from '../shared/list-page.tsx'
import { AccountName, Nothing } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { Standing } from './case-parts.tsx'
import { StateTabs } from './state-tabs.tsx'
import { monitoringWords } from './words.ts'

const route = getRouteApi('/shell/operacao/monitoramento')
type Search = ReturnType<typeof route.useSearch>
type View = (typeof MONITORING_VIEWS)[number]

/** OVERDUE is no state: an open one whose time is over. */
function questionOf({ state, ...search }: Search) {
  const question = ofAccounts(search, 'accountId')
  if (state === undefined) return question
  return state === 'OVERDUE' ? { ...question, overdue: true } : { ...question, state }
}

function narrowedTo({ rule, accountId }: Search) {
  return ofAccounts({ ...(rule && { rule }), ...(accountId && { accountId }) } as Search, 'accountId')
}

export function MonitoringPage() {
  const t = useWords(monitoringWords)
  const search = route.useSearch()
  const { cursor: _, limit: __, ...question } = questionOf(search)
  const totals = useMonitoringTotals(narrowedTo(search)).data
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <LinkButton to="/operacao/monitoramento/regras" variant="default">
              {t('toRules')}
            </LinkButton>
            <DownloadButton path={CASES_FILE} query={question} label={t('export')} />
          </>
        }
      />
      <StateTabs totals={totals} />
      <Filters />
      <ListTotals totals={totalsOf(search.state, totals)} />
      <CursorTable
        caption={t('caption')}
        columns={columns}
        card={found => <RowCards columns={columns} row={found} />}
        rowKey={({ uuid }) => uuid}
        list={useMonitoringCases(questionOf(search))}
        empty={isNarrowed(search) ? <Nothing /> : <Quiet />}
      />
    </>
  )
}

const isNarrowed = ({ rule, accountId }: Search) => rule !== undefined || accountId !== undefined

function totalsOf(state: View | undefined, totals: CaseTotals | undefined): Totals | undefined {
  if (totals === undefined) return undefined
  const { states, overdue } = totals
  if (state === 'OVERDUE') return { count: overdue, more: false }
  if (state !== undefined) return { ...states[state], more: false }
  const all = Object.values(states)
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    amount: all.reduce((sum, { amount }) => sum + amount, 0),
    more: false,
  }
}

function Quiet() {
  const t = useWords(monitoringWords)
  return (
    <EmptyState icon={<IconCircleCheck />} title={t('quietTitle')}>
      {t('quiet')}
    </EmptyState>
  )
}

function Filters() {
  const t = useWords(monitoringWords)
  const shared = useWords(operatorWords)
  const search = route.useSearch()
  const { set } = useFilters()
  return (
    <FilterBar
      label={shared('filters')}
      // The state is chosen above.
      onClear={isNarrowed(search) ? () => set({ rule: '', accountId: '' }) : null}
    >
      <AccountFilter field="accountId" value={search.accountId} />
      <ChoiceFilter
        label={t('ruleLabel')}
        any={t('anyRule')}
        value={search.rule}
        options={MONITORING_RULES}
        name={rule => t(`rule.${rule}`)}
        onPick={rule => set({ rule })}
      />
    </FilterBar>
  )
}

function useColumns(): Column<MonitoringCase>[] {
  const t = useWords(monitoringWords)
  const shared = useWords(operatorWords)
  return [
    {
      id: 'rule',
      header: t('ruleLabel'),
      cell: ({ uuid, rule }) => (
        <RowLink to="/operacao/monitoramento/$monitoringCase" params={{ monitoringCase: uuid }}>
          {t(`rule.${rule}`)}
        </RowLink>
      ),
    },
    {
      id: 'account',
      header: shared('account'),
      cell: ({ accountId, accountName }) => <AccountName id={accountId} name={accountName} />,
    },
    { id: 'state', header: shared('status'), cell: found => <Standing found={found} /> },
    { id: 'opened', header: t('opened'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
    {
      id: 'movements',
      header: t('movements'),
      isNumber: true,
      cell: ({ movements }) => <span className="figures">{movements}</span>,
    },
    { id: 'amount', header: t('amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}
