// The days of providers' lists that were compared, and another one.
import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Run, requestRun, useRuns } from '../../api/operator/reconciliation.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { PspSelect } from '../psp/psp-select.tsx'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { ListPage } from '../shared/list-page.tsx'
import { PspLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { RunState } from './state.tsx'
import { reconciliationOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/comparacoes')

export function RunsPage() {
  const t = useWords(reconciliationOperatorWords)
  return (
    <ListPage
      title={t('runs')}
      description={t('runsDescription')}
      actions={<Act label={t('compare')} dialog={close => <CompareDialog onClose={close} />} />}
      tabs={<ReconciliationTabs />}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useRuns(route.useSearch())}
    />
  )
}

function RunLink({ run: { id, day } }: { run: Run }) {
  const { locale } = useLanguage()
  return (
    <LinkAnchor
      to="/operacao/comparacoes/$run"
      params={{ run: String(id) }}
      className="figures"
      underline="always"
      inherit
    >
      {dayText(day, locale)}
    </LinkAnchor>
  )
}

function useColumns(): Column<Run>[] {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const figures = (count: number) => <span className="figures">{count}</span>
  return [
    { id: 'day', header: t('day'), cell: run => <RunLink run={run} /> },
    { id: 'psp', header: shared('psp'), cell: ({ pspAccountId }) => <PspLink id={pspAccountId} /> },
    {
      id: 'state',
      header: shared('status'),
      cell: ({ state }) => <RunState state={state} />,
    },
    { id: 'matched', header: t('matched'), isNumber: true, cell: ({ matched }) => figures(matched) },
    { id: 'differences', header: t('differences'), isNumber: true, cell: ({ differences }) => figures(differences) },
    { id: 'trouble', header: t('trouble'), cell: ({ trouble }) => trouble ?? '–' },
    { id: 'at', header: shared('created'), cell: ({ startedAt }) => <Moment at={startedAt} /> },
  ]
}

function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(reconciliationOperatorWords)
  const [psp, setPsp] = useState<number | null>(null)
  const [day, setDay] = useState('')
  return (
    <DecisionDialog
      title={t('compare')}
      verb={t('compare')}
      withoutReason
      ready={psp !== null && day !== ''}
      action={() => requestRun(psp ?? 0, day)}
      onClose={onClose}
    >
      <Text>{t('compareAsk')}</Text>
      <PspSelect label={t('pspNumber')} value={psp} onChange={setPsp} />
      <DayInput label={t('day')} value={day} onChange={setDay} />
    </DecisionDialog>
  )
}
