// When alerts about disputes and their defences are over.
import sql, { type Sql } from 'sql-template-tag'
import type { DISPUTE_ALERTS } from '#alert/catalogue/dispute.ts'
import type { Ends } from './end-by-code.ts'

/** None that is open under its key: where it has moved to the account that its payment belongs to, it is another alert's. */
const isOver = (unless = sql`true`): Sql => sql`
  not exists (select from dispute where dispute.account_id = raised.account_id and dispute.id = raised.number
    and dispute.status in ('OPEN', 'DEFENDED') and ${unless})`

/** It is over, or its defence is in none of these states. */
const unlessDefence = (...statuses: string[]): Sql =>
  isOver(sql`exists (select from dispute_defence defence
    where defence.account_id = raised.account_id and dispute_id = raised.number and defence.status = any(${statuses}::text[]))`)

const unlessUnanswered = (): Sql =>
  isOver(sql`not exists (select from dispute_defence defence
    where defence.account_id = raised.account_id and dispute_id = raised.number and defence.status <> 'REFUSED')`)

export const DISPUTE_ENDS: Ends<keyof typeof DISPUTE_ALERTS> = {
  DISPUTE_OF_UNKNOWN_PAYMENT: () => isOver(sql`receipt_id is null`),
  DISPUTE_EXCEEDS_PAYMENT: () => isOver(),
  DISPUTE_MONEY_SPENT: () => isOver(),
  DISPUTE_UNANSWERED: unlessUnanswered,
  DISPUTE_DEFENCE_LATE: () => unlessDefence('PENDING'),
  DISPUTE_OVERDUE: () => isOver(),
  DEFENCE_NOT_CONFIRMED: () => unlessDefence('PENDING'),
  DEFENCE_REFUSED: () => unlessDefence('REFUSED'),
  DEFENCE_WITH_OPERATOR: () => unlessDefence('KEPT'),
  DISPUTE_CONFLICT: 'person',
  DISPUTE_LOSS_UNKNOWN: () => isOver(),
  DISPUTE_NOT_BOOKED: 'raiser',
  DISPUTE_LIST_UNREADABLE: () => sql`
    exists (select from dispute_watch where psp_account_id = raised.number and troubles = 0)`,
  DISPUTE_ENTRY_UNREADABLE: 'person',
}
