// The examination by the clock: once in so long, by one process of the gateway, with an alert where something is wrong. A process
// that dies in it leaves it to be taken up a little later.

import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { type Examination, examine } from './examine.ts'
import { sentenceOf } from './report.ts'
import { keepExamination, leaseExamination, planExamination } from './store.ts'

export interface DoctorDeps {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  alerts: Alerts
  /** 0: never. */
  everyMs: number
}

export interface DoctorWatch {
  /** Breaks off what is under way. */
  stop(): Promise<void>
}

const RETRY_MS = 15 * MINUTE_MS
const MAX_LISTED = 10

export function startDoctorWatch(deps: DoctorDeps): DoctorWatch {
  const { db, clock, log, everyMs } = deps
  if (everyMs === 0) return { stop: async () => {} }
  const leaving = new AbortController()

  async function round(): Promise<false> {
    const now = clock()
    const latest = after(now, everyMs)
    const due = await leaseExamination(db, now, after(now, Math.min(everyMs, RETRY_MS)), latest)
    if (due === null) return false
    const examination = await examineAlone()
    if (examination === null) return false
    await keepExamination(db, examination)
    report(deps, examination)
    await planExamination(db, nextAfter(due > latest ? now : due, clock(), everyMs))
    return false
  }

  async function examineAlone(): Promise<Examination | null> {
    try {
      return await examine({ db, clock }, { alone: true, leaving: leaving.signal })
    } catch (error) {
      if (leaving.signal.aborted) return null
      throw error
    }
  }

  const loop = startDueLoop({ name: 'doctor', everyMs: Math.min(everyMs, MINUTE_MS), log, round })
  return {
    stop() {
      leaving.abort()
      return loop.stop()
    },
  }
}

function report({ alerts, log }: DoctorDeps, { findings, accounts, rows, durationMs }: Examination): void {
  if (findings.length === 0) {
    log.info({ accounts, rows, durationMs }, 'the books were examined and add up')
    alerts.resolve('BOOKS_DO_NOT_ADD_UP', null)
  } else
    alerts.raise(
      'BOOKS_DO_NOT_ADD_UP',
      { things: findings.length, findings: findings.slice(0, MAX_LISTED).map(sentenceOf) },
      null,
    )
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

/** At the same hour again, however long it took or was put off. */
function nextAfter(due: Date, now: Date, everyMs: number): Date {
  const rounds = Math.floor((now.getTime() - due.getTime()) / everyMs) + 1
  return after(due, Math.max(rounds, 1) * everyMs)
}
