// The SQL of a debit that stands between two tries: one has failed, and none is under way. The same as isBetweenTries in progress/report.ts.
import sql, { type Sql } from 'sql-template-tag'
import type { LocalDate } from '#kernel/calendar/local-time.ts'

const hasTry = (statuses: Sql) => sql`
  exists (select from debit_try try where try.account_id = debit.account_id and try.debit_id = debit.id and try.status in (${statuses}))`

export const BETWEEN_TRIES = sql`(debit.status = 'ATIVA' and ${hasTry(sql`'REJEITADA', 'EXPIRADA'`)}
  and not ${hasTry(sql`'SOLICITADA', 'AGENDADA'`)})`

/** The day of the next try that is planned and not ordered yet; null: none is. One for today or before was missed. */
export const plannedTryAfter = (today: LocalDate) => sql`(
  select min(planned) from unnest(debit.planned_retries) as planned where planned > debit.settles_on and planned > ${today}::date)`
