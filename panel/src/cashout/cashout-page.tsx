// One cashout: its state, its open approvals, its costs, its recipient, and its history.
import { Grid, Group, Stack, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { centavosOf } from '../api/account/reais.ts'
import { type OneCashout, useCashout } from '../api/money/cashouts.ts'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { BackLink } from '../ui/navigation/back-link.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { ApprovalSection } from './approval/approval-section.tsx'
import { CashoutActions } from './approval/cashout-actions.tsx'
import { CashoutStatusBadge } from './cashout-status.tsx'
import { FailureNote, ReturnedNote } from './ending-note.tsx'
import { IdentitySection, MoneySection, PayeeSection } from './facts-sections.tsx'
import { LifeSection } from './life-section.tsx'
import { NowSection } from './progress/now-section.tsx'
import { receiptWords } from './receipt/receipt-words.ts'
import { cashoutWords } from './words.ts'

const route = getRouteApi('/shell/saques/$cashout')

export function CashoutPage() {
  const { cashout: id } = route.useParams()
  const { data, error, isPending, refetch } = useCashout(id)
  if (isPending) return <LoadingPage />
  // The last answer stays on the screen while a poll in between fails.
  if (data === undefined) return <ErrorState error={error} retry={() => void refetch()} />
  return <WholeCashout cashout={data} />
}

function WholeCashout({ cashout }: { cashout: OneCashout }) {
  const t = useWords(cashoutWords)
  return (
    <>
      <PageHeader
        title={t('one.title', { number: cashout.id })}
        above={<BackLink to="/saques">{t('one.back')}</BackLink>}
        description={
          <Group gap="sm" component="span" role="status">
            <CashoutStatusBadge cashout={cashout} />
            <Moment at={cashout.createdAt} />
          </Group>
        }
        actions={<Actions cashout={cashout} />}
      />
      <Text fz={{ base: '2rem', sm: '2.5rem' }} fw={650} lh={1.1} mb="lg">
        <Money centavos={centavosOf(cashout.amount)} />
      </Text>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <NowSection cashout={cashout} />
            <FailureNote cashout={cashout} />
            <ReturnedNote cashout={cashout} />
            <ApprovalSection cashout={cashout} />
            <MoneySection cashout={cashout} />
            <PayeeSection cashout={cashout} />
            <IdentitySection cashout={cashout} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <LifeSection cashout={cashout} />
        </Grid.Col>
      </Grid>
    </>
  )
}

function Actions({ cashout }: { cashout: OneCashout }) {
  const t = useWords(receiptWords)
  if (cashout.status !== 'COMPLETED') return <CashoutActions cashout={cashout} />
  return (
    <LinkButton
      to="/saques/$cashout/comprovante"
      params={{ cashout: cashout.uuid }}
      variant="default"
      leftSection={<IconReceipt size={18} />}
    >
      {t('open')}
    </LinkButton>
  )
}
