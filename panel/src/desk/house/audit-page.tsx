// Who did what, to what, why and from where, in the whole house.
import { Text } from '@mantine/core'
import { deskKey } from '../../api/desk/desk.ts'
import { type Entry, useAudit } from '../../api/desk/house.ts'
import { useTotals } from '../../api/totals.ts'
import { AboutEntry, EntryDetail } from '../../audit/detail.tsx'
import { CursorTable } from '../../ui/cursor-table.tsx'
import { ChoiceFilter, DayInput, FilterBar } from '../../ui/filter-bar.tsx'
import { ListTotals } from '../../ui/list-totals.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PeriodPresets } from '../../ui/period-presets.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { filtersIn } from '../../ui/search.ts'
import { useFilters } from '../../ui/use-filters.ts'
import { useWords } from '../../words/words.ts'
import { AccountFilter, ofAccounts } from '../account-filters.tsx'
import { RowCards } from '../list-page.tsx'
import { AccountLink, Nothing } from '../parts.tsx'
import { auditRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { AUDIT_SUBJECTS } from './audit-subjects.ts'
import { EVERY_ACTION, useDeedName } from './deed-words.ts'
import { subjectWords } from './subject-words.ts'
import { houseWords } from './words.ts'

export function AuditPage() {
  const t = useWords(houseWords)
  const { from, to, ...search } = auditRoute.useSearch()
  const columns = useColumns()
  const question = {
    ...ofAccounts(search, 'userId'),
    ...(from !== undefined && { from: `${from}T00:00:00-03:00` }),
    ...(to !== undefined && { to: `${to}T23:59:59-03:00` }),
  }
  const list = useAudit(question)
  const totals = useTotals(deskKey, '/api/admin/audit/totals', question)
  return (
    <>
      <PageHeader title={t('audit.title')} description={t('audit.description')} />
      <Filters />
      <ListTotals totals={totals} />
      <CursorTable
        caption={t('audit.title')}
        columns={columns}
        card={entry => <RowCards columns={columns} row={entry} />}
        rowKey={({ id }) => id}
        list={list}
        empty={<Nothing />}
      />
    </>
  )
}

function Filters() {
  const t = useWords(houseWords)
  const shared = useWords(deskWords)
  const search = filtersIn(auditRoute.useSearch())
  const { set, clear } = useFilters()
  const nameOf = useDeedName()
  const nameOfSubject = useSubjectName()
  return (
    <>
      <FilterBar label={shared('filters')} onClear={Object.keys(search).length > 0 ? clear : null}>
        <ChoiceFilter
          label={t('action')}
          any={shared('any')}
          value={search.action}
          options={offered(EVERY_ACTION, search.action)}
          name={nameOf}
          onPick={action => set({ action })}
        />
        <ChoiceFilter
          label={t('subject')}
          any={shared('any')}
          value={search.subject}
          options={offered(AUDIT_SUBJECTS, search.subject)}
          name={nameOfSubject}
          onPick={subject => set({ subject })}
        />
        <AccountFilter field="userId" value={search.userId} />
        <DayInput label={t('from')} value={search.from ?? ''} onChange={from => set({ from })} />
        <DayInput label={t('to')} value={search.to ?? ''} onChange={to => set({ to })} />
      </FilterBar>
      <PeriodPresets period={search} />
    </>
  )
}

/** One that stands in the address is offered as well, also if it is not known here. */
const offered = (known: readonly string[], asked: string | undefined): readonly string[] =>
  asked === undefined || known.includes(asked) ? known : [asked, ...known]

function useSubjectName(): (subject: string) => string {
  const t = useWords(subjectWords)
  return subject => {
    const known = AUDIT_SUBJECTS.find(one => one === subject)
    return known === undefined ? subject : t(known)
  }
}

const ACTORS = ['member', 'operator', 'api-key', 'house'] as const

function useColumns(): Column<Entry>[] {
  const t = useWords(houseWords)
  const shared = useWords(deskWords)
  const who = ({ actor }: Entry) => {
    const kind = ACTORS.find(one => one === actor.kind)
    return actor.name ?? actor.email ?? (kind === undefined ? actor.kind : t(`actors.${kind}`))
  }
  return [
    { id: 'action', header: t('auditColumns.action'), cell: entry => <Action entry={entry} /> },
    { id: 'actor', header: t('auditColumns.actor'), cell: who },
    { id: 'account', header: shared('account'), cell: whose },
    { id: 'reason', header: t('auditColumns.reason'), cell: ({ reason }) => reason ?? '–' },
    { id: 'address', header: t('auditColumns.address'), cell: ({ address }) => address ?? '–' },
    { id: 'at', header: t('auditColumns.at'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
}

const whose = ({ userId, accountName }: Entry) => <AccountLink id={userId} name={accountName} />

function Action({ entry }: { entry: Entry }) {
  return (
    <>
      <Text component="span" fw={600} size="sm">
        {useDeedName()(entry.action)}
      </Text>
      <AboutEntry entry={entry} />
      <EntryDetail entry={entry} />
    </>
  )
}
