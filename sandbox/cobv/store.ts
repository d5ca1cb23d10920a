// The SQL of charges with a due day, their locations and their revisions.
import type { CobStatus } from '../cob/cob.ts'
import type { House } from '../house.ts'
import type { Page } from '../http/paging.ts'
import type { Cobv, CobvDocument } from './cobv.ts'
import type { CobvFilters } from './schema.ts'

interface Row {
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
  select cobv.txid, cobv.status, cobv.revisao, cobv.created_at, cobv.document,
         cobv.location_id, location.address, location.created_at as location_created_at
  from cobv join location on location.id = cobv.location_id`

const cobvOf = (row: Row): Cobv => ({
  txid: row.txid,
  status: row.status,
  revisao: row.revisao,
  createdAt: row.created_at,
  location: { id: row.location_id, address: row.address, createdAt: row.location_created_at },
  document: JSON.parse(row.document) as CobvDocument,
})

export function findCobv({ database }: House, txid: string): Cobv | undefined {
  const row = database.first<Row>(`${SELECT} where cobv.txid = ?`, txid)
  return row && cobvOf(row)
}

export function findCobvAt({ database }: House, address: string): Cobv | undefined {
  const row = database.first<Row>(`${SELECT} where location.address = ?`, address)
  return row && cobvOf(row)
}

/** By the end of its location, wherever the bank listened when it was made. */
export function findCobvByToken({ database }: House, token: string): Cobv | undefined {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const row = database.first<Row>(`${SELECT} where substr(location.address, -32) = ?`, token)
  return row && cobvOf(row)
}

export function findCobvByLocation({ database }: House, id: number): Cobv | undefined {
  const row = database.first<Row>(`${SELECT} where location.id = ?`, id)
  return row && cobvOf(row)
}

/** The charge as an earlier revision left it. */
export function findCobvRevision(house: House, cobv: Cobv, revisao: number): Cobv | undefined {
  const sql = 'select status, document from cobv_revision where txid = ? and revisao = ?'
  const row = house.database.first<{ status: CobStatus; document: string }>(sql, cobv.txid, revisao)
  return row && { ...cobv, revisao, status: row.status, document: JSON.parse(row.document) as CobvDocument }
}

export function insertCobv({ database, clock }: House, txid: string, address: string, document: CobvDocument): void {
  const now = clock.now()
  database.run('insert into location (address, created_at) values (?, ?)', address, now)
  const location = database.first<{ id: number }>('select id from location where address = ?', address)
  const sql = `insert into cobv (txid, location_id, created_at, status, revisao, cpf, cnpj, document)
    values (?, ?, ?, 'ATIVA', 0, ?, ?, ?)`
  const { cpf = null, cnpj = null } = document.devedor
  database.run(sql, txid, location?.id ?? null, now, cpf, cnpj, JSON.stringify(document))
  insertRevision(database, { txid, revisao: 0, status: 'ATIVA', document })
}

export function reviseCobv({ database }: House, { txid, revisao, status, document }: Cobv): void {
  const { cpf = null, cnpj = null } = document.devedor
  const sql = 'update cobv set status = ?, revisao = ?, cpf = ?, cnpj = ?, document = ? where txid = ?'
  database.run(sql, status, revisao, cpf, cnpj, JSON.stringify(document), txid)
  insertRevision(database, { txid, revisao, status, document })
}

function insertRevision(
  database: House['database'],
  { txid, revisao, status, document }: Pick<Cobv, 'txid' | 'revisao' | 'status' | 'document'>,
): void {
  const sql = 'insert into cobv_revision (txid, revisao, status, document) values (?, ?, ?, ?)'
  database.run(sql, txid, revisao, status, JSON.stringify(document))
}

/** Paying is no revision: the number stays. */
export function concludeCobv({ database }: House, txid: string): void {
  database.run("update cobv set status = 'CONCLUIDA' where txid = ? and status = 'ATIVA'", txid)
}

const FILTER = `where cobv.created_at between ?1 and ?2
    and (?3 is null or cobv.cpf = ?3) and (?4 is null or cobv.cnpj = ?4) and (?5 is null or cobv.status = ?5)`

/** Oldest first, so that new charges do not push others onto the next page. */
export function listCobvs({ database }: House, page: Page, filters: CobvFilters): { cobvs: Cobv[]; total: number } {
  // Every charge of this bank has a location, and none was made in a batch.
  if (filters.locationPresente === false || filters.loteCobVId !== undefined) return { cobvs: [], total: 0 }
  const values = [page.from, page.to, filters.cpf ?? null, filters.cnpj ?? null, filters.status ?? null] as const
  const sql = `${SELECT} ${FILTER} order by cobv.created_at, cobv.txid limit ?6 offset ?7`
  const rows = database.all<Row>(sql, ...values, page.size, page.offset)
  const count = database.first<{ total: number }>(`select count(*) as total from cobv ${FILTER}`, ...values)
  return { cobvs: rows.map(cobvOf), total: count?.total ?? 0 }
}
