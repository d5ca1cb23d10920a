// The trial balance: the totals of the gateway, and every account with the check of its lines.
import { Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { TRIAL, type TrialRow, type TrialTotals, useTrial } from '../../../api/operator/trial.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { CursorTable } from '../../../ui/tables/cursor-table.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { DownloadButton } from '../../../ui/values/download-button.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import classes from '../../operator.module.css'
import { Act } from '../../shared/action-button.tsx'
import { RowCards } from '../../shared/list-page.tsx'
import { AccountLink, Nothing } from '../../shared/parts.tsx'
import { ExactDialog } from './exact-dialog.tsx'
import { LedgerTabs } from './ledger-tabs.tsx'
import { trialWords } from './trial-words.ts'

const route = getRouteApi('/shell/operacao/razao/balancete')

export function TrialPage() {
  const t = useWords(trialWords)
  const list = useTrial(route.useSearch())
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<DownloadButton path={`${TRIAL}.csv`} label={t('export')} />}
      />
      <LedgerTabs />
      <Stack gap="lg">
        {list.data !== undefined && <TotalsSection totals={list.data.totals} />}
        <CursorTable
          caption={t('caption')}
          columns={columns}
          card={row => <RowCards columns={columns} row={row} />}
          rowKey={({ accountId }) => accountId}
          list={list}
          isWide
          empty={<Nothing />}
        />
      </Stack>
    </>
  )
}

const NAMES = ['sellers', 'received', 'fees', 'house', 'atPsps', 'owed'] as const

function TotalsSection({ totals }: { totals: TrialTotals }) {
  const t = useWords(trialWords)
  const isRight = totals.difference === '0'
  return (
    <Section
      title={t('totals')}
      aside={<StatusBadge tone={isRight ? 'good' : 'bad'}>{t(isRight ? 'agrees' : 'parts')}</StatusBadge>}
    >
      <Facts
        facts={[
          ...NAMES.map(name => ({ name: t(name), value: <Cents text={totals[name]} /> })),
          { name: t('difference'), value: <Money centavos={Number(totals.difference)} fw={700} /> },
        ]}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('differenceHelp')}
      </Text>
    </Section>
  )
}

const Cents = ({ text }: { text: string }) => <Money centavos={Number(text)} />

function useColumns(): Column<TrialRow>[] {
  const t = useWords(trialWords)
  const money = (id: 'available' | 'blocked' | 'fee' | 'received' | 'atPsps'): Column<TrialRow> => ({
    id,
    header: t(`columns.${id}`),
    isNumber: true,
    cell: row => <Cents text={row[id]} />,
  })
  return [
    {
      id: 'account',
      header: t('columns.account'),
      cell: ({ accountId, name }) => <AccountLink id={accountId} name={name} />,
    },
    money('available'),
    money('blocked'),
    money('fee'),
    money('received'),
    money('atPsps'),
    { id: 'agrees', header: t('columns.agrees'), cell: row => <Check row={row} /> },
  ]
}

function Check({ row: { accountId, agrees } }: { row: TrialRow }) {
  const t = useWords(trialWords)
  return (
    <Group gap="xs" className={classes.acts}>
      <StatusBadge tone={agrees ? 'good' : 'bad'}>{t(agrees ? 'agrees' : 'parts')}</StatusBadge>
      <Act
        size="xs"
        label={t('check')}
        about={String(accountId)}
        dialog={close => <ExactDialog accountId={accountId} onClose={close} />}
      />
    </Group>
  )
}
