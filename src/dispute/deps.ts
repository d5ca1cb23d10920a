// What the verbs and workers of disputes are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { SalesUnderDispute } from '#sale/dispute/disputed-sale.ts'

export interface DisputeDeps {
  db: Database
  outbox: Outbox
  psps: Pick<PspDirectory, 'psp' | 'payIn' | 'kinds'>
  sales: SalesUnderDispute
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Alerts
  pspTimeoutMs: number
  /** How long after each answer that does not end a defence the PSP is asked again. */
  lookupWaitsMs: number[]
  /** From the beginning of one reading of a PSP's list to the beginning of the next. */
  watchEveryMs: number
}
