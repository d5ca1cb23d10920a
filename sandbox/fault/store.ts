// The SQL of faults that are still to come.
import type { Bank } from '../resources.ts'
import type { Fate, Fault } from './fault.ts'

interface Row {
  id: number
  asked: string
  fate: Fate
  times: number
  delay_ms: number
  executed: number
}

const faultOf = ({ asked, delay_ms, executed, ...row }: Row): Fault => ({
  ...row,
  on: asked,
  delayMs: delay_ms,
  executed: executed === 1,
})

export function insertFault({ database }: Bank, { on, fate, times, delayMs, executed }: Omit<Fault, 'id'>): Fault {
  const sql = 'insert into fault (asked, fate, times, delay_ms, executed) values (?, ?, ?, ?, ?) returning *'
  const row = database.first<Row>(sql, on, fate, times, delayMs, Number(executed))
  if (row === undefined) throw new Error('the fault was not kept')
  return faultOf(row)
}

/** In the order in which they were asked for, which is the order in which they befall. */
export function openFaults({ database }: Bank): Fault[] {
  return database.all<Row>('select * from fault order by id').map(faultOf)
}

export function countDown({ database }: Bank, { id, times }: Fault): void {
  if (times === 1) database.run('delete from fault where id = ?', id)
  else database.run('update fault set times = times - 1 where id = ?', id)
}

export function clearFaults({ database }: Bank): void {
  database.run('delete from fault')
}
