// The PSP accounts, and their state.
import { getRouteApi } from '@tanstack/react-router'
import { type PspAccount, usePspAccounts } from '../../api/operator/psps.ts'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { useWords } from '../../words/words.ts'
import { ListPage } from '../shared/list-page.tsx'
import { KindTitle } from './kind-title.tsx'
import { PspState } from './psp-state.tsx'
import { PspTabs } from './psp-tabs.tsx'
import { pspWords } from './words.ts'

const route = getRouteApi('/shell/operacao/psps')

export function PspsPage() {
  const t = useWords(pspWords)
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      actions={<LinkButton to="/operacao/psps/novo">{t('new')}</LinkButton>}
      tabs={<PspTabs />}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={usePspAccounts(route.useSearch())}
    />
  )
}

function useColumns(): Column<PspAccount>[] {
  const t = useWords(pspWords)
  const onOff = (isOn: boolean) => t(isOn ? 'on' : 'off')
  return [
    { id: 'name', header: t('columns.name'), cell: psp => <NameLink psp={psp} /> },
    { id: 'id', header: t('columns.id'), isNumber: true, cell: ({ id }) => <span className="figures">{id}</span> },
    {
      id: 'kind',
      header: t('columns.kind'),
      cell: ({ kind, environment }) => (
        <>
          <KindTitle kind={kind} /> · {t(`environments.${environment}`)}
        </>
      ),
    },
    { id: 'state', header: t('columns.state'), cell: psp => <PspState psp={psp} /> },
    { id: 'payIn', header: t('columns.payIn'), cell: ({ payInEnabled }) => onOff(payInEnabled) },
    { id: 'payOut', header: t('columns.payOut'), cell: ({ payOutEnabled }) => onOff(payOutEnabled) },
    {
      id: 'certificate',
      header: t('columns.certificate'),
      cell: ({ certificateDaysLeft: count }) => (count === null ? '–' : t('days', { count })),
    },
    {
      id: 'bound',
      header: t('columns.bound'),
      isNumber: true,
      cell: ({ boundAccounts }) => <span className="figures">{boundAccounts}</span>,
    },
  ]
}

const NameLink = ({ psp: { id, name } }: { psp: PspAccount }) => (
  <RowLink to="/operacao/psps/$psp" params={{ psp: String(id) }}>
    {name}
  </RowLink>
)
