// The first page: the balance, what needs a person, and the latest sales.
import { Box, Stack } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { stopOfPix } from '../account/standing/standing.ts'
import { useMay } from '../api/access/me.ts'
import { type Account, useAccount, useSession } from '../api/access/session.ts'
import { EmptyState, ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useNarrow } from '../ui/tables/rows-table.tsx'
import { useWords } from '../words/words.ts'
import { Attention } from './attention.tsx'
import { BalanceCard } from './balance-card.tsx'
import { Figures } from './figures.tsx'
import { LatestSales, Welcome } from './latest-sales.tsx'
import { SpanSwitch } from './span-switch.tsx'
import { homeWords } from './words.ts'

export function HomePage() {
  const t = useWords(homeWords)
  const { user } = useSession()
  const { data: account, error, isPending, isLoadingError, refetch } = useAccount()
  const [name = ''] = user.name.trim().split(/\s+/)
  if (isPending) return <LoadingPage />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <>
      <PageHeader title={t('title', { name })} {...(account !== null && { actions: <SpanSwitch /> })} />
      {account === null ? <Operator /> : <Seller account={account} />}
    </>
  )
}

function Seller({ account }: { account: Account }) {
  return (
    <Stack gap="md">
      <BalanceCard />
      <ChargeNow account={account} />
      <Welcome />
      <Attention />
      <Suspense>{account.recurrencesNeedAttention === true && <Recurrences />}</Suspense>
      <Suspense>{settlesLater(account) && <Receivables />}</Suspense>
      <Figures />
      <LatestSales />
    </Stack>
  )
}

const QuickCharge = lazy(() =>
  import('../sale/charge/quick-charge.tsx').then(({ QuickCharge: charge }) => ({ default: charge })),
)
const QUICK_HEIGHT = 133

const Recurrences = lazy(() =>
  import('../recurrence/attention-section.tsx').then(({ RecurrenceAttention: one }) => ({ default: one })),
)

const Receivables = lazy(() =>
  import('../receivable/home-card.tsx').then(({ ReceivablesCard: one }) => ({ default: one })),
)

/** What is sold by Pix is available at once. */
const settlesLater = ({ fees: { boleto, creditCard, debitCard } }: Account): boolean =>
  boleto !== null || creditCard !== null || debitCard !== null

/** On a phone the balance has the way to a charge, and this would be a screen of fields. Its room is there before it is. */
function ChargeNow({ account }: { account: Account }) {
  const may = useMay('POST /api/sales')
  const isNarrow = useNarrow()
  if (isNarrow || may === false || stopOfPix(account) !== null) return null
  return (
    <Box mih={QUICK_HEIGHT}>
      <Suspense>{may === true && <QuickCharge />}</Suspense>
    </Box>
  )
}

function Operator() {
  const t = useWords(homeWords)
  return (
    <EmptyState icon={<IconBuildingBank />} title={t('operator.title')}>
      {t('operator.text')}
    </EmptyState>
  )
}
