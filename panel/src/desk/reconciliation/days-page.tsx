// Closed days, and what closes or opens one.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Day, moveDay, useDays } from '../../api/desk/reconciliation.ts'
import { DayInput } from '../../ui/filter-bar.tsx'
import { dayText, Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { PlainTable } from '../plain-table.tsx'
import { deskWords } from '../words.ts'
import { reconciliationDeskWords } from './words.ts'

const WAYS = ['close', 'propose-close'] as const

export function DaysPage() {
  const t = useWords(reconciliationDeskWords)
  const close = <Act label={t('closeDay')} dialog={done => <CloseDialog onClose={done} />} />
  return (
    <>
      <PageHeader title={t('days')} description={t('daysDescription')} actions={close} />
      <PlainTable caption={t('days')} columns={useColumns()} rowKey={({ day }) => day} list={useDays()} />
    </>
  )
}

function useColumns(): Column<Day>[] {
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
  const { locale } = useLanguage()
  return [
    { id: 'day', header: t('day'), cell: ({ day }) => <span className="figures">{dayText(day, locale)}</span> },
    {
      id: 'state',
      header: shared('status'),
      cell: ({ state }) => (
        <StatusBadge tone={state === 'CLOSED' ? 'good' : 'waiting'}>{t(`dayState.${state}`)}</StatusBadge>
      ),
    },
    {
      id: 'transfers',
      header: t('transfers'),
      isNumber: true,
      cell: ({ transfers }) => <span className="figures">{transfers}</span>,
    },
    { id: 'by', header: t('closedBy'), cell: ({ closedBy }) => closedBy ?? t('theHouse') },
    { id: 'at', header: t('closedAt'), cell: ({ closedAt }) => <Moment at={closedAt} /> },
    { id: 'act', header: shared('choice'), cell: day => <Reopen day={day} /> },
  ]
}

function Reopen({ day }: { day: Day }) {
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
  if (day.state !== 'CLOSED') return '–'
  return (
    <Act
      size="xs"
      label={t('reopen')}
      about={day.day}
      dialog={close => (
        <DecisionDialog
          title={t('reopen')}
          verb={t('reopen')}
          dangerous
          deed={({ reason }) => moveDay(day.day, 'reopen', reason)}
          said={shared('proposed')}
          onClose={close}
        >
          <Text>{t('reopenAsk')}</Text>
        </DecisionDialog>
      )}
    />
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(reconciliationDeskWords)
  const [day, setDay] = useState('')
  return (
    <DecisionDialog
      title={t('closeDay')}
      verb={t('closeDay')}
      choices={WAYS.map(id => ({ id, label: t(`closeWay.${id}`) }))}
      ready={day !== ''}
      deed={({ reason, choice }) => moveDay(day, choice === 'close' ? 'close' : 'propose-close', reason)}
      onClose={onClose}
    >
      <Text>{t('closeAsk')}</Text>
      <DayInput label={t('day')} value={day} onChange={setDay} />
    </DecisionDialog>
  )
}
