// The audit log of the whole gateway: who did what, to what, why and from where.
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTotals } from '../../../api/money/totals.ts'
import { type Entry, useAudit } from '../../../api/operator/gateway.ts'
import { operatorKey } from '../../../api/operator/operator.ts'
import { AboutEntry, EntryDetail } from '../../../audit/detail.tsx'
import { ChoiceFilter, DayInput, FilterBar } from '../../../ui/filters/filter-bar.tsx'
import { PeriodPresets } from '../../../ui/filters/period-presets.tsx'
import { filtersIn } from '../../../ui/filters/search.ts'
import { useFilters } from '../../../ui/filters/use-filters.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { CursorTable } from '../../../ui/tables/cursor-table.tsx'
import { ListTotals } from '../../../ui/tables/list-totals.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { useWords } from '../../../words/words.ts'
import { AccountFilter, ofAccounts } from '../../shared/account-filters.tsx'
import { RowCards } from '../../shared/list-page.tsx'
import { AccountLink, Nothing } from '../../shared/parts.tsx'
import { operatorWords } from '../../words.ts'
import { gatewayWords } from '../words.ts'
import { EVERY_ACTION, useActionName } from './action-words.ts'
import { AUDIT_SUBJECTS } from './audit-subjects.ts'
import { subjectWords } from './subject-words.ts'

const route = getRouteApi('/shell/operacao/auditoria')

export function AuditPage() {
  const t = useWords(gatewayWords)
  const { from, to, ...search } = route.useSearch()
  const columns = useColumns()
  const question = {
    ...ofAccounts(search, 'userId'),
    ...(from !== undefined && { from: `${from}T00:00:00-03:00` }),
    ...(to !== undefined && { to: `${to}T23:59:59-03:00` }),
  }
  const list = useAudit(question)
  const totals = useTotals(operatorKey, '/api/admin/audit/totals', question)
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
  const t = useWords(gatewayWords)
  const shared = useWords(operatorWords)
  const search = filtersIn(route.useSearch())
  const { set, clear } = useFilters()
  const nameOf = useActionName()
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

/** The action in the address is offered as well, also if this panel does not know it. */
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
  const t = useWords(gatewayWords)
  const shared = useWords(operatorWords)
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
        {useActionName()(entry.action)}
      </Text>
      <AboutEntry entry={entry} />
      <EntryDetail entry={entry} />
    </>
  )
}
