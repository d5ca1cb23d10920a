// One closed day: the money that the gateway held at its end, the expected balance at each PSP, and the accounts that had
// moved.
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Day, type Figure, useDay, useDayFigures } from '../../api/operator/reconciliation.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { dayText, Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { shownOf } from '../gateway/ledger/sides.ts'
import { RowCards } from '../shared/list-page.tsx'
import { AccountLink, BackLink, Nothing, PspLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { Reopen } from './day-actions.tsx'
import { DayState } from './state.tsx'
import { reconciliationOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/dias/$day')

const SIDES = ['available', 'blocked', 'fee', 'received', 'clearing'] as const

export function DayPage() {
  const { locale } = useLanguage()
  const { day } = route.useParams()
  const found = useDay(day, route.useSearch().cursor)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const closed = found.data
  return (
    <>
      <PageHeader
        title={dayText(closed.day, locale)}
        above={<BackLink to="/operacao/dias" />}
        actions={<Reopen day={closed} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <WholeSection day={closed} />
          <FiguresSection day={closed} />
        </SimpleGrid>
        <AccountsSection />
      </Stack>
    </>
  )
}

function WholeSection({ day }: { day: Day }) {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const { hash, reason, reopenedBy, reopenedAt } = day
  return (
    <Section title={t('day')} aside={<DayState state={day.state} />}>
      <Facts
        facts={[
          { name: t('transfers'), value: <span className="figures">{day.transfers}</span> },
          {
            name: t('closedBy'),
            value: day.closedByName ?? (day.closedBy === null ? t('theHouse') : <Code>{day.closedBy}</Code>),
          },
          { name: t('closedAt'), value: <Moment at={day.closedAt} /> },
          reason === null ? null : { name: shared('reason'), value: reason },
          reopenedBy === null
            ? null
            : { name: t('reopenedBy'), value: day.reopenedByName ?? <Code>{reopenedBy}</Code> },
          reopenedAt === null ? null : { name: t('reopenedAt'), value: <Moment at={reopenedAt} /> },
          hash === null ? null : { name: t('hash'), value: <Code>{hash}</Code> },
        ]}
      />
    </Section>
  )
}

function FiguresSection({ day: { figures, atPsps } }: { day: Day }) {
  const t = useWords(reconciliationOperatorWords)
  const psps = Object.entries(atPsps)
  return (
    <Section title={t('figures')}>
      <Facts
        facts={SIDES.map(side => ({
          name: t(`sides.${side}`),
          value: <Money centavos={shownOf(side, figures[side])} />,
        }))}
      />
      {psps.length > 0 && (
        <>
          <Text fw={600} mt="md" mb="xs">
            {t('atPsps')}
          </Text>
          <Facts
            facts={psps.map(([id, centavos]) => ({
              name: t('pspNamed', { id }),
              value: (
                <>
                  <Money centavos={centavos} /> (<PspLink id={Number(id)} />)
                </>
              ),
            }))}
          />
        </>
      )}
    </Section>
  )
}

function AccountsSection() {
  const { day } = route.useParams()
  const { cursor } = route.useSearch()
  const t = useWords(reconciliationOperatorWords)
  const columns = useColumns()
  return (
    <Section title={t('dayAccounts')}>
      <CursorTable
        caption={t('dayAccounts')}
        columns={columns}
        card={figure => <RowCards columns={columns} row={figure} />}
        rowKey={({ accountId }) => accountId}
        hasSizes={false}
        isWide
        list={useDayFigures(day, cursor)}
        empty={<Nothing />}
      />
    </Section>
  )
}

function useColumns(): Column<Figure>[] {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'account', header: shared('account'), cell: ({ accountId }) => <AccountLink id={accountId} /> },
    ...SIDES.map(side => ({
      id: side,
      header: t(`sides.${side}`),
      isNumber: true,
      cell: ({ figures }: Figure) => <Money centavos={shownOf(side, figures[side])} />,
    })),
  ]
}
