// What the bank owes itself: a settlement, a return, at a time. A task is written in the transaction that causes it and
// deleted in the transaction that does it, so it is done exactly once.
import type { House } from './house.ts'
import type { Worker } from './scheduler.ts'

export type TaskKind = 'payout step' | 'settle devolucao'

/** Does one task inside the transaction that deletes it. */
export type TaskHandler = (house: House, subject: string, detail: unknown) => void

interface TaskRow {
  id: number
  kind: TaskKind
  subject: string
  detail: string
}

const MAX_IN_ONE_TRANSACTION = 500

export function queueTask({ database }: House, kind: TaskKind, subject: string, detail: unknown, dueAt: number): void {
  const sql = 'insert into task (kind, subject, detail, due_at) values (?, ?, ?, ?)'
  database.run(sql, kind, subject, JSON.stringify(detail), dueAt)
}

export function taskWorker(house: House, handlers: Record<TaskKind, TaskHandler>): Worker {
  const { database, clock } = house

  function workOffSome(): number {
    const sql = 'select id, kind, subject, detail from task where due_at <= ? order by due_at, id limit ?'
    const due = database.all<TaskRow>(sql, clock.now(), MAX_IN_ONE_TRANSACTION)
    if (due.length === 0) return 0
    database.transaction(() => {
      for (const { id, kind, subject, detail } of due) {
        handlers[kind](house, subject, JSON.parse(detail))
        database.run('delete from task where id = ?', id)
      }
    })
    return due.length
  }

  return {
    workOff() {
      while (workOffSome() === MAX_IN_ONE_TRANSACTION);
    },
    nextDueAt: () => database.first<{ due: number | null }>('select min(due_at) as due from task')?.due ?? null,
    async stop() {},
  }
}
