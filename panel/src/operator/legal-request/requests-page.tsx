// The list of requests of authorities, with their days.
import { IconFolderOpen } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type LegalRequest, useLegalRequests } from '../../api/operator/legal-request/legal-requests.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { ChoiceFilter, FilterBar, SearchInput } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { useWords } from '../../words/words.ts'
import { AUTHORITY_KINDS, LEGAL_STATES } from '../filters.ts'
import { Nothing, RowCard } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { NewRequest } from './new-request.tsx'
import { DueDay, RequestState } from './state.tsx'
import { legalRequestWords } from './words.ts'

const route = getRouteApi('/shell/operacao/oficios')

export function LegalRequestsPage() {
  const t = useWords(legalRequestWords)
  const search = route.useSearch()
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={<NewRequest />} />
      <Filters />
      <CursorTable
        caption={t('title')}
        columns={useColumns()}
        card={request => (
          <RowCard title={<RequestLink request={request} />} end={<RequestState request={request} />}>
            {request.authority} · <DueDay request={request} />
          </RowCard>
        )}
        rowKey={({ id }) => id}
        list={useLegalRequests(search)}
        empty={<Empty />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(legalRequestWords)
  const shared = useWords(operatorWords)
  const { q, state, authorityKind } = route.useSearch()
  const { set, clear } = useFilters()
  const isSet = [q, state, authorityKind].some(one => one !== undefined)
  return (
    <FilterBar label={shared('filters')} onClear={isSet ? clear : null}>
      <SearchInput
        label={t('search')}
        placeholder={t('searchHint')}
        value={q ?? ''}
        onSearch={text => set({ q: text })}
      />
      <ChoiceFilter
        label={shared('status')}
        any={shared('any')}
        value={state}
        options={LEGAL_STATES}
        name={one => t(`states.${one}`)}
        onPick={picked => set({ state: picked })}
      />
      <ChoiceFilter
        label={t('fields.authorityKind')}
        any={shared('any')}
        value={authorityKind}
        options={AUTHORITY_KINDS}
        name={one => t(`kinds.${one}`)}
        onPick={picked => set({ authorityKind: picked })}
      />
    </FilterBar>
  )
}

/** Without filters: what the page is for. */
function Empty() {
  const t = useWords(legalRequestWords)
  const { q, state, authorityKind, cursor } = route.useSearch()
  if ([q, state, authorityKind, cursor].some(one => one !== undefined)) return <Nothing />
  return (
    <EmptyState icon={<IconFolderOpen />} title={t('emptyTitle')}>
      {t('empty')}
    </EmptyState>
  )
}

const RequestLink = ({ request: { id, number } }: { request: LegalRequest }) => (
  <RowLink to="/operacao/oficios/$request" params={{ request: id }}>
    {number}
  </RowLink>
)

function RequestSubject({ request: { subjectKind, subjects } }: { request: LegalRequest }) {
  const t = useWords(legalRequestWords)
  if (subjectKind === 'PAYMENTS' && subjects.length > 1) return t('aboutPayments', { count: subjects.length })
  return (
    <>
      {t(`subjects.${subjectKind}`)} <span className="figures">{subjects[0]}</span>
    </>
  )
}

function useColumns(): Column<LegalRequest>[] {
  const t = useWords(legalRequestWords)
  return [
    { id: 'number', header: t('columns.number'), cell: request => <RequestLink request={request} /> },
    { id: 'authority', header: t('columns.authority'), cell: ({ authority }) => authority },
    { id: 'subject', header: t('columns.subject'), cell: request => <RequestSubject request={request} /> },
    { id: 'due', header: t('columns.due'), cell: request => <DueDay request={request} /> },
    { id: 'state', header: t('columns.state'), cell: request => <RequestState request={request} /> },
  ]
}
