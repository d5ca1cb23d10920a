// The days of providers' lists that were compared, and another one.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { askRun, type Run, useRuns } from '../../api/desk/reconciliation.ts'
import { DayInput } from '../../ui/filter-bar.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { dayText, Moment } from '../../ui/moment.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { PspLink } from '../parts.tsx'
import { PspSelect } from '../psps/psp-select.tsx'
import { runsRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationDeskWords } from './words.ts'

export function RunsPage() {
  const t = useWords(reconciliationDeskWords)
  return (
    <ListPage
      title={t('runs')}
      description={t('runsDescription')}
      actions={<Act label={t('compare')} dialog={close => <CompareDialog onClose={close} />} />}
      tabs={<ReconciliationTabs />}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useRuns(runsRoute.useSearch())}
    />
  )
}

export function RunState({ state }: Pick<Run, 'state'>) {
  const t = useWords(reconciliationDeskWords)
  return (
    <StatusBadge tone={state === 'DONE' ? 'good' : 'waiting'}>{t(state === 'DONE' ? 'done' : 'running')}</StatusBadge>
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
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
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
  const t = useWords(reconciliationDeskWords)
  const [psp, setPsp] = useState<number | null>(null)
  const [day, setDay] = useState('')
  return (
    <DecisionDialog
      title={t('compare')}
      verb={t('compare')}
      withoutReason
      ready={psp !== null && day !== ''}
      deed={() => askRun(psp ?? 0, day)}
      onClose={onClose}
    >
      <Text>{t('compareAsk')}</Text>
      <PspSelect label={t('pspNumber')} value={psp} onChange={setPsp} />
      <DayInput label={t('day')} value={day} onChange={setDay} />
    </DecisionDialog>
  )
}
