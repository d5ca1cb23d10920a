// The SQL of received Pix. A row says that the money arrived; it is never changed.
import type { SQLInputValue } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { type Centavos, centavos } from '#kernel/money.ts'
import { CnpjText, CpfText } from '../http/forms.ts'
import { type Page, PeriodQuery } from '../http/paging.ts'
import type { Bank } from '../resources.ts'

export interface Pix {
  endToEndId: string
  txid: string | null
  chave: string
  amount: Centavos
  receivedAt: number
  info: string | null
  payer: { name: string; document: string }
}

interface PixRow {
  end_to_end_id: string
  txid: string | null
  chave: string
  amount: number
  received_at: number
  info: string | null
  payer_name: string
  payer_document: string
}

function pixOf(row: PixRow): Pix {
  return {
    endToEndId: row.end_to_end_id,
    txid: row.txid,
    chave: row.chave,
    amount: centavos(row.amount),
    receivedAt: row.received_at,
    info: row.info,
    payer: { name: row.payer_name, document: row.payer_document },
  }
}

export function insertPix({ database }: Bank, pix: Pix): void {
  const sql = `insert into pix
    (end_to_end_id, txid, chave, amount, received_at, info, payer_name, payer_document) values (?, ?, ?, ?, ?, ?, ?, ?)`
  const { endToEndId, txid, chave, amount, receivedAt, info, payer } = pix
  database.run(sql, endToEndId, txid, chave, amount, receivedAt, info, payer.name, payer.document)
}

export function findPix({ database }: Bank, endToEndId: string): Pix | undefined {
  const row = database.first<PixRow>('select * from pix where end_to_end_id = ?', endToEndId)
  return row && pixOf(row)
}

export function pixOfTxid({ database }: Bank, txid: string): Pix[] {
  return database.all<PixRow>('select * from pix where txid = ? order by received_at, rowid', txid).map(pixOf)
}

/** In the order of arrival, from a row number on: the whole truth, for those who compare. */
export function pixAfter({ database }: Bank, cursor: number, limit: number): { pix: Pix; cursor: number }[] {
  const sql = 'select *, rowid as cursor from pix where rowid > ? order by rowid limit ?'
  const rows = database.all<PixRow & { cursor: number }>(sql, cursor, limit)
  return rows.map(row => ({ pix: pixOf(row), cursor: row.cursor }))
}

export function latestPix({ database }: Bank, limit: number): Pix[] {
  return database.all<PixRow>('select * from pix order by received_at desc, rowid desc limit ?', limit).map(pixOf)
}

export const ListQuery = Type.Object({
  ...PeriodQuery.properties,
  txid: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9]{1,35}$' })),
  txIdPresente: Type.Optional(Type.Boolean()),
  devolucaoPresente: Type.Optional(Type.Boolean()),
  cpf: Type.Optional(CpfText),
  cnpj: Type.Optional(CnpjText),
})
export type PixFilters = Static<typeof ListQuery>

const FILTER = `from pix where received_at between ?1 and ?2
    and (?3 is null or txid = ?3)
    and (?4 is null or (txid is not null) = ?4)
    and (?5 is null or exists (select 1 from devolucao where devolucao.end_to_end_id = pix.end_to_end_id) = ?5)
    and (?6 is null or payer_document = ?6)
    and (?7 or not exists (select 1 from cobr where cobr.txid = pix.txid))`

/** Oldest first, so that new arrivals do not push others onto the next page. */
export function listPix({ database, settings }: Bank, page: Page, filters: PixFilters): { pix: Pix[]; total: number } {
  const values: SQLInputValue[] = [
    page.from,
    page.to,
    filters.txid ?? null,
    flag(filters.txIdPresente),
    flag(filters.devolucaoPresente),
    filters.cpf ?? filters.cnpj ?? null,
    Number(settings.read().listDebits),
  ]
  const sql = `select * ${FILTER} order by received_at, end_to_end_id limit ?8 offset ?9`
  const rows = database.all<PixRow>(sql, ...values, page.size, page.offset)
  const count = database.first<{ total: number }>(`select count(*) as total ${FILTER}`, ...values)
  return { pix: rows.map(pixOf), total: count?.total ?? 0 }
}

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value))
