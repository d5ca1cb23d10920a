// The accounts at providers: how they stand, and their switches.
import { Text } from '@mantine/core'
import { type PspAccount, rotateCallbackToken, switchPsp, usePspAccounts } from '../../api/desk/house.ts'
import { LinkButton } from '../../ui/links.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { pspsRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { pspWords } from './words.ts'

export function PspsPage() {
  const t = useWords(pspWords)
  const toInbox = (
    <LinkButton to="/operacao/avisos-psp" variant="default">
      {t('inbox')}
    </LinkButton>
  )
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      actions={toInbox}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={usePspAccounts(pspsRoute.useSearch())}
    />
  )
}

function useColumns(): Column<PspAccount>[] {
  const t = useWords(pspWords)
  const shared = useWords(deskWords)
  return [
    { id: 'name', header: t('columns.name'), cell: psp => <Named psp={psp} /> },
    {
      id: 'state',
      header: t('columns.state'),
      cell: ({ resting, lastTrouble }) => (
        <>
          <StatusBadge tone={resting ? 'bad' : 'good'}>{t(resting ? 'resting' : 'working')}</StatusBadge>
          {lastTrouble !== null && (
            <Text size="sm" c="dimmed" lang="en">
              {lastTrouble}
            </Text>
          )}
        </>
      ),
    },
    { id: 'payIn', header: t('columns.payIn'), cell: ({ payInEnabled }) => t(payInEnabled ? 'on' : 'off') },
    { id: 'payOut', header: t('columns.payOut'), cell: ({ payOutEnabled }) => t(payOutEnabled ? 'on' : 'off') },
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
    { id: 'act', header: shared('choice'), cell: psp => <Manage psp={psp} /> },
  ]
}

const Named = ({ psp }: { psp: PspAccount }) => (
  <>
    <Text component="span" fw={600}>
      {psp.name}
    </Text>
    <Text size="sm" c="dimmed">
      {psp.id} · {psp.kind} · {psp.environment}
    </Text>
  </>
)

function Manage({ psp }: { psp: PspAccount }) {
  const t = useWords(pspWords)
  const choices = [
    { id: 'payIn', label: t(psp.payInEnabled ? 'payInOff' : 'payInOn'), dangerous: psp.payInEnabled },
    { id: 'payOut', label: t(psp.payOutEnabled ? 'payOutOff' : 'payOutOn'), dangerous: psp.payOutEnabled },
    { id: 'rotate', label: t('rotate') },
  ]
  return (
    <Act
      size="xs"
      label={t('manage')}
      about={psp.name}
      dialog={close => (
        <DecisionDialog
          title={t('manageTitle', { name: psp.name })}
          verb={t('manage')}
          choices={choices}
          withoutReason
          deed={({ choice }) => deedOf(psp, choice)}
          onClose={close}
        />
      )}
    />
  )
}

function deedOf(psp: PspAccount, choice: string) {
  if (choice === 'rotate') return rotateCallbackToken(psp.id)
  return switchPsp(
    psp.id,
    choice === 'payIn' ? { payInEnabled: !psp.payInEnabled } : { payOutEnabled: !psp.payOutEnabled },
  )
}
