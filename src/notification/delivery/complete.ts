// Attempts that ended, and with them what the people of an account must hear at once: a receiver that says that it is gone
// for good (410). The attempt is logged and the notice written in one commit.
import type { Database } from '#db/postgres.ts'
import { goneNotice } from '../notices/notice.ts'
import { writeNotices } from '../notices/store.ts'
import { type Completion, completeAttempts } from './completion-store.ts'

const GONE = 410

/** Answers whether the sender is alive. May be repeated: a notice that repeats one of the last day is not written. */
export async function complete(db: Database, completions: Completion[], epoch: bigint): Promise<boolean> {
  const notices = completions.filter(({ answer }) => answer.status === GONE).flatMap(noticeOf)
  if (notices.length === 0) return completeAttempts(db, completions, epoch)
  return db.transaction(async tx => {
    const isAlive = await completeAttempts(tx, completions, epoch)
    if (isAlive) await writeNotices(tx, notices)
    return isAlive
  })
}

/** A postback has no owner who could do anything about its address. */
const noticeOf = ({ delivery: { accountId, webhookId, url }, at }: Completion) =>
  webhookId === null ? [] : [goneNotice({ accountId, id: webhookId, url }, at)]
