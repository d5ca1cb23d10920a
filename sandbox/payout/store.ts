// The SQL of pay-outs and of what came back of them.
import { type Static, Type } from 'typebox'
import { type Centavos, centavos } from '#kernel/money.ts'
import { type Page, PeriodQuery } from '../http/paging.ts'
import type { Bank } from '../resources.ts'
import type { PayoutError, PayoutStatus } from './fates.ts'

export interface Payout {
  endToEndId: string
  idEnvio: string
  amount: Centavos
  chave: string
  favorecidoChave: string
  favorecidoDocument: string | null
  info: string | null
  fate: string
  requestedAt: number
  settledAt: number | null
  hiddenUntil: number
  status: PayoutStatus
  error: PayoutError | null
}

export interface PayoutReturn {
  rtrId: string
  amount: Centavos
  returnedAt: number
}

interface Row {
  end_to_end_id: string
  id_envio: string
  amount: number
  chave: string
  favorecido_chave: string
  favorecido_document: string | null
  info: string | null
  fate: string
  requested_at: number
  settled_at: number | null
  hidden_until: number
  status: PayoutStatus
  error: string | null
}

function payoutOf(row: Row): Payout {
  return {
    endToEndId: row.end_to_end_id,
    idEnvio: row.id_envio,
    amount: centavos(row.amount),
    chave: row.chave,
    favorecidoChave: row.favorecido_chave,
    favorecidoDocument: row.favorecido_document,
    info: row.info,
    fate: row.fate,
    requestedAt: row.requested_at,
    settledAt: row.settled_at,
    hiddenUntil: row.hidden_until,
    status: row.status,
    error: row.error === null ? null : (JSON.parse(row.error) as PayoutError),
  }
}

export function insertPayout({ database }: Bank, payout: Payout): void {
  const sql = `insert into payout
    (end_to_end_id, id_envio, amount, chave, favorecido_chave, favorecido_document, info, fate,
     requested_at, hidden_until, status)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  const { endToEndId, idEnvio, amount, chave, favorecidoChave, favorecidoDocument, info, fate, ...rest } = payout
  const { requestedAt, hiddenUntil, status } = rest
  const who = [chave, favorecidoChave, favorecidoDocument, info, fate]
  database.run(sql, endToEndId, idEnvio, amount, ...who, requestedAt, hiddenUntil, status)
}

export function findPayout({ database }: Bank, endToEndId: string): Payout | undefined {
  const row = database.first<Row>('select * from payout where end_to_end_id = ?', endToEndId)
  return row && payoutOf(row)
}

export function findPayoutByIdEnvio({ database }: Bank, idEnvio: string): Payout | undefined {
  const row = database.first<Row>('select * from payout where id_envio = ?', idEnvio)
  return row && payoutOf(row)
}

export function settlePayout(
  { database, clock }: Bank,
  { endToEndId }: Payout,
  status: PayoutStatus,
  error: PayoutError | null,
): void {
  const sql = 'update payout set status = ?, error = ?, settled_at = ? where end_to_end_id = ?'
  database.run(sql, status, error === null ? null : JSON.stringify(error), clock.now(), endToEndId)
}

/** True the first time that an idEnvio is asked for; from then on the bank remembers it. */
export function loseOnce({ database }: Bank, idEnvio: string): boolean {
  return database.run('insert or ignore into lost_request (id_envio) values (?)', idEnvio) === 1
}

export function insertReturn({ database }: Bank, { endToEndId }: Payout, back: PayoutReturn): void {
  const sql = 'insert into payout_return (rtr_id, end_to_end_id, amount, returned_at) values (?, ?, ?, ?)'
  database.run(sql, back.rtrId, endToEndId, back.amount, back.returnedAt)
}

export function returnsOf({ database }: Bank, endToEndId: string): PayoutReturn[] {
  const sql = 'select rtr_id, amount, returned_at from payout_return where end_to_end_id = ? order by rowid'
  const rows = database.all<{ rtr_id: string; amount: number; returned_at: number }>(sql, endToEndId)
  return rows.map(row => ({ rtrId: row.rtr_id, amount: centavos(row.amount), returnedAt: row.returned_at }))
}

/** In the order of acceptance, from a row number on: the whole truth, for those who compare. */
export function payoutsAfter({ database }: Bank, cursor: number, limit: number): { payout: Payout; cursor: number }[] {
  const sql = 'select *, rowid as cursor from payout where rowid > ? order by rowid limit ?'
  const rows = database.all<Row & { cursor: number }>(sql, cursor, limit)
  return rows.map(row => ({ payout: payoutOf(row), cursor: row.cursor }))
}

export function latestPayouts({ database }: Bank, limit: number): Payout[] {
  return database.all<Row>('select * from payout order by requested_at desc, rowid desc limit ?', limit).map(payoutOf)
}

export const ListQuery = Type.Object({
  ...PeriodQuery.properties,
  status: Type.Optional(
    Type.Union([Type.Literal('EM_PROCESSAMENTO'), Type.Literal('REALIZADO'), Type.Literal('NAO_REALIZADO')]),
  ),
})

const FILTER = `from payout where requested_at between ?1 and ?2 and (?3 is null or status = ?3) and hidden_until <= ?4`

export function listPayouts(
  { database, clock }: Bank,
  page: Page,
  filters: Static<typeof ListQuery>,
): { payouts: Payout[]; total: number } {
  const values = [page.from, page.to, filters.status ?? null, clock.now()] as const
  const sql = `select * ${FILTER} order by requested_at, end_to_end_id limit ?5 offset ?6`
  const rows = database.all<Row>(sql, ...values, page.size, page.offset)
  const count = database.first<{ total: number }>(`select count(*) as total ${FILTER}`, ...values)
  return { payouts: rows.map(payoutOf), total: count?.total ?? 0 }
}
