// An event that its account has sent again by its id, whether any webhook has chosen it or not: the account's listeners get it once more.
import type { Database } from '#db/postgres.ts'
import type { RecordAction } from '#http/audited-action.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { countResends, insertResend, type ResentEvent } from './resent-store.ts'

const MAX_A_MINUTE = 60
const RETRY_AFTER_SECONDS = 60

export function resendEvent(
  { db, clock }: { db: Database; clock: Clock },
  accountId: number,
  eventId: bigint,
  recordAction: RecordAction,
): Promise<ResentEvent | Failure> {
  return db.transaction(async tx => {
    const now = clock()
    if ((await countResends(tx, accountId, now)) >= MAX_A_MINUTE)
      return new Failure('RATE_LIMITED', `At most ${MAX_A_MINUTE} events are sent again in a minute`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    const resent = await insertResend(tx, accountId, eventId, now)
    if (resent === null) return notFound('event')
    const detail = { eventId: resent.uid, type: resent.type }
    await recordAction(tx, { accountId, action: 'event.resent', subject: 'event', subjectId: resent.id, detail }, now)
    return resent
  })
}
