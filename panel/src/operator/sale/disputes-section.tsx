// What payers dispute of a sale; and a way to open what no provider reports, where there is something to dispute.
import { Group, Stack, Text } from '@mantine/core'
import type { OperatorsSale } from '../../api/operator/sale/sale.ts'
import { Deadline } from '../../dispute/deadline.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { OpenDispute } from '../dispute/open-dispute.tsx'
import { DisputeState } from '../dispute/state.tsx'
import { saleOperatorWords } from './words.ts'

type Dispute = OperatorsSale['disputes'][number]

export function DisputesSection({ sale: { uuid, status, disputes } }: { sale: OperatorsSale }) {
  const t = useWords(saleOperatorWords)
  return (
    <Section title={t('disputes')} aside={status === 'PAGO' && <OpenDispute sale={uuid} />}>
      {disputes.length === 0 && <Text c="dimmed">{t('noDispute')}</Text>}
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
