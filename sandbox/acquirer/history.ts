// What became of a charge, one entry for each change of its status, and the notices of it. A notice says nothing but the charge's token, and
// the same one each time; it is repeated until somebody reads what the token stands for.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { stickingFateOf } from '../callback/fate.ts'
import type { Bank } from '../resources.ts'
import type { Charge, ChargeStatus } from './charge.ts'
import { updateCharge } from './store.ts'

export interface Entry {
  n: number
  at: number
  previous: ChargeStatus | null
  current: ChargeStatus
  /** Of a payment that was confirmed. */
  value: Centavos | null
  receivedOn: LocalDate | null
}

interface Row {
  n: number
  at: number
  previous: ChargeStatus | null
  current: ChargeStatus
  value: number | null
  received_on: LocalDate | null
}

export function historyOf({ database }: Bank, chargeId: number): Entry[] {
  const rows = database.all<Row>('select * from charge_entry where charge_id = ? order by n', chargeId)
  return rows.map(({ n, at, previous, current, value, received_on }) => ({
    n,
    at,
    previous,
    current,
    value: value === null ? null : centavos(value),
    receivedOn: received_on,
  }))
}

export type Confirmed = Pick<Entry, 'value' | 'receivedOn'>

/** Keeps the charge as it now is, and what is to be noticed of that. */
export function moveCharge(bank: Bank, charge: Charge, status: ChargeStatus, confirmed?: Confirmed): Charge {
  const moved = { ...charge, status }
  updateCharge(bank, moved)
  record(bank, moved, charge.status, confirmed)
  return moved
}

const DUPLICATES = 3

export function record(bank: Bank, charge: Charge, previous: ChargeStatus | null, confirmed?: Confirmed): void {
  const { database, clock } = bank
  const n = (database.first<{ n: number | null }>(LAST, charge.id)?.n ?? 0) + 1
  const { value = null, receivedOn = null } = confirmed ?? {}
  database.run(INSERT, charge.id, n, clock.now(), previous, charge.status, value, receivedOn)
  const fate = stickingFateOf(bank, [String(charge.id), ...(charge.customId === null ? [] : [charge.customId])])
  if (fate?.fate === 'dropCallback') return
  const dueAt = clock.now() + bank.latencyOf(`${charge.id}/${n}`) + (fate?.fate === 'reorder' ? fate.delayMs : 0)
  for (let copy = 0; copy < (fate?.fate === 'duplicate' ? DUPLICATES : 1); copy++) queueNotice(bank, charge, dueAt)
}

const LAST = 'select max(n) as n from charge_entry where charge_id = ?'
const INSERT = `insert into charge_entry (charge_id, n, at, previous, current, value, received_on)
  values (?, ?, ?, ?, ?, ?, ?)`

/** A charge without an address is noticed nowhere. */
export function queueNotice({ database }: Bank, { id, notificationUrl }: Charge, dueAt: number): void {
  if (notificationUrl === null) return
  database.run('insert into charge_notice (charge_id, due_at) values (?, ?)', id, dueAt)
}

/** Whoever reads what the token stands for has been noticed of all that happened so far. */
export function noticed({ database, clock }: Bank, { id }: Charge): void {
  const sql = `update charge_notice set closed_at = ?1
    where charge_id = ?2 and closed_at is null and (due_at <= ?1 or attempts > 0)`
  database.run(sql, clock.now(), id)
}
