// The one answer to a dispute: its content, its author and its time.
import { Text } from '@mantine/core'
import type { DisputeWithSteps } from '../../api/operator/disputes.ts'
import { HandedDefence } from '../../dispute/defence/submitted-defence.tsx'
import { Code, Facts } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { disputeOperatorWords } from './words.ts'

export function DefenceSection({ dispute: { defence, timeline, you } }: { dispute: DisputeWithSteps }) {
  const t = useWords(disputeOperatorWords)
  if (defence === null) return null
  const by = timeline.findLast(({ what }) => what === 'dispute.defence.submitted')?.by ?? null
  return (
    <HandedDefence defence={defence} title={t('defence')}>
      {you.mayHandIn && <Text fw={600}>{t('waits')}</Text>}
      <Facts
        facts={[
          { name: t('handedIn'), value: <Moment at={defence.submittedAt} /> },
          by === null ? null : { name: t('handedInBy'), value: <Code>{by}</Code> },
          { name: t('defenceUpdated'), value: <Moment at={defence.updatedAt} /> },
        ]}
      />
    </HandedDefence>
  )
}
