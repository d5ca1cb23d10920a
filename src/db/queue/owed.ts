// Whether rows are due, asked by all loops of a process in one statement: nearly always none are, and a statement for each loop would be
// most of what a gateway does that nobody uses. Whoever has the answer yes claims them in a statement of its own.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '../postgres.ts'

export interface Owed {
  db: Queryable
  /** Selects what is due now. */
  rows: () => Sql
}

/** Selects something, whatever is due. */
export const ANYTHING: Sql = sql`select`

/** Tables whose rows owe work at their `due_at`. */
type DueTable =
  | 'alarm'
  | 'alert_channel'
  | 'cart'
  | 'charge'
  | 'dead_mans_switch'
  | 'debit'
  | 'dispute'
  | 'dispute_defence'
  | 'legal_archive'
  | 'legal_request'
  | 'mail'
  | 'psp_inbox'
  | 'psp_sweep'
  | 'recurrence'
  | 'refund'
  | 'sale'
  | 'withdrawal'

export const owedIn = (table: DueTable, { db, clock }: { db: Queryable; clock: () => Date }): Owed => ({
  db,
  rows: () => sql`select from ${raw(table)} where due_at <= ${clock()}`,
})

interface Question {
  rows: Sql
  answer: PromiseWithResolvers<boolean>
}

/** Loops ask at the same moment, give or take what a turn of the process lasts. */
const GATHER_MS = 20

const gathering = new WeakMap<Queryable, Question[]>()

export function isOwed({ db, rows }: Owed): Promise<boolean> {
  const question = { rows: rows(), answer: Promise.withResolvers<boolean>() }
  const others = gathering.get(db)
  if (others !== undefined) others.push(question)
  else {
    const questions = [question]
    gathering.set(db, questions)
    setTimeout(() => {
      gathering.delete(db)
      void answerAll(db, questions)
    }, GATHER_MS)
  }
  return question.answer.promise
}

async function answerAll(db: Queryable, questions: Question[]): Promise<void> {
  // In one order, so that the server knows the statement.
  const ordered = questions.sort((a, b) => (a.rows.text < b.rows.text ? -1 : 1))
  try {
    const [row] = await db.query<{ owed: boolean[] }>(
      sql`select array[${join(ordered.map(({ rows }) => sql`exists (${rows})`))}] as owed`,
    )
    for (const [n, { answer }] of ordered.entries()) answer.resolve(row?.owed[n] === true)
  } catch (error) {
    for (const { answer } of ordered) answer.reject(error)
  }
}
