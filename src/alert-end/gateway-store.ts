// When alerts about PSP accounts and about the gateway itself are over.
import sql, { type Sql } from 'sql-template-tag'
import type { GATEWAY_ALERTS } from '#alert/catalogue/gateway.ts'
import type { MONITORING_ALERTS } from '#alert/catalogue/monitoring.ts'
import type { PSP_ALERTS } from '#alert/catalogue/psp.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DEAD_AT_ATTEMPT } from '#psp/inbox/store.ts'
import { UNREAD } from '#psp/sweep/sweep.ts'
import type { Ends } from './end-by-code.ts'

/** None that is still tried: each was applied, or given up by a person. */
const hasNoDeadLetters = (): Sql => sql`
  not exists (select from psp_inbox where psp_account_id = raised.number
    and applied_at is null and due_at is not null and attempts >= ${DEAD_AT_ATTEMPT})`

/** Entries that cannot be read have an alert of their own. */
const isListRead = (): Sql => sql`
  exists (select from psp_sweep where psp_account_id = raised.number and list = raised.known ->> 'list'
    and (trouble is null or starts_with(trouble, ${UNREAD})))`

const ofThatDay = sql`psp_account_id = raised.number and day = (raised.known ->> 'day')::date`

const hasReleased = (now: Date): Sql => sql`
  not exists (select from hold where hold.account_id = raised.account_id and release_at <= ${now} and closed_at is null
    and reason = 'RESERVE')
  and not exists (select from receivable where receivable.account_id = raised.account_id and due_at <= ${now} and hold_seq is not null)
  and not exists (select from hold_order where hold_order.account_id = raised.account_id and release_at <= ${now} and state = 'OPEN')`

export const PSP_ENDS: Ends<keyof typeof PSP_ALERTS> = {
  PSP_NOT_ANSWERING: 'raiser',
  PSP_LIST_UNREADABLE: isListRead,
  PSP_LIST_ENTRIES_UNREADABLE: 'person',
  CALLBACK_NOT_APPLIED: hasNoDeadLetters,
  CALLBACK_UNREADABLE: hasNoDeadLetters,
  CALLBACKS_NOT_REGISTERED: 'raiser',
  PSP_CALLS_NEARLY_USED: now => sql`(raised.known ->> 'day')::date < ${dateAt(now)}::date`,
  PSP_CERTIFICATE_EXPIRES: 'raiser',
  PSP_CERTIFICATE_EXPIRED: 'raiser',
  BALANCE_NOT_COVERED: 'raiser',
  SETTLEMENT_OVERDUE: () => sql`
    not exists (select from receivable where psp_account_id = raised.number and owed_centavos > 0
      and expected_on <= (raised.known ->> 'since')::date)`,
  DAY_NOT_RECONCILED: () => sql`exists (select from reconciliation where ${ofThatDay} and state = 'DONE')`,
  DAY_DIFFERS: () => sql`not exists (select from reconciliation_case where ${ofThatDay} and state = 'OPEN')`,
}

export const GATEWAY_ENDS: Ends<Exclude<keyof typeof GATEWAY_ALERTS, 'OTHER'> | keyof typeof MONITORING_ALERTS> = {
  BOOKS_DO_NOT_ADD_UP: 'raiser',
  CLOCK_IN_CLOSED_DAY: now => sql`
    not exists (select from day_close where state <> 'REOPENED' and ends_at > ${now})`,
  RECOVERY_ENTERED: 'raiser',
  CHECKOUT_PAGE_CHANGED: 'person',
  HOLD_NOT_RELEASED: hasReleased,
  BACKUP_OLD: 'raiser',
  BACKUP_NOT_RESTORABLE: 'raiser',
  MAIL_NOT_SENT: 'raiser',
  ALERT_CHANNEL_FAILING: 'raiser',
  MONITORING_CASE_WAITING: 'raiser',
  MONITORING_CASE_OVERDUE: 'raiser',
  LEGAL_REQUEST_DUE: 'raiser',
  LEGAL_REQUEST_OVERDUE: 'raiser',
  CALLBACK_CERTIFICATE_EXPIRES: 'raiser',
  CALLBACK_CERTIFICATE_EXPIRED: 'raiser',
}
