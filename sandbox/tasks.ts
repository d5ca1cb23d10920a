// What the bank owes itself: a settlement, a return, a debit, at a time. A task is written in the transaction that causes it and
// deleted in the transaction that does it, so it is done exactly once. Each is done at its own instant, in the order of their instants, and so
// is what it causes: a clock that jumps by a year leaves the same books as one that went through it.
import type { CARD_TASKS } from './card/tasks.ts'
import type { Bank } from './resources.ts'
import type { Worker } from './scheduler.ts'

export type TaskKind =
  | 'payout step'
  | 'settle devolucao'
  | 'schedule charge'
  | 'debit'
  | 'expire charge'
  | 'cancel by payer'
  | 'carry request'
  | 'expire request'
  | 'credit boleto'
  | 'boleto overdue'
  | 'dispute pix'
  | 'decide dispute'
  | keyof typeof CARD_TASKS

/** Does one task inside the transaction that deletes it. The clock of its bank stands at when the task fell due. */
type TaskHandler = (bank: Bank, subject: string, detail: unknown) => void

interface TaskRow {
  id: number
  kind: TaskKind
  subject: string
  detail: string
  due_at: number
}

const MAX_IN_ONE_TRANSACTION = 500

export function queueTask({ database }: Bank, kind: TaskKind, subject: string, detail: unknown, dueAt: number): void {
  const sql = 'insert into task (kind, subject, detail, due_at) values (?, ?, ?, ?)'
  database.run(sql, kind, subject, JSON.stringify(detail), dueAt)
}

export function taskWorker(bank: Bank, handlers: Record<TaskKind, TaskHandler>): Worker {
  const { database, clock } = bank

  /** One by one, since a task may cause one that comes before the next. */
  function workOffSome(): number {
    const sql = 'select * from task where due_at <= ? order by due_at, id limit 1'
    const until = clock.now()
    return database.transaction(() => {
      for (let done = 0; done < MAX_IN_ONE_TRANSACTION; done++) {
        const task = database.first<TaskRow>(sql, until)
        if (task === undefined) return done
        handlers[task.kind](standingAt(bank, task.due_at), task.subject, JSON.parse(task.detail))
        database.run('delete from task where id = ?', task.id)
      }
      return MAX_IN_ONE_TRANSACTION
    })
  }

  const nextTaskAt = () => database.first<{ due: number | null }>('select min(due_at) as due from task')?.due ?? null

  return {
    // Begins no transaction where nothing is due.
    workOff() {
      if ((nextTaskAt() ?? Number.POSITIVE_INFINITY) > clock.now()) return
      while (workOffSome() === MAX_IN_ONE_TRANSACTION);
    },
    nextDueAt: nextTaskAt,
    async stop() {},
  }
}

const standingAt = (bank: Bank, at: number): Bank => ({ ...bank, clock: { ...bank.clock, now: () => at } })
