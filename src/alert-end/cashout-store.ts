// When alerts about money that leaves are over.
import sql, { type Sql } from 'sql-template-tag'
import type { CASHOUT_ALERTS } from '#alert/catalogue/cashout.ts'
import type { Ends } from './end-by-code.ts'

const hasEnded = (): Sql => sql`
  exists (select from withdrawal where withdrawal.account_id = raised.account_id and withdrawal.id = raised.number
    and state in ('settled', 'refused', 'cancelled'))`

/** There was an anomaly, and a person has decided each of them. */
const isDecided = (): Sql => sql`
  (select bool_and(decided_at is not null) from anomaly
    where anomaly.account_id = raised.account_id and subject = 'withdrawal' and anomaly.subject_id = raised.number)`

const waiting = (ofWhom: Sql): Sql => sql`
  select from payout_wait where outcome is null and raised.known ->> 'reason' = any(reasons) and ${ofWhom}`

export const CASHOUT_ENDS: Ends<keyof typeof CASHOUT_ALERTS> = {
  CASHOUT_CONFLICT: isDecided,
  CASHOUT_OUTCOME_UNKNOWN: isDecided,
  CASHOUT_ANSWER_CHANGED: isDecided,
  CASHOUT_RETURN_TOO_LARGE: isDecided,
  CASHOUT_BLOCKED_AT_PSP: hasEnded,
  CASHOUT_WITHOUT_END: hasEnded,
  PAYOUT_NOT_CONFIRMED: 'raiser',
  CASHOUT_SENT_BEFORE_RESTORE: hasEnded,
  CASHOUT_RESTORED: hasEnded,
  CASHOUT_OF_LOST_ACCOUNT: 'person',
  VELOCITY_LIMIT_EXCEEDED: () => sql`not exists (${waiting(sql`payout_wait.account_id = raised.account_id`)})`,
  HOUSE_VELOCITY_LIMIT_EXCEEDED: () => sql`not exists (${waiting(sql`true`)})`,
}
