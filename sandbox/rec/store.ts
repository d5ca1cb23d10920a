// The SQL of recurrences.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Page } from '../http/paging.ts'
import type { Bank } from '../resources.ts'
import type { Rec, RecDocument, RecProgress, RecStatus } from './rec.ts'
import type { RecFilters } from './schema.ts'

interface Row {
  id_rec: string
  location_id: number | null
  created_at: number
  status: RecStatus
  document: string
  progress: string
}

function recOf(row: Row): Rec {
  return {
    idRec: row.id_rec,
    locationId: row.location_id,
    createdAt: row.created_at,
    status: row.status,
    document: JSON.parse(row.document) as RecDocument,
    progress: JSON.parse(row.progress) as RecProgress,
  }
}

/** What is looked for by itself, beside what is kept as it is. */
const columnsOf = ({ status, locationId, document, progress }: Rec) => [
  locationId,
  status,
  document.vinculo.devedor.cpf ?? null,
  document.vinculo.devedor.cnpj ?? null,
  document.recebedor?.convenio ?? null,
  document.calendario.dataFinal ?? null,
  progress.payer?.document ?? null,
  JSON.stringify(document),
  JSON.stringify(progress),
]

export function insertRec({ database }: Bank, rec: Rec): void {
  const sql = `insert into rec
    (location_id, status, cpf, cnpj, convenio, ends_on, payer_document, document, progress, created_at, id_rec)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  database.run(sql, ...columnsOf(rec), rec.createdAt, rec.idRec)
}

export function updateRec({ database }: Bank, rec: Rec): void {
  const sql = `update rec set location_id = ?, status = ?, cpf = ?, cnpj = ?, convenio = ?, ends_on = ?,
    payer_document = ?, document = ?, progress = ? where id_rec = ?`
  database.run(sql, ...columnsOf(rec), rec.idRec)
}

export function findRec({ database }: Bank, idRec: string): Rec | undefined {
  const row = database.first<Row>('select * from rec where id_rec = ?', idRec)
  return row && recOf(row)
}

export function unlinkLocation({ database }: Bank, locationId: number): void {
  database.run('update rec set location_id = null where location_id = ?', locationId)
}

/** Those that are over by their last day, and do not say so yet. */
export function overdueRecs({ database }: Bank, today: LocalDate): Rec[] {
  const sql = "select * from rec where status in ('CRIADA', 'APROVADA') and ends_on < ? order by created_at, id_rec"
  return database.all<Row>(sql, today).map(recOf)
}

/** Newest first: those that a person is asked to pay, or has authorised. */
export function recsOfPerson({ database }: Bank, document: string): Rec[] {
  const sql = 'select * from rec where ?1 in (cpf, cnpj, payer_document) order by created_at desc, id_rec'
  return database.all<Row>(sql, document).map(recOf)
}

/** Debtors, payers and the receivers of requests, the latest first. Of some the document alone is known. */
export function peopleOfRecs({ database }: Bank, max: number): { document: string; name: string | null }[] {
  const sql = `
    select document, max(name) as name from (
      select coalesce(cpf, cnpj) as document, document ->> '$.vinculo.devedor.nome' as name, created_at as at from rec
      union all select payer_document, progress ->> '$.payer.name', created_at from rec where payer_document is not null
      union all select payer_document, null, created_at from solicrec)
    group by document order by max(at) desc, document limit ?`
  return database.all<{ document: string; name: string | null }>(sql, max)
}

const FILTER = `from rec where created_at between ?1 and ?2
    and (?3 is null or cpf = ?3) and (?4 is null or cnpj = ?4) and (?5 is null or status = ?5)
    and (?6 is null or (location_id is not null) = ?6) and (?7 is null or convenio = ?7)`

/** Oldest first, so that new ones do not push others onto the next page. */
export function listRecs({ database }: Bank, page: Page, filters: RecFilters): { recs: Rec[]; total: number } {
  const { cpf = null, cnpj = null, status = null, locationPresente, convenio = null } = filters
  const located = locationPresente === undefined ? null : Number(locationPresente)
  const values = [page.from, page.to, cpf, cnpj, status, located, convenio] as const
  const sql = `select * ${FILTER} order by created_at, id_rec limit ?8 offset ?9`
  const rows = database.all<Row>(sql, ...values, page.size, page.offset)
  const count = database.first<{ total: number }>(`select count(*) as total ${FILTER}`, ...values)
  return { recs: rows.map(recOf), total: count?.total ?? 0 }
}
