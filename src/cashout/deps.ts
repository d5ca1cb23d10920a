// The dependencies of the verbs and workers of cashouts: one set for the whole feature.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { EgressProxy } from '#http/egress/egress.ts'
import type { Pressure } from '#kernel/concurrency/pressure.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Outbox } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { CashoutKey } from './cashout.ts'
import type { RequestRules } from './request/rules.ts'
import type { Settlement } from './settlement/settle.ts'
import type { CommittedAttempt, RefusedKey } from './submission/attempt.ts'
import type { RecordedAnswer } from './submission/attempt-store.ts'

export interface CashoutDeps extends RequestRules {
  db: Database
  outbox: Outbox
  psps: Pick<PspDirectory, 'payOut' | 'states' | 'isCircuitOpen' | 'circuitOpen'>
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Alerts
  pspTimeoutMs: number
  /** The delays between polls of the PSP after answers without an end. */
  lookupWaitsMs: number[]
  /** While many cashouts are requested at once, work that can wait gives way to them. */
  pressure: Pressure
  /** The client for approval requests to the accounts' own servers. */
  approvalCalls: { publicOnly: boolean; proxy: EgressProxy | null; brand: string; openSecret: SecretBox['open'] }
  /**
   * Alerts how many payments are missing in this database. It is called before any of them is restored, so that a process that dies
   * in between, or a PSP that fails, leaves the operator warned.
   */
  forgotten: (pspAccountId: number, payments: number) => Promise<void>
  /** No account that is opened from now on may get one of these numbers. */
  passAccountNumbers: (upTo: number) => Promise<void>
}

/** What the feature makes of them for what submits and polls: its frequent verbs, in batches. */
export interface Submission extends CashoutDeps {
  commitAttempt: (key: CashoutKey) => Promise<CommittedAttempt | RefusedKey | null>
  settle: (settlement: Settlement) => Promise<void>
  record: (answer: RecordedAnswer) => Promise<void>
  /** The approval of this cashout may have expired. */
  expire: (key: CashoutKey) => Promise<void>
}
