// One manual hold: its order, its state, and its author's note.
import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type HoldOrder, useHoldOrder } from '../../../api/operator/proposals.ts'
import { ErrorState, LoadingPage } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import { AccountLink, BackLink } from '../../shared/parts.tsx'
import { operatorWords } from '../../words.ts'
import { twoWords } from '../words.ts'
import { EndHold } from './end-hold.tsx'
import { OrderState } from './order-columns.tsx'

const route = getRouteApi('/shell/operacao/bloqueios/$account/$hold')

export function HoldPage() {
  const t = useWords(twoWords)
  const { account, hold } = route.useParams()
  const found = useHoldOrder(account, hold)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const order = found.data
  return (
    <>
      <PageHeader
        title={t('hold.title', { id: order.id })}
        above={<BackLink to="/operacao/bloqueios" />}
        actions={order.state === 'OPEN' && <EndHold order={order} />}
      />
      <Stack gap="lg">
        <OrderSection order={order} />
      </Stack>
    </>
  )
}

function OrderSection({ order }: { order: HoldOrder }) {
  const t = useWords(twoWords)
  const shared = useWords(operatorWords)
  const money = (name: string, centavos: number) => ({ name, value: <Money centavos={centavos} /> })
  return (
    <Section title={t(`holdReason.${order.reason}`)} aside={<OrderState state={order.state} />}>
      <Facts
        facts={[
          { name: shared('account'), value: <AccountLink id={order.accountId} /> },
          money(t('holdColumns.amount'), order.amount),
          money(t('holdColumns.held'), order.held),
          money(t('holdColumns.lacking'), order.lacking),
          money(t('hold.lifted'), order.lifted),
          money(t('hold.taken'), order.taken),
          order.document === null ? null : { name: t('holdColumns.document'), value: order.document },
          { name: t('hold.note'), value: order.note },
          { name: t('hold.proposal'), value: <ProposalLink id={order.proposalId} /> },
          order.releaseAt === null ? null : { name: t('releaseAt'), value: <Moment at={order.releaseAt} /> },
          { name: shared('created'), value: <Moment at={order.createdAt} /> },
          order.endedAt === null ? null : { name: t('hold.ended'), value: <Moment at={order.endedAt} /> },
        ]}
      />
    </Section>
  )
}

const ProposalLink = ({ id }: { id: number }) => (
  <LinkAnchor
    to="/operacao/propostas/$proposal"
    params={{ proposal: String(id) }}
    className="figures"
    underline="always"
    inherit
  >
    {id}
  </LinkAnchor>
)
