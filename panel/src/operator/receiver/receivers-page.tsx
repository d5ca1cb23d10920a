// How it goes with every receiver of notifications, the worst first.
import { Box } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Receiver, useReceivers, useReceiverTotals } from '../../api/operator/receivers.ts'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { useWords } from '../../words/words.ts'
import { RECEIVER_STATES } from '../filters.ts'
import { AccountFilter, ofAccounts } from '../shared/account-filters.tsx'
import { RowCards } from '../shared/list-page.tsx'
import { AccountLink, Nothing } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import {
  Count,
  FailedCount,
  LastFailure,
  LastSuccess,
  ReceiverName,
  ReceiverState,
  WaitingCount,
} from './receiver-parts.tsx'
import { webhookOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/webhooks')

const LOOK_EVERY_MS = 10_000

export function WebhooksPage() {
  const t = useWords(webhookOperatorWords)
  const search = route.useSearch()
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Box mb="lg">
        <GatewaySection />
      </Box>
      <Filters />
      <CursorTable
        caption={t('caption')}
        columns={columns}
        card={receiver => <RowCards columns={columns} row={receiver} />}
        rowKey={({ accountId, webhookId, address }) => `${accountId}/${webhookId ?? address}`}
        list={useReceivers(ofAccounts(search, 'accountId'), LOOK_EVERY_MS)}
        empty={<Nothing isGood={search.state === 'FAILING' || search.state === 'RESTING'} />}
      />
    </>
  )
}

const MAX_WAITING = 10_000

function GatewaySection() {
  const t = useWords(webhookOperatorWords)
  const totals = useReceiverTotals(LOOK_EVERY_MS)
  if (totals.isPending) return <LoadingBlock height={140} />
  if (totals.isLoadingError) return <ErrorState error={totals.error} retry={() => void totals.refetch()} />
  const { states, waiting, failedIn24Hours } = totals.data
  return (
    <Section title={t('house')}>
      <Facts
        areBeside
        facts={[
          ...RECEIVER_STATES.map(state =>
            states[state] === 0
              ? null
              : { name: t(`state.${state}`), value: <Count count={states[state]} max={Infinity} /> },
          ),
          { name: t('waiting'), value: <Count count={waiting} max={MAX_WAITING} /> },
          { name: t('failedLately'), value: <Count count={failedIn24Hours} max={Infinity} /> },
        ]}
      />
    </Section>
  )
}

function Filters() {
  const t = useWords(webhookOperatorWords)
  const shared = useWords(operatorWords)
  const { state, accountId } = route.useSearch()
  const { set, clear } = useFilters()
  return (
    <FilterBar label={shared('filters')} onClear={state === undefined && accountId === undefined ? null : clear}>
      <AccountFilter field="accountId" value={accountId} />
      <ChoiceFilter
        label={shared('status')}
        any={shared('any')}
        value={state}
        options={RECEIVER_STATES}
        name={name => t(`state.${name}`)}
        onPick={picked => set({ state: picked })}
      />
    </FilterBar>
  )
}

function useColumns(): Column<Receiver>[] {
  const t = useWords(webhookOperatorWords)
  return [
    { id: 'address', header: t('columns.address'), cell: receiver => <ReceiverName receiver={receiver} /> },
    {
      id: 'account',
      header: t('columns.account'),
      cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} />,
    },
    { id: 'state', header: t('columns.state'), cell: receiver => <ReceiverState receiver={receiver} /> },
    {
      id: 'waiting',
      header: t('columns.waiting'),
      isNumber: true,
      cell: receiver => <WaitingCount receiver={receiver} />,
    },
    {
      id: 'failed',
      header: t('columns.failed'),
      isNumber: true,
      cell: receiver => <FailedCount receiver={receiver} />,
    },
    { id: 'success', header: t('columns.success'), cell: receiver => <LastSuccess receiver={receiver} /> },
    { id: 'failure', header: t('columns.failure'), cell: receiver => <LastFailure receiver={receiver} /> },
  ]
}
