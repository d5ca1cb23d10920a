// The SQL of charges and of the payments of their boletos. A payment is never changed but for its end.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Bank } from '../resources.ts'
import type { Billet, Charge, ChargeStatus } from './charge.ts'
import type { ListQuestion } from './schema.ts'

interface Row {
  id: number
  custom_id: string | null
  notification_url: string | null
  items: string
  total: number
  status: ChargeStatus
  created_at: number
  token: string
  billet: string | null
}

const chargeOf = (row: Row): Charge => ({
  id: row.id,
  customId: row.custom_id,
  notificationUrl: row.notification_url,
  items: JSON.parse(row.items),
  total: centavos(row.total),
  status: row.status,
  createdAt: row.created_at,
  token: row.token,
  billet: row.billet === null ? null : JSON.parse(row.billet),
})

/** Ids are long from the start, as they are where many have one. */
const FIRST_ID = 24_000_001

export function insertCharge({ database }: Bank, charge: Omit<Charge, 'id' | 'billet'>): number {
  const sql = `insert into charge (id, custom_id, notification_url, items, total, status, created_at, token)
    values ((select max(?, coalesce(max(id) + 1, 0)) from charge), ?, ?, ?, ?, ?, ?, ?) returning id`
  const { customId, notificationUrl, items, total, status, createdAt, token } = charge
  const values = [FIRST_ID, customId, notificationUrl, JSON.stringify(items), total, status, createdAt, token]
  const row = database.first<{ id: number }>(sql, ...values)
  if (row === undefined) throw new Error('the charge was not kept')
  return row.id
}

export function findCharge({ database }: Bank, id: number): Charge | undefined {
  const row = database.first<Row>('select * from charge where id = ?', id)
  return row && chargeOf(row)
}

export function findChargeByToken({ database }: Bank, token: string): Charge | undefined {
  const row = database.first<Row>('select * from charge where token = ?', token)
  return row && chargeOf(row)
}

export function findChargeByLine({ database }: Bank, line: string): Charge | undefined {
  const row = database.first<Row>("select * from charge where billet ->> '$.line' = ?", line)
  return row && chargeOf(row)
}

export function findChargeByPix({ database }: Bank, address: string): Charge | undefined {
  const row = database.first<Row>("select * from charge where billet ->> '$.pix.address' = ?", address)
  return row && chargeOf(row)
}

export function updateCharge({ database }: Bank, { id, customId, notificationUrl, status, billet }: Charge): void {
  const sql = 'update charge set custom_id = ?, notification_url = ?, status = ?, billet = ? where id = ?'
  database.run(sql, customId, notificationUrl, status, billet === null ? null : JSON.stringify(billet), id)
}

/** Boletos that are the same in all that a payer sees. */
export function countIdentical({ database }: Bank, { items }: Charge, { customer, expire_at }: Billet): number {
  const sql = `select count(*) as count from charge
    where items = ? and billet ->> '$.expire_at' = ? and json_extract(billet, '$.customer') = json(?)`
  return database.first<{ count: number }>(sql, JSON.stringify(items), expire_at, JSON.stringify(customer))?.count ?? 0
}

/** Whether somebody has tried to pay it by card. */
export const isByCard = ({ database }: Bank, id: number): boolean =>
  database.first('select 1 from charge_card where charge_id = ?', id) !== undefined

const FILTER = `from charge where (?1 is null or custom_id = ?1)
  and case ?2 when 'billet' then billet is not null
    when 'card' then exists (select 1 from charge_card c where c.charge_id = charge.id) else false end
  and case when ?3 = 'payment'
    then exists (select 1 from charge_payment p
      where p.charge_id = charge.id and p.status <> 'bounced' and p.paid_on between ?4 and ?5)
    or exists (select 1 from charge_entry e where e.charge_id = charge.id and e.current = 'paid' and ?2 = 'card'
      and e.received_on between ?4 and ?5)
    else date((created_at - 10800000) / 1000, 'unixepoch') between ?4 and ?5 end`

/** Newest first, as the acquirer lists them: one that comes meanwhile moves the others on. */
export function listCharges({ database }: Bank, query: ListQuestion): Charge[] {
  const { charge_type, begin_date, end_date, date_of = 'creation', custom_id = null, limit, page } = query
  const sql = `select charge.* ${FILTER} order by id desc limit ?6 offset ?7`
  const filters = [custom_id, charge_type, date_of, begin_date, end_date]
  return database.all<Row>(sql, ...filters, limit, (page - 1) * limit).map(chargeOf)
}

export function chargesAfter({ database }: Bank, id: number, limit: number): Charge[] {
  return database.all<Row>('select * from charge where id > ? order by id limit ?', id, limit).map(chargeOf)
}

export type PaymentStatus = 'identified' | 'credited' | 'bounced'

export interface Payment {
  chargeId: number
  n: number
  way: 'line' | 'pix'
  amount: Centavos
  paidOn: LocalDate
  status: PaymentStatus
  creditedAt: number | null
  endToEndId: string | null
}

interface PaymentRow {
  charge_id: number
  n: number
  way: 'line' | 'pix'
  amount: number
  paid_on: LocalDate
  status: PaymentStatus
  credited_at: number | null
  end_to_end_id: string | null
}

export function paymentsOf({ database }: Bank, chargeId: number): Payment[] {
  const rows = database.all<PaymentRow>('select * from charge_payment where charge_id = ? order by n', chargeId)
  return rows.map(row => ({
    chargeId: row.charge_id,
    n: row.n,
    way: row.way,
    amount: centavos(row.amount),
    paidOn: row.paid_on,
    status: row.status,
    creditedAt: row.credited_at,
    endToEndId: row.end_to_end_id,
  }))
}

export function insertPayment({ database }: Bank, payment: Payment): void {
  const sql = `insert into charge_payment (charge_id, n, way, amount, paid_on, status, credited_at, end_to_end_id)
    values (?, ?, ?, ?, ?, ?, ?, ?)`
  const { chargeId, n, way, amount, paidOn, status, creditedAt, endToEndId } = payment
  database.run(sql, chargeId, n, way, amount, paidOn, status, creditedAt, endToEndId)
}

export function endPayment({ database }: Bank, { chargeId, n }: Payment, status: PaymentStatus, at: number): void {
  const sql = 'update charge_payment set status = ?, credited_at = ? where charge_id = ? and n = ?'
  database.run(sql, status, status === 'credited' ? at : null, chargeId, n)
}
