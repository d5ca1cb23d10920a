// Raises alerts: what an operator has to look at. Raising never waits for the database: the alert is logged in any case, and
// stored for the operator's panel as soon as the database takes it.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { batched } from '#db/batched.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import type { AlertSubject } from '#kernel/alert-subject.ts'
import type { Clock } from '#kernel/time.ts'
import { type AlertParams, messageOf, type RaisableCode, type SubjectOf } from './catalogue/catalogue.ts'
import { openAlertQueue } from './queue.ts'
import { keepAlert, type Over, type RaisedAlert, resolveAlerts } from './store.ts'

export interface Alerts {
  /** While one with the same code and parameters is open, it is counted there. */
  raise<Code extends RaisableCode>(code: Code, params: AlertParams<Code>, subject: SubjectOf<Code>): void
  /**
   * For conditions that recur: raised once for each code and subject, whatever the parameters are later. Not raised again
   * either after a person has acknowledged it, or by another process. `key` names the object where the subject is wider than
   * it, such as an entry of a list of the PSP account. `again`: raised anew where the earlier one has ended by itself.
   */
  raiseOnce<Code extends RaisableCode>(
    code: Code,
    params: AlertParams<Code>,
    subject: SubjectOf<Code>,
    key?: string,
    more?: { again?: boolean },
  ): void
  /**
   * What these tell of is over: they are closed, and the channels that were told of them are told so. `params`: those alone that
   * carry all of these. It is tried once: one that is not closed by it stays open until a person closes it.
   */
  resolve<Code extends RaisableCode>(code: Code, subject: SubjectOf<Code>, params?: Partial<AlertParams<Code>>): void
  /** As `raise`, and stored in the commit of its subject: a process cannot die between the two. */
  raiseInTx<Code extends RaisableCode>(
    tx: Transaction,
    code: Code,
    params: AlertParams<Code>,
    subject: SubjectOf<Code>,
  ): Promise<void>
}

export interface OpenAlerts extends Alerts {
  /** The test bank of test mode: what is wrong with it, as with test accounts, is logged and wakes nobody. */
  leaveOut(pspAccountId: number): void
  /** Resolves when every raised alert is stored, or cannot be stored any more. */
  stop(): Promise<void>
}

const MAX_PARAMS_CHARACTERS = 8_192
/** Keys that need not be looked up again. */
const MAX_REMEMBERED = 10_000

export interface AlertsDeps {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
}

export function openAlerts({ db, clock, log }: AlertsDeps): OpenAlerts {
  const queue = openAlertQueue({ keep, log })
  const remembered = new Set<string>()
  const end = batched('alerts.resolve', (over: Over[]) => resolveAlerts(db, over, clock()))
  const resolving = new Set<Promise<void>>()
  const leftOut = new Set<string>()

  /** What is raised once is logged when it is known not to have been raised before. */
  async function keep(alert: RaisedAlert): Promise<void> {
    const wasRaised = await keepAlert(db, alert)
    if (alert.once !== null && wasRaised)
      log.error({ code: alert.code, context: JSON.parse(alert.params) }, alert.message)
  }

  function logged<Code extends RaisableCode>(code: Code, params: AlertParams<Code>, subject: SubjectOf<Code>) {
    const alert = alertOf(code, params, subject, clock())
    log.error({ code, context: params }, alert.message)
    return alert
  }

  /** Whether it is only logged. */
  function isOfTest<Code extends RaisableCode>(code: Code, params: AlertParams<Code>, subject: AlertSubject | null) {
    const isTest = subject !== null && (subject.kind === 'psp' ? leftOut.has(subject.id) : isTestSubject(subject))
    if (isTest) log.info({ code, context: params }, `in test mode: ${messageOf(code, params)}`)
    return isTest
  }

  return {
    leaveOut: pspAccountId => void leftOut.add(String(pspAccountId)),
    raise(code, params, subject) {
      if (!isOfTest(code, params, subject)) queue.add(logged(code, params, subject))
    },
    raiseOnce(code, params, subject, key = keyOf(subject), { again = false } = {}) {
      if (isOfTest(code, params, subject)) return
      // Another process may have ended it: whether it is told anew only the database knows, which is asked once.
      const name = `${code} ${key}${again ? ' again' : ''}`
      if (remembered.has(name)) return
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.add(name)
      const once = again ? 'until its end' : 'ever'
      queue.add({ ...alertOf(code, params, subject, clock()), hash: hashOf(key), once })
    },
    async raiseInTx(tx, code, params, subject) {
      if (isOfTest(code, params, subject)) return
      await keepAlert(tx, logged(code, params, subject))
    },
    resolve(code, subject, params = {}) {
      const task = end({ code, subject, params })
        .then(found => {
          if (found) log.info({ code, subject }, 'an alert has ended')
        })
        .catch(error => log.error({ err: error, code }, 'the end of an alert could not be kept'))
        .finally(() => resolving.delete(task))
      resolving.add(task)
    },
    async stop() {
      await Promise.all(resolving)
      await queue.stop()
    },
  }
}

const isTestSubject = ({ accountId }: AlertSubject): boolean => accountId !== null && isTestAccount(accountId)

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The code defines the kind of its subject. */
const keyOf = (subject: SubjectOf<RaisableCode>): string =>
  subject === null ? '' : [subject.accountId, subject.id].filter(part => part !== null).join('/')

function alertOf<Code extends RaisableCode>(
  code: Code,
  params: AlertParams<Code>,
  subject: SubjectOf<Code>,
  now: Date,
): RaisedAlert {
  const json = jsonOf(params)
  return {
    code,
    message: messageOf(code, params),
    subject,
    params: json,
    hash: hashOf(json),
    rung: 1,
    firstAt: now,
    lastAt: now,
    once: null,
  }
}

/** Whole numbers beyond JSON's own become text, and so do values that are too large to be stored whole. */
function jsonOf(params: object): string {
  const json = JSON.stringify(params, (_key, value) => keepable(value))
  return json.length <= MAX_PARAMS_CHARACTERS ? json : JSON.stringify({ cut: firstCharacters(json) })
}

function keepable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return keepableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [keepableText(key), inner]))
}

/** The database takes neither a NUL nor half of a character. */
const keepableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A character beyond the basic plane counts as two and is not cut in half. */
function firstCharacters(text: string): string {
  const splits = (text.codePointAt(MAX_PARAMS_CHARACTERS - 1) ?? 0) > 0xffff
  return text.slice(0, splits ? MAX_PARAMS_CHARACTERS - 1 : MAX_PARAMS_CHARACTERS)
}
