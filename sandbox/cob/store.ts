// The SQL of charges, their locations and their revisions.

import type { House } from '../house.ts'
import type { Page } from '../http/paging.ts'
import type { Cob, CobDocument, CobStatus } from './cob.ts'
import type { CobFilters } from './schema.ts'

interface CobRow {
  txid: string
  status: CobStatus
  revisao: number
  created_at: number
  document: string
  location_id: number
  address: string
  location_created_at: number
}

const SELECT = `
  select cob.txid, cob.status, cob.revisao, cob.created_at, cob.document,
         cob.location_id, location.address, location.created_at as location_created_at
  from cob join location on location.id = cob.location_id`

function cobOf(row: CobRow | undefined): Cob | undefined {
  if (row === undefined) return undefined
  const { txid, status, revisao, created_at, document, location_id, address, location_created_at } = row
  return {
    txid,
    status,
    revisao,
    createdAt: created_at,
    location: { id: location_id, address, createdAt: location_created_at },
    document: JSON.parse(document) as CobDocument,
  }
}

export function findCob({ database }: House, txid: string): Cob | undefined {
  return cobOf(database.first<CobRow>(`${SELECT} where cob.txid = ?`, txid))
}

export function findCobAt({ database }: House, address: string): Cob | undefined {
  return cobOf(database.first<CobRow>(`${SELECT} where location.address = ?`, address))
}

/** By the end of its location, wherever the bank listened when it was made. */
export function findCobByToken({ database }: House, token: string): Cob | undefined {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  return cobOf(database.first<CobRow>(`${SELECT} where substr(location.address, -32) = ?`, token))
}

export function findCobByLocation({ database }: House, id: number): Cob | undefined {
  return cobOf(database.first<CobRow>(`${SELECT} where location.id = ?`, id))
}

/** The charge as an earlier revision left it. */
export function findRevision(house: House, txid: string, revisao: number): Cob | undefined {
  const cob = findCob(house, txid)
  const sql = 'select status, document from cob_revision where txid = ? and revisao = ?'
  const row = house.database.first<{ status: CobStatus; document: string }>(sql, txid, revisao)
  if (cob === undefined || row === undefined) return undefined
  return { ...cob, revisao, status: row.status, document: JSON.parse(row.document) as CobDocument }
}

export function locationExists({ database }: House, id: number): boolean {
  return database.first('select 1 as found from location where id = ?', id) !== undefined
}

export function insertCob({ database, clock }: House, txid: string, address: string, document: CobDocument): void {
  const now = clock.now()
  database.run('insert into location (address, created_at) values (?, ?)', address, now)
  const location = database.first<{ id: number }>('select id from location where address = ?', address)
  const sql = `insert into cob (txid, location_id, created_at, status, revisao, cpf, cnpj, document)
    values (?, ?, ?, 'ATIVA', 0, ?, ?, ?)`
  const { cpf = null, cnpj = null } = document.devedor ?? {}
  const text = JSON.stringify(document)
  database.run(sql, txid, location?.id ?? null, now, cpf, cnpj, text)
  insertRevision(database, { txid, revisao: 0, status: 'ATIVA', document })
}

export function reviseCob({ database }: House, { txid, revisao, status, document }: Cob): void {
  const { cpf = null, cnpj = null } = document.devedor ?? {}
  const sql = 'update cob set status = ?, revisao = ?, cpf = ?, cnpj = ?, document = ? where txid = ?'
  database.run(sql, status, revisao, cpf, cnpj, JSON.stringify(document), txid)
  insertRevision(database, { txid, revisao, status, document })
}

function insertRevision(
  database: House['database'],
  { txid, revisao, status, document }: Pick<Cob, 'txid' | 'revisao' | 'status' | 'document'>,
): void {
  const sql = 'insert into cob_revision (txid, revisao, status, document) values (?, ?, ?, ?)'
  database.run(sql, txid, revisao, status, JSON.stringify(document))
}

/** Paying is no revision: the number stays. */
export function concludeCob({ database }: House, txid: string): void {
  database.run("update cob set status = 'CONCLUIDA' where txid = ? and status = 'ATIVA'", txid)
}

const FILTER = `where cob.created_at between ?1 and ?2
    and (?3 is null or cob.cpf = ?3) and (?4 is null or cob.cnpj = ?4) and (?5 is null or cob.status = ?5)`

/** Oldest first, so that new charges do not push others onto the next page. */
export function listCobs({ database }: House, page: Page, filters: CobFilters): { cobs: Cob[]; total: number } {
  // Every charge of this bank has a location.
  if (filters.locationPresente === false) return { cobs: [], total: 0 }
  const values = [page.from, page.to, filters.cpf ?? null, filters.cnpj ?? null, filters.status ?? null] as const
  const sql = `${SELECT} ${FILTER} order by cob.created_at, cob.txid limit ?6 offset ?7`
  const rows = database.all<CobRow>(sql, ...values, page.size, page.offset)
  const count = database.first<{ total: number }>(`select count(*) as total from cob ${FILTER}`, ...values)
  return { cobs: rows.flatMap(row => cobOf(row) ?? []), total: count?.total ?? 0 }
}
