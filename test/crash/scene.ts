// A place where processes may die: a database and a bank that outlive every gateway, the verbs of a gateway without its routes and its
// loops, and a fresh gateway that takes up what was left.
import { pino } from 'pino'
import { openAlerts } from '#alert/alerts.ts'
import type { Submission } from '#cashout/deps.ts'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { MINUTE_MS, systemClock, systemRandom } from '#kernel/time.ts'
import { openOutbox } from '#notification/events/outbox.ts'
import { openDirectory, type PspDirectory } from '#psp/directory.ts'
import type { SaleDeps } from '#sale/deps.ts'
import { bookIncomingPayments } from '#sale/incoming-payment/book.ts'
import type { IncomingPix } from '#sale/incoming-payment/incoming-payment.ts'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { NO_ALERTS } from '../alerts.ts'
import { assertBooks, untilIdle, untruths } from '../books.ts'
import { cashoutDepsOf, submissionOf } from '../cashout/deps.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { some } from '../long.ts'
import { saleDepsOf } from '../sale/deps.ts'
import { until } from '../until.ts'
import { type FailurePlan, failureAt, fragileDatabase, fragilePsps, type Mode } from './injected-failure.ts'

/** What the verbs of sales and cashouts are handed. */
export interface Deps extends Submission, SaleDeps {
  psps: PspDirectory
  bookIncomingPayment: (incoming: IncomingPix) => Promise<boolean>
}

export interface Scene extends AsyncDisposable {
  db: Database
  bank: OpenBank
  /** A gateway with everything, for as long as `work` takes. */
  withGateway<T>(work: (gateway: TestGateway) => Promise<T>): Promise<T>
  /** The verbs of a process with this fate; without one no step of it fails. */
  deps(failure?: FailurePlan): Deps
}

const PSP_TIMEOUT_MS = 2_000
/** That of every test gateway. */
const KEY = Buffer.alloc(32, 7)

export async function openScene(): Promise<Scene> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const db = openDatabase(connection)
  resources.defer(() => db.close())
  const secretBox = makeSecretBox(KEY, systemRandom)
  const chance = { clock: systemClock, random: systemRandom }
  const quiet = { log: pino({ level: 'silent' }), alerts: NO_ALERTS, paused: () => false }
  const psps = openDirectory({ db, secretBox, timeoutMs: PSP_TIMEOUT_MS, ...chance, ...quiet })
  resources.defer(() => psps.close())
  return {
    db,
    bank,
    withGateway: work => during({ connection, bank }, work),
    deps: (failure = failureAt(0, 'dies')) => depsOf(db, psps, failure),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function during<T>(on: { connection: Connection; bank: OpenBank }, work: (gateway: TestGateway) => Promise<T>) {
  await using gateway = await openTestGateway({ on, env: { POSTBACK_SECRET: 'a secret for postbacks' } })
  return await work(gateway)
}

function depsOf(real: Database, directory: PspDirectory, failure: FailurePlan): Deps {
  const db = fragileDatabase(real, failure)
  // Nothing sends what this process leaves: it stays pending, as of one that has died.
  const outbox = openOutbox({ epoch: () => null, take() {} })
  const { raiseInTx } = openAlerts({ db, clock: systemClock, log: pino({ level: 'silent' }) })
  const shared = { db, outbox, clock: systemClock, random: systemRandom, alerts: { ...NO_ALERTS, raiseInTx } }
  const psps = fragilePsps(directory, failure)
  const attempting = {
    ...cashoutDepsOf(shared),
    ...saleDepsOf(shared),
    psps,
    pspTimeoutMs: PSP_TIMEOUT_MS,
    lookupWaitsMs: [100, 200, 400],
  }
  return {
    ...submissionOf(attempting),
    ...attempting,
    bookIncomingPayment: async incoming => (await bookIncomingPayments(attempting, [incoming]))[0] === true,
  }
}

/** Of all ways to die the everyday suite plays one in so many. No number of modes divides it, so that they take turns. */
const EVERYDAY_SHARE = 12

/** Something that a process does to one subject. */
export interface CrashCase<Subject> {
  /** Without failures, with a gateway that is open: as many subjects as there will be deaths. */
  prepare: (scene: Scene, gateway: TestGateway, count: number) => Promise<Subject[]>
  /** Without failures, when no gateway is open any more, right before the act. */
  approach?: (scene: Scene, subject: Subject) => Promise<void>
  act: (deps: Deps, subject: Subject) => Promise<unknown>
}

export interface Run<Subject> {
  subject: Subject
  /** What befell it, for messages. */
  failure: string
  /** What the verb answered; undefined where the process died or the verb threw. */
  answer: unknown
}

/** Runs the act once without failures to learn its steps, and then once for each step and mode, on a subject of its own. */
export async function dieAtEveryStep<Subject>(
  scene: Scene,
  crashCase: CrashCase<Subject>,
  modes: readonly Mode[] = ['dies', 'fails'],
  counts: (step: string) => boolean = () => true,
): Promise<Run<Subject>[]> {
  const quiet = await scene.withGateway(gateway => crashCase.prepare(scene, gateway, 1))
  const { steps } = await run(scene, crashCase, quiet[0] as Subject, 0, 'dies')
  const all = steps.flatMap((step, n) => (counts(step) ? modes.map(mode => ({ number: n + 1, mode })) : []))
  // The last one is a death after everything was done.
  const failures = [...new Set([...some(all, EVERYDAY_SHARE), ...all.slice(-modes.length)])]
  const subjects = await scene.withGateway(gateway => crashCase.prepare(scene, gateway, failures.length))
  const runs: Run<Subject>[] = []
  for (const [n, { number, mode }] of failures.entries()) {
    const subject = subjects[n] as Subject
    const { steps: passed, answer } = await run(scene, crashCase, subject, number, mode)
    runs.push({ subject, answer, failure: `${mode} at step ${number}, ${passed[number - 1]}` })
  }
  return runs
}

async function run<Subject>(scene: Scene, crashCase: CrashCase<Subject>, subject: Subject, number: number, mode: Mode) {
  await crashCase.approach?.(scene, subject)
  const failure = failureAt(number, mode)
  const act = crashCase.act(scene.deps(failure), subject).catch(() => undefined)
  const answer = await Promise.race([act, failure.death])
  return { steps: failure.steps, answer }
}

/** A fresh gateway takes up everything that was left, when every lease has run out; then the books are audited. */
export function recover<T>(scene: Scene, look: (gateway: TestGateway) => Promise<T>): Promise<T> {
  return scene.withGateway(async gateway => {
    const aheadMs = 3 * MINUTE_MS
    gateway.advance(aheadMs)
    await untilIdle(gateway, { aheadMs })
    // The bank may still be sending what it could not send while no gateway was running.
    await until(async () => (await untruths(gateway)).length === 0 || null, 'the books').catch(() => {})
    await assertBooks(gateway)
    return look(gateway)
  })
}
