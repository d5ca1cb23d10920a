// When alerts about recurring PIX and its debits are over.
import sql, { type Sql } from 'sql-template-tag'
import type { DEBIT_ALERTS } from '#alert/catalogue/debit.ts'
import type { RECURRENCE_ALERTS } from '#alert/catalogue/recurrence.ts'
import type { Ends } from './end-by-code.ts'

const recurrenceIs = (condition: Sql): Sql => sql`
  exists (select from recurrence where recurrence.account_id = raised.account_id and recurrence.id = raised.number and ${condition})`

const debitIs = (condition: Sql): Sql => sql`
  exists (select from debit where debit.account_id = raised.account_id and recurrence_id = raised.number
    and txid = raised.known ->> 'txid' and ${condition})`

const debitHasEnded = (): Sql =>
  debitIs(sql`status in ('CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA', 'NAO_COBRADA')`)

export const RECURRENCE_ENDS: Ends<keyof typeof RECURRENCE_ALERTS | keyof typeof DEBIT_ALERTS> = {
  RECURRENCE_NOT_AS_REQUESTED: 'person',
  RECURRENCE_UNKNOWN: 'person',
  RECURRENCE_NOT_TAKEN_BACK: () => recurrenceIs(sql`status = 'FALHOU'`),
  RECURRENCE_NOT_CANCELLED: () => recurrenceIs(sql`status in ('REJEITADA', 'CANCELADA', 'EXPIRADA')`),
  RECURRENCE_CONFLICT: 'person',
  DEBITS_MISSED: 'person',
  DEBITS_WAIT_FOR_PSP: () => sql`
    exists (select from psp_account where psp_account.id = raised.number
      and pay_in_enabled and recurrence_enabled and receiver_account is not null)`,
  DEBIT_CONFLICT: 'person',
  DEBIT_WITHOUT_MONEY: () => debitIs(sql`status = 'CONCLUIDA'`),
  DEBIT_WITHOUT_END: debitHasEnded,
  DEBIT_NOT_CANCELLED: debitHasEnded,
  DEBIT_NOT_FOUND: debitHasEnded,
}
