// The audit log of the account.
import { Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { usePeople } from '../api/access/people.ts'
import { type Entry, useActivity } from '../api/account/activity.ts'
import { useTotals } from '../api/money/totals.ts'
import { AboutEntry, EntryDetail } from '../audit/detail.tsx'
import { SupportHere } from '../support/here.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { ChoiceFilter, DayInput, FilterBar } from '../ui/filters/filter-bar.tsx'
import { PeriodPresets } from '../ui/filters/period-presets.tsx'
import { filtersIn } from '../ui/filters/search.ts'
import { useFilters } from '../ui/filters/use-filters.ts'
import { CursorTable } from '../ui/tables/cursor-table.tsx'
import { ListTotals } from '../ui/tables/list-totals.tsx'
import type { Column } from '../ui/tables/rows-table.tsx'
import { DownloadButton } from '../ui/values/download-button.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { useWords } from '../words/words.ts'
import { ACTIONS, isAction } from './actions.ts'
import { activityWords } from './activity-words.ts'
import { EntryLink } from './entry-link.tsx'
import { TeamHeader } from './frame.tsx'
import { placeIn } from './support-reads.ts'

const route = getRouteApi('/shell/equipe/atividade')

export function ActivityPage() {
  const t = useWords(activityWords)
  const search = route.useSearch()
  const filters = filtersIn(search)
  const list = useActivity(search)
  const totals = useTotals(['activity'], '/api/audit/totals', search)
  const isFiltered = Object.keys(filters).length > 0
  const exporting = <DownloadButton path="/api/audit/export.csv" query={filters} label={t('export')} />
  return (
    <>
      <TeamHeader title={t('title')} description={t('description')} actions={exporting} />
      <SupportHere />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('caption')}
        columns={useColumns()}
        card={entry => <EntryCard entry={entry} />}
        rowKey={({ id }) => id}
        list={list}
        empty={
          <EmptyState icon={<IconHistory />} title={t(isFiltered ? 'none.title' : 'empty.title')}>
            {t(isFiltered ? 'none.text' : 'empty.text')}
          </EmptyState>
        }
      />
    </>
  )
}

function Filters() {
  const t = useWords(activityWords)
  const { action, actorId, from, to } = route.useSearch()
  const { set, clear } = useFilters()
  const { names } = usePeople()
  const isFiltered = [action, actorId, from, to].some(value => value !== undefined)
  return (
    <>
      <FilterBar label={t('filters.label')} onClear={isFiltered ? clear : null}>
        <ChoiceFilter
          label={t('filters.action')}
          any={t('filters.any')}
          value={ACTIONS.find(one => one === action)}
          options={ACTIONS}
          name={name => t(`deeds.${name}`)}
          onPick={name => set({ action: name })}
        />
        <ChoiceFilter
          label={t('filters.who')}
          any={t('filters.anybody')}
          value={actorId}
          options={[...names.keys()]}
          name={id => names.get(id) ?? id}
          onPick={id => set({ actorId: id })}
        />
        <DayInput label={t('filters.from')} value={from ?? ''} onChange={day => set({ from: day })} />
        <DayInput label={t('filters.to')} value={to ?? ''} onChange={day => set({ to: day })} />
      </FilterBar>
      <PeriodPresets period={{ from, to }} />
    </>
  )
}

interface Of {
  entry: Entry
}

function useColumns(): Column<Entry>[] {
  const t = useWords(activityWords)
  return [
    { id: 'what', header: t('columns.what'), cell: entry => <What entry={entry} /> },
    { id: 'who', header: t('columns.who'), cell: entry => <Who entry={entry} /> },
    { id: 'at', header: t('columns.at'), cell: entry => <Moment at={entry.createdAt} /> },
    { id: 'from', header: t('columns.from'), cell: entry => <span className="figures">{entry.address ?? '–'}</span> },
  ]
}

function EntryCard({ entry }: Of) {
  return (
    <Stack gap={4}>
      <What entry={entry} />
      <Text size="sm">
        <Who entry={entry} />
      </Text>
      <Text size="sm" c="dimmed">
        <Moment at={entry.createdAt} />
        {entry.address !== null && ` · ${entry.address}`}
      </Text>
    </Stack>
  )
}

function What({ entry }: Of) {
  const t = useWords(activityWords)
  const { action } = entry
  const seen = useSeen()(entry)
  const actionName = isAction(action) ? t(`deeds.${action}`) : action
  const reason = entry.reason ?? reasonOf(entry)
  return (
    <>
      <Text fw={600}>{seen === null ? actionName : `${actionName} ${seen}`}</Text>
      {seen === null && <AboutEntry entry={entry} />}
      {reason !== null && <Text size="sm">“{reason}”</Text>}
      {!action.startsWith('support-view.') && <EntryDetail entry={entry} />}
      <EntryLink entry={entry} />
    </>
  )
}

/** The pages that support has read. */
function useSeen(): (entry: Entry) => string | null {
  const t = useWords(activityWords)
  return ({ action, subjectId }) => {
    if (action !== 'support-view.read') return null
    const found = placeIn(subjectId)
    if (found === null) return subjectId
    const name = t(`seen.${found.place}`)
    return found.detail === '' ? name : `${name} · ${found.detail}`
  }
}

/** The reason of a support view is shown; the reasons of other actions of the operator are not. */
const reasonOf = ({ action, detail }: Entry): string | null =>
  action.startsWith('support-view.') && typeof detail.reason === 'string' ? detail.reason : null

function Who({ entry: { actor } }: Of) {
  const t = useWords(activityWords)
  const { own, names } = usePeople()
  if (actor.id === own) return t('actor.you')
  const name = names.get(actor.id ?? '')
  if (name !== undefined) return name
  if (actor.name !== null || actor.email !== null) return actor.name ?? actor.email
  return t(`actor.${KINDS.find(kind => kind === actor.kind) ?? 'member'}`)
}

const KINDS = ['operator', 'house', 'api-key', 'member'] as const
