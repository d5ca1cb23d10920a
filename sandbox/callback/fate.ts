// How callbacks about one subject, a charge or a payment, were scripted: it sticks to the subject, so that all its later
// callbacks are sent, or not sent, in the same way.
import type { CallbackFate } from '../fault/fault.ts'
import type { Bank } from '../resources.ts'

export interface StickingFate {
  subject: string
  fate: CallbackFate
  delayMs: number
  /** The callback that waits to be overtaken by the next one. */
  heldId: number | null
}

interface Row {
  subject: string
  fate: CallbackFate
  delay_ms: number
  held_id: number | null
}

export function stick({ database }: Bank, subject: string, fate: CallbackFate, delayMs: number): void {
  const sql = 'insert or replace into callback_fate (subject, fate, delay_ms) values (?, ?, ?)'
  database.run(sql, subject, fate, delayMs)
}

/** The latest that was said of any of these names of one thing. */
export function stickingFateOf({ database }: Bank, subjects: readonly string[]): StickingFate | null {
  const sql = `select * from callback_fate where subject in (select value from json_each(?)) order by rowid desc limit 1`
  const row = database.first<Row>(sql, JSON.stringify(subjects))
  return row === undefined ? null : { subject: row.subject, fate: row.fate, delayMs: row.delay_ms, heldId: row.held_id }
}

export function hold({ database }: Bank, { subject }: StickingFate, callbackId: number | null): void {
  database.run('update callback_fate set held_id = ? where subject = ?', callbackId, subject)
}

export function callbackFates({ database }: Bank): Pick<StickingFate, 'subject' | 'fate'>[] {
  return database.all('select subject, fate from callback_fate order by rowid')
}

export function clearCallbackFates({ database }: Bank): void {
  database.run('delete from callback_fate')
}
