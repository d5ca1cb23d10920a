// The requests of the API, the newest first.
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconRefresh, IconSearchOff, IconSend } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useCredentials } from '../../api/account/credentials.ts'
import { type LoggedRequest, requestsKey, useRequests } from '../../api/account/requests.ts'
import { useTotals } from '../../api/money/totals.ts'
import { queryClient } from '../../api/query-client.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { ChoiceFilter, DayInput, FilterBar, SearchInput } from '../../ui/filters/filter-bar.tsx'
import { PeriodPresets } from '../../ui/filters/period-presets.tsx'
import { filtersIn } from '../../ui/filters/search.ts'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { pageIfMay } from '../../ui/layout/if-may.tsx'
import { CodeWord } from '../../ui/layout/section.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../ui/tables/list-totals.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { IntegrationsHeader } from '../frame.tsx'
import classes from '../integrations.module.css'
import { METHODS, questionOf, STATUS_KINDS } from './question.ts'
import { RequestStatus } from './request-status.tsx'
import { requestWords } from './request-words.ts'
import { useKeyName } from './use-key-name.ts'

const route = getRouteApi('/shell/integracoes/requisicoes')

export const RequestsPage = pageIfMay('GET /api/requests', requestWords, 'title', Requests)

function Requests() {
  const t = useWords(requestWords)
  const search = route.useSearch()
  const list = useRequests(questionOf(search))
  const totals = useTotals(requestsKey, '/api/requests/totals', { ...questionOf(search) })
  const isFiltered = Object.keys(filtersIn(search)).length > 0
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} />}
      loading={list.isRefetching}
      onClick={() => void queryClient.invalidateQueries({ queryKey: requestsKey })}
    >
      {t('refresh')}
    </Button>
  )
  return (
    <>
      <IntegrationsHeader title={t('title')} description={t('description')} actions={refresh} />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={request => <RequestCard request={request} />}
        rowKey={({ id }) => id}
        list={list}
        isWide
        empty={<NoRequests isFiltered={isFiltered} />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(requestWords)
  const common = useWords(commonWords)
  const { q, method, status, keyId, from, to } = route.useSearch()
  const { set, clear } = useFilters()
  const keys = useCredentials(undefined).data?.data ?? []
  const nameOf = useKeyName()
  const active = [method, status, keyId, from, to].filter(value => value !== undefined).length
  return (
    <>
      <FilterBar
        label={t('filters.label')}
        active={active}
        onClear={active > 0 || q !== undefined ? clear : null}
        search={
          <SearchInput
            label={t('filters.search')}
            placeholder={t('filters.searchHint')}
            value={q ?? ''}
            onSearch={text => set({ q: text })}
          />
        }
      >
        <ChoiceFilter
          label={t('filters.method')}
          any={t('filters.anyMethod')}
          value={method}
          options={METHODS}
          name={name => name}
          onPick={name => set({ method: name })}
        />
        <ChoiceFilter
          label={t('filters.status')}
          any={t('filters.any')}
          value={status}
          options={STATUS_KINDS}
          name={kind => t(`statuses.${kind}`)}
          onPick={kind => set({ status: kind })}
        />
        <ChoiceFilter
          label={t('filters.key')}
          any={t('filters.any')}
          value={keyId}
          options={keys.map(({ id }) => id)}
          name={nameOf}
          onPick={id => set({ keyId: id })}
        />
        <DayInput label={common('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
        <DayInput label={common('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
      </FilterBar>
      <PeriodPresets period={{ from, to }} />
    </>
  )
}

function useColumns(): Column<LoggedRequest>[] {
  const t = useWords(requestWords)
  const nameOf = useKeyName()
  return [
    { id: 'request', header: t('columns.request'), cell: request => <RequestLink request={request} /> },
    { id: 'at', header: t('columns.at'), cell: ({ createdAt }) => <Moment at={createdAt} form="exact" /> },
    { id: 'status', header: t('columns.status'), cell: ({ status }) => <RequestStatus status={status} /> },
    {
      id: 'error',
      header: t('columns.error'),
      cell: ({ errorCode }) => (errorCode === null ? '–' : <CodeWord>{errorCode}</CodeWord>),
    },
    {
      id: 'duration',
      header: t('columns.duration'),
      isNumber: true,
      cell: ({ durationMs }) => t('ms', { ms: durationMs }),
    },
    { id: 'key', header: t('columns.key'), cell: ({ keyId }) => nameOf(keyId) },
  ]
}

interface OfRequest {
  request: LoggedRequest
}

const RequestLink = ({ request: { id, method, path } }: OfRequest) => (
  <RowLink to="/integracoes/requisicoes/$request" params={{ request: id }}>
    <span className={classes.path}>{`${method} ${path}`}</span>
  </RowLink>
)

function RequestCard({ request }: OfRequest) {
  const t = useWords(requestWords)
  const { status, errorCode, createdAt, durationMs } = request
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <RequestLink request={request} />
        <RequestStatus status={status} />
      </Group>
      {errorCode !== null && <CodeWord>{errorCode}</CodeWord>}
      <Text size="sm" c="dimmed">
        <Moment at={createdAt} form="exact" /> · {t('ms', { ms: durationMs })}
      </Text>
    </Stack>
  )
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords(requestWords)
  return isFiltered ? (
    <EmptyState icon={<IconSearchOff />} title={t('empty.foundTitle')}>
      {t('empty.found')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconSend />} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  )
}
