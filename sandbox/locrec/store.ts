// The SQL of the addresses at which recurrences lie. A recurrence names its address; the address does not name it.

import type { Page } from '../http/paging.ts'
import { mintLocationToken } from '../ids.ts'
import type { Bank } from '../resources.ts'

export interface LocationRec {
  id: number
  address: string
  createdAt: number
  /** null: it belongs to no recurrence. */
  idRec: string | null
}

interface Row {
  id: number
  address: string
  created_at: number
  id_rec: string | null
}

const SELECT = `
  select location_rec.id, location_rec.address, location_rec.created_at, rec.id_rec
  from location_rec left join rec on rec.location_id = location_rec.id`

const locationOf = ({ id, address, created_at, id_rec }: Row): LocationRec => ({
  id,
  address,
  createdAt: created_at,
  idRec: id_rec,
})

export function createLocation(bank: Bank): LocationRec {
  const address = `${bank.host()}/qr/v2/rec/${mintLocationToken(bank.random)}`
  bank.database.run('insert into location_rec (address, created_at) values (?, ?)', address, bank.clock.now())
  const location = findLocationAt(bank, address)
  if (location === undefined) throw new Error('the location was not kept')
  return location
}

export function findLocationRec({ database }: Bank, id: number): LocationRec | undefined {
  const row = database.first<Row>(`${SELECT} where location_rec.id = ?`, id)
  return row && locationOf(row)
}

export function findLocationAt({ database }: Bank, address: string): LocationRec | undefined {
  const row = database.first<Row>(`${SELECT} where location_rec.address = ?`, address)
  return row && locationOf(row)
}

/** By the end of its address, wherever the bank listened when it was made. */
export function findLocationByToken({ database }: Bank, token: string): LocationRec | undefined {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const row = database.first<Row>(`${SELECT} where substr(location_rec.address, -32) = ?`, token)
  return row && locationOf(row)
}

export interface LocationFilters {
  idRecPresente?: boolean
  convenio?: string
}

const FILTER = `where location_rec.created_at between ?1 and ?2
    and (?3 is null or (rec.id_rec is not null) = ?3) and (?4 is null or rec.convenio = ?4)`

/** Oldest first, so that new ones do not push others onto the next page. */
export function listLocations(
  { database }: Bank,
  page: Page,
  { idRecPresente, convenio }: LocationFilters,
): { locations: LocationRec[]; total: number } {
  const present = idRecPresente === undefined ? null : Number(idRecPresente)
  const values = [page.from, page.to, present, convenio ?? null] as const
  const sql = `${SELECT} ${FILTER} order by location_rec.created_at, location_rec.id limit ?5 offset ?6`
  const rows = database.all<Row>(sql, ...values, page.size, page.offset)
  const from = 'from location_rec left join rec on rec.location_id = location_rec.id'
  const count = database.first<{ total: number }>(`select count(*) as total ${from} ${FILTER}`, ...values)
  return { locations: rows.map(locationOf), total: count?.total ?? 0 }
}
