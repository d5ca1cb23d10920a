// What is done where a PSP lists what this database has forgotten.
import { DAY_MS } from '#kernel/time.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Payments and debits of ours that this database knows nothing of: it has lost commits, and perhaps more of them before. */
export const lostCommits =
  ({ recovery, clock, psps, log }: Infrastructure) =>
  async (pspAccountId: number, orphans: number, seenFrom: Date = clock()): Promise<void> => {
    // Play money that is forgotten stops nobody.
    if (pspAccountId === psps.testBank.id)
      return log.warn({ orphans }, 'the test bank lists payments that are not known here')
    const defaultFrom = await recovery.defaultFrom()
    const dayBefore = new Date(seenFrom.getTime() - DAY_MS)
    const reason = `The PSP account ${pspAccountId} lists ${orphans} payments or debits of ours that this database knows nothing of`
    await recovery.enter(reason, dayBefore < defaultFrom ? dayBefore : defaultFrom)
  }
