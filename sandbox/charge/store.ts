// The SQL of charges, their locations and their revisions: the same for immediate ones (cob) and for those with a due day (cobv), which
// have a table each.

import type { Page } from '../http/paging.ts'
import type { Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'
import type { Charge, ChargeNoun, ChargeStatus } from './charge.ts'

interface Row {
  txid: string
  status: ChargeStatus
  revisao: number
  created_at: number
  document: string
  location_id: number
  address: string
  location_created_at: number
}

interface Filters {
  cpf?: string
  cnpj?: string
  locationPresente?: boolean
  status?: string
}

export interface ChargeStore<Document> {
  find(bank: Bank, txid: string): Charge<Document> | undefined
  findAt(bank: Bank, address: string): Charge<Document> | undefined
  /** By the end of its location, wherever the bank listened when it was made. */
  findByToken(bank: Bank, token: string): Charge<Document> | undefined
  findByLocation(bank: Bank, id: number): Charge<Document> | undefined
  /** The charge as an earlier revision left it. */
  findRevision(bank: Bank, charge: Charge<Document>, revisao: number): Charge<Document> | undefined
  insert(bank: Bank, txid: string, address: string, document: Document): void
  revise(bank: Bank, charge: Charge<Document>): void
  /** Paying is no revision: the number stays. */
  conclude(bank: Bank, txid: string): void
  /** Oldest first, so that new charges do not push others onto the next page. */
  list(bank: Bank, page: Page, filters: Filters): { charges: Charge<Document>[]; total: number }
}

type Debited = { devedor?: { cpf?: string; cnpj?: string } }

export function chargeStore<Document extends Debited>(noun: ChargeNoun): ChargeStore<Document> {
  const select = `
  select ${noun}.txid, ${noun}.status, ${noun}.revisao, ${noun}.created_at, ${noun}.document,
         ${noun}.location_id, location.address, location.created_at as location_created_at
  from ${noun} join location on location.id = ${noun}.location_id`
  const filter = `where ${noun}.created_at between ?1 and ?2
    and (?3 is null or ${noun}.cpf = ?3) and (?4 is null or ${noun}.cnpj = ?4) and (?5 is null or ${noun}.status = ?5)`

  const chargeOf = (row: Row): Charge<Document> => ({
    txid: row.txid,
    status: row.status,
    revisao: row.revisao,
    createdAt: row.created_at,
    location: { id: row.location_id, address: row.address, createdAt: row.location_created_at },
    document: JSON.parse(row.document) as Document,
  })

  function findWhere({ database }: Bank, condition: string, value: string | number): Charge<Document> | undefined {
    const row = database.first<Row>(`${select} where ${condition} = ?`, value)
    return row && chargeOf(row)
  }

  function insertRevision(
    { database }: Bank,
    { txid, revisao, status, document }: Pick<Charge<Document>, 'txid' | 'revisao' | 'status' | 'document'>,
  ): void {
    const sql = `insert into ${noun}_revision (txid, revisao, status, document) values (?, ?, ?, ?)`
    database.run(sql, txid, revisao, status, JSON.stringify(document))
  }

  return {
    find: (bank, txid) => findWhere(bank, `${noun}.txid`, txid),
    findAt: (bank, address) => findWhere(bank, 'location.address', address),
    findByToken: (bank, token) =>
      /^[0-9a-f]{32}$/.test(token) ? findWhere(bank, 'substr(location.address, -32)', token) : undefined,
    findByLocation: (bank, id) => findWhere(bank, 'location.id', id),
    findRevision({ database }, charge, revisao) {
      const sql = `select status, document from ${noun}_revision where txid = ? and revisao = ?`
      const row = database.first<{ status: ChargeStatus; document: string }>(sql, charge.txid, revisao)
      return row && { ...charge, revisao, status: row.status, document: JSON.parse(row.document) as Document }
    },
    insert(bank, txid, address, document) {
      const { database, clock } = bank
      const now = clock.now()
      database.run('insert into location (address, created_at) values (?, ?)', address, now)
      const location = database.first<{ id: number }>('select id from location where address = ?', address)
      const sql = `insert into ${noun} (txid, location_id, created_at, status, revisao, cpf, cnpj, document)
        values (?, ?, ?, 'ATIVA', 0, ?, ?, ?)`
      const { cpf = null, cnpj = null } = document.devedor ?? {}
      database.run(sql, txid, location?.id ?? null, now, cpf, cnpj, JSON.stringify(document))
      insertRevision(bank, { txid, revisao: 0, status: 'ATIVA', document })
    },
    revise(bank, charge) {
      const { txid, revisao, status, document } = charge
      const { cpf = null, cnpj = null } = document.devedor ?? {}
      const sql = `update ${noun} set status = ?, revisao = ?, cpf = ?, cnpj = ?, document = ? where txid = ?`
      bank.database.run(sql, status, revisao, cpf, cnpj, JSON.stringify(document), txid)
      insertRevision(bank, charge)
    },
    conclude({ database }, txid) {
      database.run(`update ${noun} set status = 'CONCLUIDA' where txid = ? and status = 'ATIVA'`, txid)
    },
    list({ database }, page, { cpf = null, cnpj = null, status = null, locationPresente }) {
      // Every charge of this bank has a location.
      if (locationPresente === false) return { charges: [], total: 0 }
      const values = [page.from, page.to, cpf, cnpj, status] as const
      const sql = `${select} ${filter} order by ${noun}.created_at, ${noun}.txid limit ?6 offset ?7`
      const rows = database.all<Row>(sql, ...values, page.size, page.offset)
      const count = database.first<{ total: number }>(`select count(*) as total from ${noun} ${filter}`, ...values)
      return { charges: rows.map(chargeOf), total: count?.total ?? 0 }
    },
  }
}

/** Locations are made with their charge here, so that one that exists is in use. */
export function locViolations({ database }: Bank, id: number | undefined): Violacao[] {
  if (id === undefined) return []
  const exists = database.first('select 1 as found from location where id = ?', id) !== undefined
  const razao = exists ? 'O location já é de outra cobrança.' : 'O location não existe.'
  return [{ razao, propriedade: 'loc.id', valor: String(id) }]
}
