// The defence while it can be given: its form for those who may, a sentence for the others.
import { Text } from '@mantine/core'
import type { Dispute } from '../../api/money/disputes.ts'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { useWords } from '../../words/words.ts'
import { isDefensible, standingOf } from '../standing.ts'
import { disputeWords } from '../words.ts'
import { DefenceForm } from './defence-form.tsx'

export function DefencePart({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  if (!isDefensible(standingOf(dispute, new Date()))) return null
  return (
    <IfMay route="POST /api/disputes/:id/defence" otherwise={<Text c="dimmed">{t('readOnly')}</Text>}>
      <DefenceForm dispute={dispute} />
    </IfMay>
  )
}
