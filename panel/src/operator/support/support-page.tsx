// The support views of all operators: the active ones, each of which any operator can end, and the earlier ones.
import { Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery } from '../../api/access/me.ts'
import type { SupportView } from '../../api/account/support.ts'
import { endView, useSupportViews } from '../../api/operator/support.ts'
import { queryClient } from '../../api/query-client.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { VIEW_FILTERS } from '../filters.ts'
import { AccountFilter, ofAccounts } from '../shared/account-filters.tsx'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { RowCards } from '../shared/list-page.tsx'
import { Breaking, Nothing } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { supportOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/suporte')

const LOOK_EVERY_MS = 10_000

export function SupportPage() {
  const t = useWords(supportOperatorWords)
  const search = route.useSearch()
  const columns = useColumns(search.status === 'ENDED')
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Filters />
      <CursorTable
        caption={t('caption')}
        columns={columns}
        card={view => <RowCards columns={columns} row={view} />}
        rowKey={({ id }) => id}
        list={useSupportViews(ofAccounts(search, 'accountId'), LOOK_EVERY_MS)}
        empty={search.status === undefined && search.accountId === undefined ? <Quiet /> : <Nothing />}
      />
    </>
  )
}

function Quiet() {
  const t = useWords(supportOperatorWords)
  return (
    <EmptyState icon={<IconEyeOff />} title={t('quietTitle')}>
      {t('quiet')}
    </EmptyState>
  )
}

function Filters() {
  const t = useWords(supportOperatorWords)
  const shared = useWords(operatorWords)
  const { status, accountId } = route.useSearch()
  const { set, clear } = useFilters()
  return (
    <FilterBar label={shared('filters')} onClear={status === undefined && accountId === undefined ? null : clear}>
      <AccountFilter field="accountId" value={accountId} />
      <ChoiceFilter
        label={shared('status')}
        any={t('open')}
        value={status}
        options={VIEW_FILTERS}
        name={() => t('ended')}
        onPick={picked => set({ status: picked })}
      />
    </FilterBar>
  )
}

interface Of {
  view: SupportView
}

function useColumns(areEnded: boolean): Column<SupportView>[] {
  const t = useWords(supportOperatorWords)
  const shared = useWords(operatorWords)
  const shown: Column<SupportView>[] = [
    { id: 'account', header: t('columns.account'), cell: view => <Whose view={view} /> },
    { id: 'by', header: t('columns.by'), cell: ({ openedBy }) => openedBy.name ?? '–' },
    { id: 'reason', header: t('columns.reason'), cell: ({ reason }) => <Breaking>{reason}</Breaking> },
    { id: 'opened', header: t('columns.opened'), cell: ({ openedAt }) => <Moment at={openedAt} /> },
  ]
  return areEnded
    ? [...shown, { id: 'end', header: t('columns.end'), cell: view => <Ending view={view} /> }]
    : [
        ...shown,
        { id: 'until', header: t('columns.until'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
        { id: 'act', header: shared('choice'), cell: view => <End view={view} /> },
      ]
}

const Whose = ({ view: { accountId, accountName } }: Of) => (
  <>
    <LinkAnchor to="/operacao/contas/$account" params={{ account: String(accountId) }} underline="always" inherit>
      {accountName}
    </LinkAnchor>
    <Text size="sm" c="dimmed" className="figures">
      {accountId}
    </Text>
  </>
)

function Ending({ view }: Of) {
  const end = useEnding()(view)
  return (
    <>
      {end.how}
      {end.at !== null && (
        <Text size="sm" c="dimmed">
          <Moment at={end.at} />
        </Text>
      )}
    </>
  )
}

/** A view that was not ended ran out, unless its end is still to come: then its session, or its operator, is gone. */
function useEnding() {
  const t = useWords(supportOperatorWords)
  return ({ endedAt, endedBy, expiresAt }: SupportView) => {
    if (endedBy !== null)
      return { how: endedBy.name === null ? t('endedBySomebody') : t('endedBy', { name: endedBy.name }), at: endedAt }
    return Date.parse(expiresAt) > Date.now() ? { how: t('signedOut'), at: null } : { how: t('ranOut'), at: expiresAt }
  }
}

function End({ view: { id, accountName, openedBy } }: Of) {
  const t = useWords(supportOperatorWords)
  return (
    <Act
      size="xs"
      label={t('end')}
      about={accountName}
      dialog={close => (
        <DecisionDialog
          title={t('end')}
          verb={t('end')}
          withoutReason
          action={() => endView(id)}
          message={t('done')}
          // It may have been the one of this session, which every screen shows.
          onDone={() => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })}
          onClose={close}
        >
          <Text>{t('endAsk', { name: openedBy.name ?? t('somebody'), account: accountName })}</Text>
        </DecisionDialog>
      )}
    />
  )
}
