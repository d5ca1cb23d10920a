// What the verbs of sales, of the money that pays them and of refunds are handed: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'

export interface SaleDeps {
  db: Database
  outbox: Outbox
  psps: PspDirectory
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  /** For what a person has to look at. */
  alert: (message: string, context: object) => void
  /** Once for each key, also after a restart: for what is reported again and again. */
  alertOnce: (key: string, message: string, context: object) => void
  /** In the commit of what it is about: a process that dies right after the commit has raised it. */
  alertInTx: (tx: Transaction, message: string, context: object) => Promise<void>
  pspTimeoutMs: number
  /** How long after each answer that does not end a refund the PSP is asked again. */
  lookupWaitsMs: number[]
}
