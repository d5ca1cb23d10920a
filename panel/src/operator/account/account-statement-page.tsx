// The statement of an account for the operator: the same lines that its members read, and the balance at the end of a day.
import { Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Line } from '../../api/money/statement.ts'
import { type BalanceAt, statementOf, useBalanceAt } from '../../api/operator/accounts.ts'
import { StatementBody } from '../../statement/statement-body.tsx'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { useFilters } from '../../ui/filters/use-filters.ts'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { RowLink } from '../../ui/tables/row-link.tsx'
import { dayOf } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { AccountFrame } from './account-frame.tsx'
import { accountsWords } from './words.ts'

const route = getRouteApi('/shell/operacao/contas/$account/extrato')

export function AccountStatementPage() {
  const { account } = route.useParams()
  const { on, ...search } = route.useSearch()
  return (
    <AccountFrame id={account}>
      {({ id }) => (
        <Stack gap="lg">
          <BalanceSection accountId={id} on={on} />
          <div>
            <StatementBody routes={statementOf(id)} search={search} Title={OperatorTitle} />
          </div>
        </Stack>
      )}
    </AccountFrame>
  )
}

function BalanceSection({ accountId, on }: { accountId: number; on: string | undefined }) {
  const t = useWords(accountsWords)
  const { set } = useFilters()
  const day = on ?? dayOf(new Date())
  const found = useBalanceAt(accountId, day)
  return (
    <Section title={t('balance')}>
      <Group align="flex-end" gap="lg" mb="sm">
        <DayInput label={t('balanceOn')} value={day} onChange={picked => set({ on: picked })} />
      </Group>
      {found.isPending && <LoadingBlock height={72} />}
      {found.isLoadingError && <ErrorState error={found.error} retry={() => void found.refetch()} />}
      {found.data !== undefined && <Figures balance={found.data} />}
    </Section>
  )
}

function Figures({ balance }: { balance: BalanceAt }) {
  const t = useWords(accountsWords)
  return (
    <Facts
      facts={(['available', 'blocked', 'total'] as const).map(name => ({
        name: t(`sides.${name}`),
        value: <Money centavos={balance[name]} fw={name === 'total' ? 700 : 500} />,
      }))}
    />
  )
}

/** Of the subjects of a line only disputes have a page for operators. */
function OperatorTitle({ line: { description, reference } }: { line: Line }) {
  if (reference.type !== 'dispute' || reference.uuid === null) return <Text fw={600}>{description}</Text>
  return (
    <Text fw={600}>
      <RowLink to="/operacao/disputas/$dispute" params={{ dispute: reference.uuid }}>
        {description}
      </RowLink>
    </Text>
  )
}
