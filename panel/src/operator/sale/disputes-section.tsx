// What payers dispute of a sale; and a way to open what no provider reports, where there is something to dispute.
import { Group, Stack, Text } from '@mantine/core'
import { type Dispute, useDisputes } from '../../api/operator/disputes.ts'
import type { OperatorsSale } from '../../api/operator/sale/sale.ts'
import { Deadline } from '../../dispute/deadline.tsx'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { DisputeState } from '../dispute/disputes-page.tsx'
import { OpenDispute } from '../dispute/open-dispute.tsx'
import { saleOperatorWords } from './words.ts'

const HEIGHT = 60
const LOOK_EVERY_MS = 10_000

export function DisputesSection({ sale }: { sale: OperatorsSale }) {
  const t = useWords(saleOperatorWords)
  const { data, isPending, error, refetch } = useDisputes({ sale: sale.uuid }, LOOK_EVERY_MS)
  const disputes = data?.data ?? []
  return (
    <Section title={t('disputes')} aside={sale.status === 'PAGO' && <OpenDispute sale={sale.uuid} />}>
      {isPending && <LoadingBlock height={HEIGHT} />}
      {error !== null && data === undefined && <ErrorState error={error} retry={() => void refetch()} />}
      {data !== undefined && disputes.length === 0 && <Text c="dimmed">{t('noDispute')}</Text>}
      <Stack gap="sm">
        {disputes.map(dispute => (
          <OneDispute key={dispute.uuid} dispute={dispute} />
        ))}
      </Stack>
    </Section>
  )
}

function OneDispute({ dispute }: { dispute: Dispute }) {
  const t = useWords(saleOperatorWords)
  return (
    <Group gap="sm">
      <DisputeState status={dispute.status} />
      <span>
        {dispute.kind} · <Money centavos={dispute.amount} />
      </span>
      <Deadline dispute={dispute} />
      <LinkAnchor to="/operacao/disputas/$dispute" params={{ dispute: String(dispute.id) }} underline="always">
        {t('toDispute')} {dispute.id}
      </LinkAnchor>
    </Group>
  )
}
