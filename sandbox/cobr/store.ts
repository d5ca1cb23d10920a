// The SQL of recurring charges and their tries.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Page } from '../http/paging.ts'
import type { Bank } from '../resources.ts'
import type { Cobr, CobrStatus, Rejection, Try, TryKind, TryStatus } from './cobr.ts'
import type { CobrFilters } from './schema.ts'

interface Row {
  txid: string
  id_rec: string
  created_at: number
  status: CobrStatus
  cycle: number
  document: string
  progress: string
}

const cobrOf = (row: Row): Cobr => ({
  txid: row.txid,
  idRec: row.id_rec,
  createdAt: row.created_at,
  status: row.status,
  cycle: row.cycle,
  document: JSON.parse(row.document) as Cobr['document'],
  progress: JSON.parse(row.progress) as Cobr['progress'],
})

export function insertCobr({ database }: Bank, cobr: Cobr): void {
  const { txid, idRec, createdAt, status, cycle, document, progress } = cobr
  const sql = `insert into cobr (txid, id_rec, created_at, status, cycle, document, progress) values (?, ?, ?, ?, ?, ?, ?)`
  database.run(sql, txid, idRec, createdAt, status, cycle, JSON.stringify(document), JSON.stringify(progress))
}

export function updateCobr({ database }: Bank, { txid, status, progress }: Cobr): void {
  database.run('update cobr set status = ?, progress = ? where txid = ?', status, JSON.stringify(progress), txid)
}

export function findCobr({ database }: Bank, txid: string): Cobr | undefined {
  const row = database.first<Row>('select * from cobr where txid = ?', txid)
  return row && cobrOf(row)
}

export function cobrsOfRec({ database }: Bank, idRec: string): Cobr[] {
  return database.all<Row>('select * from cobr where id_rec = ? order by created_at, rowid', idRec).map(cobrOf)
}

/** The one of the cycle that was neither rejected nor cancelled. */
export function liveCobrOf({ database }: Bank, idRec: string, cycle: number): Cobr | undefined {
  const sql = "select * from cobr where id_rec = ? and cycle = ? and status not in ('REJEITADA', 'CANCELADA')"
  const row = database.first<Row>(sql, idRec, cycle)
  return row && cobrOf(row)
}

const FILTER = `from cobr join rec on rec.id_rec = cobr.id_rec
  where cobr.created_at between ?1 and ?2 and (?3 is null or cobr.id_rec = ?3)
    and (?4 is null or rec.cpf = ?4) and (?5 is null or rec.cnpj = ?5)
    and (?6 is null or cobr.status = ?6) and (?7 is null or rec.convenio = ?7)`

/** Oldest first, so that new ones do not push others onto the next page. */
export function listCobrs({ database }: Bank, page: Page, filters: CobrFilters): { cobrs: Cobr[]; total: number } {
  const { idRec = null, cpf = null, cnpj = null, status = null, convenio = null } = filters
  const values = [page.from, page.to, idRec, cpf, cnpj, status, convenio] as const
  const sql = `select cobr.* ${FILTER} order by cobr.created_at, cobr.txid limit ?8 offset ?9`
  const rows = database.all<Row>(sql, ...values, page.size, page.offset)
  const count = database.first<{ total: number }>(`select count(*) as total ${FILTER}`, ...values)
  return { cobrs: rows.map(cobrOf), total: count?.total ?? 0 }
}

interface TryRow {
  txid: string
  n: number
  settles_on: LocalDate
  kind: TryKind
  end_to_end_id: string
  status: TryStatus
  rejection: string | null
  history: string
}

export function triesOf({ database }: Bank, txid: string): Try[] {
  const rows = database.all<TryRow>('select * from tentativa where txid = ? order by n', txid)
  return rows.map(row => ({
    txid: row.txid,
    n: row.n,
    settlesOn: row.settles_on,
    kind: row.kind,
    endToEndId: row.end_to_end_id,
    status: row.status,
    rejection: row.rejection === null ? null : (JSON.parse(row.rejection) as Rejection),
    history: JSON.parse(row.history) as Try['history'],
  }))
}

export function keepTry({ database }: Bank, one: Try): void {
  const sql = `insert or replace into tentativa
    (txid, n, settles_on, kind, end_to_end_id, status, rejection, history) values (?, ?, ?, ?, ?, ?, ?, ?)`
  const { txid, n, settlesOn, kind, endToEndId, status, rejection, history } = one
  const reason = rejection === null ? null : JSON.stringify(rejection)
  database.run(sql, txid, n, settlesOn, kind, endToEndId, status, reason, JSON.stringify(history))
}
