// The one answer to a dispute: what was handed in, by whom and when.
import type { DisputeWithSteps } from '../../api/desk/disputes.ts'
import { HandedDefence } from '../../disputes/handed.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Code, Facts } from '../../ui/section.tsx'
import { useWords } from '../../words/words.ts'
import { disputeDeskWords } from './words.ts'

export function DefenceSection({ dispute: { defence, timeline } }: { dispute: DisputeWithSteps }) {
  const t = useWords(disputeDeskWords)
  if (defence === null) return null
  const by = timeline.findLast(({ what }) => what === 'dispute.defence.submitted')?.by ?? null
  return (
    <HandedDefence defence={defence} title={t('defence')}>
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
