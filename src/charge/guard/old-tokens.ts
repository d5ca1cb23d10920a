// Tokens are kept for ten minutes at most: where the PSP does not answer, or is not asked, nobody else would come to erase them.
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { later, SECOND_MS } from '#kernel/time.ts'
import { MAX_TRYING_MS } from '../card/card.ts'
import { eraseOldTokens, oldTokens } from '../card/store.ts'
import type { ChargeDeps } from '../deps.ts'

export function startOldTokens({ db, clock, log }: ChargeDeps): DueLoop {
  const before = () => later(clock(), -MAX_TRYING_MS)

  async function round(): Promise<boolean> {
    await eraseOldTokens(db, before(), clock())
    return false
  }

  const owed = { db, rows: () => oldTokens(before()) }
  return startDueLoop({ name: 'old tokens of cards', everyMs: SECOND_MS, owed, log, round })
}
