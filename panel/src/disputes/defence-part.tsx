// The defence while it can be given: its form for those who may, a sentence for the others.
import { Text } from '@mantine/core'
import type { Dispute } from '../api/disputes.ts'
import { IfMay } from '../ui/if-may.tsx'
import { useWords } from '../words/words.ts'
import { DefenceForm } from './defence-form.tsx'
import { isDefensible, standingOf } from './standing.ts'
import { disputeWords } from './words.ts'

export function DefencePart({ dispute }: { dispute: Dispute }) {
  const t = useWords(disputeWords)
  if (!isDefensible(standingOf(dispute, new Date()))) return null
  return (
    <IfMay door="POST /api/disputes/:id/defence" otherwise={<Text c="dimmed">{t('readOnly')}</Text>}>
      <DefenceForm dispute={dispute} />
    </IfMay>
  )
}
