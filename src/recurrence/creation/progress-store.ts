// The SQL by which a creation goes on, or is given up.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Recurrence, RecurrenceKey, Step } from '../recurrence.ts'

/**
 * Goes on with a creation that was last worked on after `since`; false where it is too late for that, or where it has been
 * given up and what it left at the PSP may be being taken away.
 */
export async function resumeRecurrence(
  tx: Transaction,
  key: RecurrenceKey,
  { since, now, dueAt }: { since: Date; now: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update recurrence set updated_at = ${now}, due_at = ${dueAt}, seal = default
    where account_id = ${key.accountId} and id = ${key.id} and status = 'CRIANDO' and not given_up
      and updated_at > ${since}
    returning 1`)
  return rows.length > 0
}

/** To another PSP account; false where it has come further, or was given up. */
export async function rebindRecurrence(
  tx: Transaction,
  { accountId, id, pspAccountId, step }: Recurrence,
  to: { pspAccountId: number; step: Step | null },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update recurrence set psp_account_id = ${to.pspAccountId}, step = ${to.step}, seal = default
    where account_id = ${accountId} and id = ${id} and status = 'CRIANDO' and not given_up and step = ${step}
      and psp_account_id = ${pspAccountId} and location_id is null and rec_requested_at is null and id_rec is null
    returning 1`)
  return rows.length > 0
}

/** From then on no request goes on with this creation, and what it left is to be taken away at once. False where it has come further. */
export async function giveUpRecurrence(db: Queryable, key: RecurrenceKey, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update recurrence set given_up = true, due_at = ${now}, seal = default
    where account_id = ${key.accountId} and id = ${key.id} and status = 'CRIANDO' returning 1`)
  return rows.length > 0
}
