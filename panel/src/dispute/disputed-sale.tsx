// On the page of a sale: that its payer disputes it, or did, and the way there.
import { Alert, Group, Text } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { type Dispute, useDisputesOf } from '../api/money/disputes.ts'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { Deadline } from './deadline.tsx'
import { isDefensible, standingOf } from './standing.ts'
import { disputeWords } from './words.ts'

/** For a sale that is known to be, or have been, disputed. */
export function DisputedSale({ sale }: { sale: string }) {
  const dispute = useDisputesOf(sale).data?.data[0]
  return dispute !== undefined && <Disputed dispute={dispute} />
}

function Disputed({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  const isOpen = isDefensible(standingOf(dispute, new Date()))
  return (
    <Alert role="note" variant="default" color={isOpen ? 'ocre' : 'mata'} icon={<IconGavel />}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text>{t(`onSale.${aboutOf(dispute, isOpen)}`)}</Text>
          {isOpen && dispute.deadlineAt !== null && <Deadline dispute={dispute} />}
        </Group>
        <LinkAnchor to="/contestacoes/$dispute" params={{ dispute: dispute.uuid }}>
          {t('onSale.link')}
        </LinkAnchor>
      </Group>
    </Alert>
  )
}

/** A chargeback of a card has no deadline. */
function aboutOf({ deadlineAt, closedAt }: Dispute, isOpen: boolean) {
  if (isOpen) return deadlineAt === null ? 'OPEN_ENDED' : 'OPEN'
  return closedAt === null ? 'UNDER_WAY' : 'OVER'
}
