// The SQL of lists of recurrences: filters, and pages below a cursor. Those that are still being created are in none.
import sql, { join, type Sql } from 'sql-template-tag'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Journey } from '#psp/recurrence/port.ts'
import { BETWEEN_TRIES, plannedTryAfter } from '../debit/tries-store.ts'
import type { Recurrence, RecurrenceKey, RecurrenceStatus } from '../recurrence.ts'
import { COLUMNS, type RecurrenceRow, recurrenceOf } from '../row.ts'
import { settlementDayOf } from '../schedule/window.ts'
import type { NextDebit } from '../wire.ts'

export interface RecurrenceFilter {
  status?: RecurrenceStatus
  contrato?: string
  journey?: Journey
  document?: string
  externalReference?: string
  /** Only those that a person should look at. */
  hasAlert?: boolean
  from?: Date
  to?: Date
}

/** Newest first, below the cursor. */
export async function listRecurrences(
  db: Queryable,
  accountId: number,
  filter: RecurrenceFilter,
  page: { below: bigint | null; rows: number },
): Promise<Recurrence[]> {
  const where = conditions(filter)
  if (page.below !== null) where.push(sql`id < ${page.below}`)
  const rows = await db.query<RecurrenceRow>(sql`
    select ${COLUMNS} from recurrence where account_id = ${accountId} and ${join(where, ' and ')}
    order by id desc limit ${page.rows}`)
  return rows.map(recurrenceOf)
}

/** How many the list holds on all its pages; what each brings is not summed, as their days differ. */
export const countRecurrences = (db: Queryable, accountId: number, filter: RecurrenceFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`recurrence where account_id = ${accountId} and ${stretchOf(filter)}`,
    order: sql`account_id desc, id desc`,
    where: join(conditions(filter), ' and '),
    amount: sql`0::bigint`,
  })

/** Of the account: the narrowest index among those of what is asked for. */
function stretchOf({ status, contrato, document, hasAlert = false }: RecurrenceFilter): Sql {
  if (contrato !== undefined) return sql`contrato = ${contrato}`
  if (document !== undefined) return sql`customer_document = ${document}`
  if (hasAlert) return HAS_ALERT
  return status === undefined ? sql`true` : sql`status = ${status}`
}

const HAS_ALERT = sql`alert is not null and status in ('CRIADA', 'APROVADA')`

function conditions(filter: RecurrenceFilter): Sql[] {
  const { status, contrato, journey, document, externalReference, hasAlert = false, from, to } = filter
  return [
    sql`status not in ('CRIANDO', 'FALHOU')`,
    status && sql`status = ${status}`,
    contrato !== undefined && sql`contrato = ${contrato}`,
    journey && sql`journey = ${journey}`,
    document !== undefined && sql`customer_document = ${document}`,
    externalReference !== undefined && sql`external_reference = ${externalReference}`,
    hasAlert && HAS_ALERT,
    from && sql`created_at >= ${from}`,
    to && sql`created_at < ${to}`,
  ].filter(condition => typeof condition === 'object')
}

/** By the id of the recurrence: the first debit that is planned or under way. */
export async function findNextDebits(
  db: Queryable,
  keys: RecurrenceKey[],
  today: LocalDate,
): Promise<Map<bigint, NextDebit>> {
  if (keys.length === 0) return new Map()
  const rows = await db.query<NextRow>(sql`
    select distinct on (recurrence_id) recurrence_id as "recurrenceId", cycle, due_on as "dueOn", amount_centavos as amount,
      adjusts_to_business_day as adjusts, ${BETWEEN_TRIES} as "isBetweenTries",
      case when ${BETWEEN_TRIES} then ${plannedTryAfter(today)} else settles_on end as "settlesOn"
    from debit join unnest(${keys.map(({ accountId }) => accountId)}::int[], ${keys.map(({ id }) => id)}::bigint[])
      as key(account_id, recurrence_id) using (account_id, recurrence_id)
    where status in ('PLANEJADA', 'ENVIANDO', 'CRIADA', 'ATIVA')
    order by recurrence_id, cycle`)
  return new Map(rows.map(row => [row.recurrenceId, nextOf(row)]))
}

interface NextRow extends NextDebit {
  recurrenceId: bigint
  adjusts: boolean
  isBetweenTries: boolean
}

const nextOf = ({ cycle, dueOn, amount, settlesOn, adjusts, isBetweenTries }: NextRow): NextDebit => ({
  cycle,
  dueOn,
  amount,
  settlesOn: isBetweenTries ? settlesOn : (settlesOn ?? settlementDayOf(dueOn, adjusts)),
})
