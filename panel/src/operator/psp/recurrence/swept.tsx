// Up to when a list of the PSP has been compared with our books.
import type { PspAccount } from '../../../api/operator/psps.ts'
import { Moment } from '../../../ui/values/moment.tsx'
import { useWords } from '../../../words/words.ts'
import { pspWords } from '../words.ts'

export function Swept({ sweep }: { sweep: PspAccount['sweeps']['sent'] }) {
  const t = useWords(pspWords)
  if (sweep === null) return t('sweeps.never')
  return (
    <>
      <Moment at={sweep.sweptTo} />
      {sweep.trouble !== null && <span lang="en"> · {sweep.trouble}</span>}
    </>
  )
}
