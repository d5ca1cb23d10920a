// The SQL of received TEDs.
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Bank } from '../resources.ts'

export interface Ted {
  id: string
  amount: Centavos
  receivedAt: number
  message: string | null
  payer: { name: string; document: string }
}

interface TedRow {
  id: string
  amount: number
  received_at: number
  message: string | null
  payer_name: string
  payer_document: string
}

const tedOf = (row: TedRow): Ted => ({
  id: row.id,
  amount: centavos(row.amount),
  receivedAt: row.received_at,
  message: row.message,
  payer: { name: row.payer_name, document: row.payer_document },
})

export function insertTed({ database }: Bank, { id, amount, receivedAt, message, payer }: Ted): void {
  const sql = 'insert into ted (id, amount, received_at, message, payer_name, payer_document) values (?, ?, ?, ?, ?, ?)'
  database.run(sql, id, amount, receivedAt, message, payer.name, payer.document)
}

/** A Pix to the key, or a TED, with exactly this message. */
export function hasCome({ database }: Bank, message: string): boolean {
  const sql = 'select 1 from ted where message = ? union all select 1 from pix where txid is null and info = ? limit 1'
  return database.first(sql, message, message) !== undefined
}

/** Oldest first, so that new arrivals do not push others onto the next page. */
export function tedsBetween({ database }: Bank, from: number, to: number, limit: number, offset: number): Ted[] {
  const sql = 'select * from ted where received_at between ? and ? order by received_at, id limit ? offset ?'
  return database.all<TedRow>(sql, from, to, limit, offset).map(tedOf)
}

/** In the order of arrival, from a row number on. */
export function tedsAfter({ database }: Bank, cursor: number, limit: number): { ted: Ted; cursor: number }[] {
  const sql = 'select *, rowid as cursor from ted where rowid > ? order by rowid limit ?'
  const rows = database.all<TedRow & { cursor: number }>(sql, cursor, limit)
  return rows.map(row => ({ ted: tedOf(row), cursor: row.cursor }))
}
