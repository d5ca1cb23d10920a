// The PSPs as the rest of the gateway sees them: the open accounts, and what the PSPs report, by callbacks and in their own
// lists. `follow` gets the handlers that decide what a payment or a list entry means for sales and cashouts.
import type { OpenAlerts } from '#alert/alerts.ts'
import { startDueLoop } from '#db/queue/due.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { ensureFirstAccount } from './accounts/first-account.ts'
import { openPspAccountOperations, type PspAccountOperations } from './accounts/manage.ts'
import { startCertificateWatch } from './certificate/watch.ts'
import type { PspsDeps } from './deps.ts'
import { openDirectory, type PspDirectory } from './directory.ts'
import { startInboxClearing } from './inbox/clearing.ts'
import { type ApplyHint, type Inbox, startInbox } from './inbox/inbox.ts'
import { isSandboxAcquirer, openBeside } from './open-account.ts'
import { type Comparers, startSweeps } from './sweep/sweep.ts'
import { ensureTestBank } from './test-bank/ensure.ts'
import { findTestBankAtWork } from './test-bank/store.ts'

/** Of the sandbox bank, which sends no callback about what happened before: on a busy machine it may not answer in time at first. */
const TRIES_AT_START = 3

/** The handlers of what the PSPs report. */
export interface Followers extends Comparers {
  apply: ApplyHint
}

export interface Psps extends PspDirectory {
  readonly accounts: PspAccountOperations
  /** The PSP account of the test bank of test mode; null: there has never been one. `atWork`: null while test mode is off. */
  readonly testBank: { id: number | null; atWork: () => Promise<number | null> }
  /** Starts the inbox of callbacks and the sweeps. Called once, when sales and cashouts are open. */
  follow(followers: Followers): Inbox
  /**
   * Registers the callback addresses at the PSPs, and retries the failed ones every minute. With the sandbox bank the start
   * waits for the first rounds, because the demo pays at once; a real PSP that hangs must not delay the start.
   */
  keepRegistered(publicUrl: string): Promise<void>
  /** Raises alerts about certificates that end soon, that of the callback server among them; null: it has none of its own. */
  watchCertificates(ownCertificate: (() => string) | null): void
}

export async function openPsps(
  resources: AsyncDisposableStack,
  deps: PspsDeps & { alerts: Pick<OpenAlerts, 'leaveOut'> },
): Promise<Psps> {
  await ensureFirstAccount(deps, deps.firstAccount)
  const testBank = await ensureTestBank(deps, deps.testBankUrl)
  if (testBank !== null) deps.alerts.leaveOut(testBank)
  const directory = openDirectory(deps)
  resources.defer(() => directory.close())
  return {
    ...directory,
    testBank: { id: testBank, atWork: () => findTestBankAtWork(deps.db) },
    accounts: openPspAccountOperations({
      ...deps,
      psps: directory,
      takesDebit: account => isSandboxAcquirer(deps, account),
      openAccount: account => openBeside(deps, account),
    }),
    follow: followers => follow(resources, deps, directory, followers),
    keepRegistered: publicUrl => keepRegistered(resources, deps, directory, publicUrl),
    watchCertificates(ownCertificate) {
      const watch = startCertificateWatch({ ...deps, psps: directory, ownCertificate })
      resources.defer(() => watch.stop())
    },
  }
}

function follow(
  resources: AsyncDisposableStack,
  { db, clock, log, alerts, sweepEveryMs, callbackDays }: PspsDeps,
  psps: PspDirectory,
  { apply, ...comparers }: Followers,
): Inbox {
  const inbox = startInbox({ db, psps, clock, log, alerts, apply })
  resources.defer(() => inbox.stop())
  const clearing = startInboxClearing({ db, clock, log, days: callbackDays })
  resources.defer(() => clearing.stop())
  const sweeps = startSweeps({ db, psps, clock, log, alerts, everyMs: sweepEveryMs, ...comparers })
  resources.defer(() => sweeps.stop())
  psps.onRecovered(pspAccountId => {
    inbox.wake()
    sweeps.recovered(pspAccountId)
  })
  return inbox
}

async function keepRegistered(
  resources: AsyncDisposableStack,
  { log, onResume, awaitsRegistration }: PspsDeps,
  psps: PspDirectory,
  publicUrl: string,
): Promise<void> {
  /** Answers whether everything is registered. */
  const register = async () => {
    const notRegistered = await psps.registerCallbacks(publicUrl)
    for (const trouble of notRegistered)
      log.error(trouble, 'the address for callbacks could not be registered at the PSP')
    return notRegistered.length === 0
  }
  const round = async () => {
    await register()
    return false
  }
  for (let tries = awaitsRegistration ? TRIES_AT_START : 0; tries > 0; tries--) if (await register()) break
  const firstInMs = awaitsRegistration ? MINUTE_MS : 0
  const registrar = startDueLoop({ name: 'callbacks', everyMs: MINUTE_MS, firstInMs, log, round })
  onResume(registrar.wake)
  resources.defer(() => registrar.stop())
}
