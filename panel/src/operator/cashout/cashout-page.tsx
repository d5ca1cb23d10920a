// One cashout on the operator's pages: what happened, what the system does next, what a person can do, and the control for
// that.
import { Grid, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Cashout, useCashout } from '../../api/operator/cashouts.ts'
import { useOutgoing } from '../../api/operator/outgoing.ts'
import { CASHOUT_STATUS_NAMES } from '../../cashout/status.ts'
import { cashoutWords } from '../../cashout/words.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { AccountLink, BackLink, Breaking, Reais } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { AttemptsSection } from './attempts-section.tsx'
import { CashoutTabs } from './cashout-tabs.tsx'
import { NowSection } from './now-section.tsx'
import { cashoutOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/saques/$cashout')

const LOOK_EVERY_MS = 10_000

export function CashoutPage() {
  const { cashout: uuid } = route.useParams()
  const found = useCashout(uuid, LOOK_EVERY_MS)
  const outgoing = useOutgoing({ kind: 'cashout', id: uuid }, LOOK_EVERY_MS)
  if (found.isPending || outgoing.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  if (outgoing.isLoadingError) return <ErrorState error={outgoing.error} retry={() => void outgoing.refetch()} />
  return (
    <>
      <Head cashout={found.data} />
      <CashoutTabs />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack gap="md">
            <NowSection
              cashout={found.data}
              outgoing={outgoing.data.data.find(one => one.uuid === found.data.uuid) ?? null}
            />
            <AttemptsSection cashout={found.data} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <FactsSection cashout={found.data} />
        </Grid.Col>
      </Grid>
    </>
  )
}

function Head({ cashout }: { cashout: Cashout }) {
  const t = useWords(cashoutOperatorWords)
  return (
    <PageHeader
      title={t('one.title', { id: cashout.id })}
      above={<BackLink to="/operacao/saques/em-andamento" />}
      description={
        <Group gap="sm" component="span">
          <AccountLink id={cashout.userId} name={cashout.accountName} />
          <Moment at={cashout.createdAt} />
        </Group>
      }
    />
  )
}

function FactsSection({ cashout }: { cashout: Cashout }) {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  const seller = useWords(cashoutWords)
  const { amount, netAmount, pixKey, status, uuid, endToEndId, externalReference, description } = cashout
  const known = CASHOUT_STATUS_NAMES.find(one => one === status)
  return (
    <Section title={t('one.facts')}>
      <Facts
        facts={[
          { name: t('columns.amount'), value: <Reais text={amount} /> },
          { name: t('columns.net'), value: <Reais text={netAmount} /> },
          { name: t('columns.key'), value: <Breaking>{pixKey}</Breaking> },
          { name: shared('status'), value: known === undefined ? status : seller(`status.${known}`) },
          { name: 'UUID', value: <Code>{uuid}</Code> },
          endToEndId === undefined ? null : { name: t('one.endToEndId'), value: <Code>{endToEndId}</Code> },
          externalReference === undefined ? null : { name: t('one.reference'), value: externalReference },
          description === undefined ? null : { name: t('one.description'), value: description },
        ]}
      />
      {cashout.restored && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('one.restored')}
        </Text>
      )}
    </Section>
  )
}
