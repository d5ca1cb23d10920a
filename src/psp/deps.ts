// What the PSPs of the gateway are given.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { FirstAccount } from './accounts/first-account.ts'
import type { PspKinds } from './kinds.ts'

export interface PspsDeps {
  db: Database
  /** Has the credentials. */
  secretBox: SecretBox
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  alerts: Pick<Alerts, 'raise' | 'raiseOnce' | 'resolve'>
  kinds: PspKinds
  production: boolean
  /** Of one call. */
  timeoutMs: number
  /** Created where the database has no PSP account yet. */
  firstAccount: FirstAccount
  /** Where the sandbox bank listens for test mode; null: test mode is off. */
  testBankUrl: string | null
  /** Whether this gateway was started with the sandbox bank. */
  withSandbox?: boolean
  /** Whether the start waits for the first round of registrations: the only PSP is the sandbox bank. */
  awaitsRegistration: boolean
  /** Whether the server for callbacks requires the PSP's certificate. */
  mtlsCallbacks?: boolean
  /** From the beginning of one sweep of a list to the beginning of the next. */
  sweepEveryMs: number
  /** For so long callbacks are kept that were applied or given up. */
  callbackDays: number
  /** For so long calls of APIs of charges are added up in memory; absent: some seconds. */
  callsGatheredMs?: number | undefined
  /** Whether the gateway is in recovery. */
  paused: () => boolean
  /** Calls the listener when the gateway leaves recovery. */
  onResume: (listener: () => void) => void
}

/** What PSP accounts are opened with, by the gateway and by the operator's commands. */
export interface Opening
  extends Pick<
    PspsDeps,
    'alerts' | 'clock' | 'mtlsCallbacks' | 'paused' | 'random' | 'secretBox' | 'timeoutMs' | 'withSandbox'
  > {
  log: Pick<FastifyBaseLogger, 'info'>
}
