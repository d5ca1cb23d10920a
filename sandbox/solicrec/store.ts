// The SQL of requests to authorise, which the receiver pushes to the payer's bank.
import type { Bank } from '../resources.ts'
import type { SolicRecRequest } from './schema.ts'

export type SolicRecStatus = 'CRIADA' | 'ENVIADA' | 'RECEBIDA' | 'ACEITA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'

export interface SolicRec {
  id: string
  idRec: string
  createdAt: number
  expiresAt: number
  status: SolicRecStatus
  /** Whom the payer's bank asks. */
  payerDocument: string
  document: SolicRecRequest
  history: { status: SolicRecStatus; at: number }[]
}

interface Row {
  id: string
  id_rec: string
  created_at: number
  expires_at: number
  status: SolicRecStatus
  payer_document: string
  document: string
  history: string
}

const requestOf = (row: Row): SolicRec => ({
  id: row.id,
  idRec: row.id_rec,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  status: row.status,
  payerDocument: row.payer_document,
  document: JSON.parse(row.document) as SolicRecRequest,
  history: JSON.parse(row.history) as SolicRec['history'],
})

export const isActive = ({ status }: SolicRec): boolean =>
  status === 'CRIADA' || status === 'ENVIADA' || status === 'RECEBIDA'

export function insertRequest({ database }: Bank, request: SolicRec): void {
  const { id, idRec, createdAt, expiresAt, status, payerDocument, document, history } = request
  const sql = `insert into solicrec (id, id_rec, created_at, expires_at, status, payer_document, document, history)
    values (?, ?, ?, ?, ?, ?, ?, ?)`
  const texts = [JSON.stringify(document), JSON.stringify(history)] as const
  database.run(sql, id, idRec, createdAt, expiresAt, status, payerDocument, ...texts)
}

export function findRequest({ database }: Bank, id: string): SolicRec | undefined {
  const row = database.first<Row>('select * from solicrec where id = ?', id)
  return row && requestOf(row)
}

/** Oldest first; at most the last one is active. */
export function requestsOfRec({ database }: Bank, idRec: string): SolicRec[] {
  const sql = 'select * from solicrec where id_rec = ? order by created_at, rowid'
  return database.all<Row>(sql, idRec).map(requestOf)
}

/** What waits for an answer of this person, newest first. */
export function requestsOfPerson({ database }: Bank, document: string): SolicRec[] {
  const sql = "select * from solicrec where payer_document = ? and status = 'RECEBIDA' order by created_at desc, rowid"
  return database.all<Row>(sql, document).map(requestOf)
}

export function moveRequest({ database, clock }: Bank, request: SolicRec, status: SolicRecStatus): SolicRec {
  const history = [...request.history, { status, at: clock.now() }]
  database.run('update solicrec set status = ?, history = ? where id = ?', status, JSON.stringify(history), request.id)
  return { ...request, status, history }
}
