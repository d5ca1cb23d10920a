// One dispute: its state and what that means, its deadline, its money, its sale, and the defence.
import { Grid, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Dispute, useDispute } from '../api/money/disputes.ts'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Facts } from '../ui/layout/section.tsx'
import { BackLink } from '../ui/navigation/back-link.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { DefencePart } from './defence/defence-part.tsx'
import { HandedDefence } from './defence/submitted-defence.tsx'
import { DisputeStatusBadge, useDisputeName } from './dispute-status.tsx'
import { MoneySection, ReasonSection } from './facts-sections.tsx'
import { LifeSection } from './life-section.tsx'
import { SaleSection } from './sale-section.tsx'
import { StandingNote } from './standing-note.tsx'
import { disputeWords } from './words.ts'

const route = getRouteApi('/shell/contestacoes/$dispute')

export function DisputePage() {
  const t = useWords(disputeWords)
  const { dispute: id } = route.useParams()
  const { data: dispute, error, isPending, isLoadingError, refetch } = useDispute(id)
  if (isPending) return <LoadingPage />
  if (isLoadingError)
    return (
      <>
        <PageHeader title={t('thing')} />
        <ErrorState error={error} retry={() => void refetch()} />
      </>
    )
  return <WholeDispute dispute={dispute} />
}

function WholeDispute({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  const nameOf = useDisputeName()
  const { defence, amount, openedAt } = dispute
  return (
    <>
      <PageHeader
        title={nameOf(dispute)}
        above={<BackLink to="/contestacoes">{t('back')}</BackLink>}
        description={
          <Group gap="sm" component="span">
            <DisputeStatusBadge dispute={dispute} />
            <Moment at={openedAt} />
          </Group>
        }
      />
      <Text fz={{ base: '2rem', sm: '2.5rem' }} fw={650} lh={1.1} mb="lg">
        <Money centavos={amount} />
      </Text>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <StandingNote dispute={dispute} />
            <ReasonSection dispute={dispute} />
            <DefencePart dispute={dispute} />
            {defence !== null && (
              <HandedDefence defence={defence} title={t('defence')}>
                <Facts facts={[{ name: t('handedIn'), value: <Moment at={defence.submittedAt} /> }]} />
              </HandedDefence>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <MoneySection dispute={dispute} />
            <SaleSection sale={dispute.saleUuid} />
            <LifeSection dispute={dispute} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}
