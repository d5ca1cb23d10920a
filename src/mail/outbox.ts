// The outbox of mail: a mail is stored in the commit of the action that it reports, and sent after that, tried again until it
// is accepted or no longer needed. No action waits for a mail server, and none fails with it.
import type { FastifyBaseLogger } from 'fastify'
import type { Alerts } from '#alert/alerts.ts'
import type { Database, Queryable } from '#db/postgres.ts'
import { startDueLanes } from '#db/queue/due-lanes.ts'
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { owedIn } from '#db/queue/owed.ts'
import { Failure } from '#kernel/failure.ts'
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { htmlOf, type Letter, textOf } from './letter.ts'
import {
  type DueMail,
  KEPT_MS,
  later,
  type MailKind,
  MailRefused,
  type Message,
  type NewMail,
  nextTry,
  type SendMail,
  TRIES_BEFORE_ALERT,
} from './mail.ts'
import {
  dropMail,
  forgetMail,
  insertMail,
  leaseMail,
  type MailLimit,
  markSent,
  markTrouble,
  someMailWaits,
} from './store.ts'

/** Write each kind, moments before it is sent. null: it is not wanted any more. */
export type Writers = { [Kind in MailKind]: (mail: DueMail<Kind>) => Promise<Letter | null> }

export interface MailOutbox {
  /** What a route that needs mail refuses with; null where mail can be sent. */
  readonly refusal: Failure | null
  /** Mail is shown on the console and reaches no mailbox. Never in production. */
  readonly printsOnly: boolean
  /** For what has a queue of its own, and tries again by itself; null: this gateway sends no mail. */
  readonly send: SendMail | null
  /** In the transaction of the action. Beyond `limit` nothing is written. */
  put<Kind extends MailKind>(db: Queryable, mail: NewMail<Kind>, limit?: MailLimit): Promise<void>
  /** After the commit. */
  wake(): void
}

export interface MailOutboxDeps {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** null: this gateway sends no mail. */
  send: SendMail | null
  alerts: Pick<Alerts, 'raise' | 'resolve'>
}

export interface OpenMailOutbox extends MailOutbox {
  /** Sends what is owed, from now on, while `ready`; but for the kinds that `held` names at the moment. */
  begin(writers: Writers, ready: () => boolean, held?: () => readonly MailKind[]): { stop(): Promise<void> }
}

const LEASE_MS = 3 * MINUTE_MS
const WORKING = { everyMs: SECOND_MS, batch: 8, max: 4, maxHeld: 8 }
const LANE = 0
const MAX_FORGOTTEN = 500

const NO_MAIL = new Failure(
  'MAIL_NOT_SET_UP',
  'This gateway sends no mail: its operator has to set SMTP_URL and MAIL_FROM',
)

export function openMailOutbox(deps: MailOutboxDeps): OpenMailOutbox {
  const { db, clock, log, send } = deps
  let wake = () => {}

  return {
    refusal: send === null ? NO_MAIL : null,
    printsOnly: send?.printsOnly === true,
    send,
    put: (tx, mail, limit) => insertMail(tx, mail as NewMail, clock(), limit ?? null),
    wake: () => wake(),
    begin(writers, ready, held = () => []) {
      if (send === null) return { stop: async () => {} }
      const lanes = startDueLanes<DueMail>({
        name: 'mail',
        ...WORKING,
        log,
        owed: owedIn('mail', deps),
        lease: async (limit, full) =>
          full.includes(LANE) || !ready()
            ? []
            : leaseMail(db, { now: clock(), until: later(clock, LEASE_MS), limit, held: held() }),
        keyOf: ({ id }) => String(id),
        laneOf: () => LANE,
        work: mail => deliver({ ...deps, send }, writers, mail),
        failed: (error, { id }) => log.error({ err: error, mail: String(id) }, 'a mail could not be worked on'),
      })
      wake = lanes.wake
      const round = async () => (await forgetMail(db, later(clock, -KEPT_MS), MAX_FORGOTTEN)) === MAX_FORGOTTEN
      const forgetting = startHousekeeping({ name: 'old mail', everyMs: HOUR_MS, log, round })
      return { stop: async () => void (await Promise.all([lanes.stop(), forgetting.stop()])) }
    },
  }
}

async function deliver(deps: MailOutboxDeps & { send: SendMail }, writers: Writers, mail: DueMail): Promise<void> {
  const { db, clock, send, alerts } = deps
  if (mail.expiresAt <= clock()) return void (await dropMail(db, mail))
  const letter = await (writers[mail.kind] as (mail: DueMail) => Promise<Letter | null>)(mail)
  if (letter === null) return void (await dropMail(db, mail))
  const trouble = await send(messageOf(mail, letter)).then(
    () => null,
    (error: Error) => error,
  )
  if (trouble !== null) return putOff(deps, mail, trouble)
  await markSent(db, mail, clock())
  // One for which the alert was raised, or may have been. Others may wait still.
  if (mail.tries >= TRIES_BEFORE_ALERT && !(await someMailWaits(db, TRIES_BEFORE_ALERT)))
    alerts.resolve('MAIL_NOT_SENT', null)
}

async function putOff({ db, clock, log, alerts }: MailOutboxDeps, mail: DueMail, error: Error): Promise<void> {
  const tries = mail.tries + 1
  const dueAt = error instanceof MailRefused ? null : nextTry(mail, tries, clock())
  const reason = printable(error.message)
  await markTrouble(db, mail, reason, dueAt)
  log.warn({ mail: String(mail.id), kind: mail.kind, tries, reason, again: dueAt }, 'a mail was not taken')
  if (dueAt !== null && tries === TRIES_BEFORE_ALERT) alerts.raise('MAIL_NOT_SENT', { reason }, null)
}

/** What a server answers is foreign text. */
const printable = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 300)

const messageOf = (mail: DueMail, letter: Letter): Message => ({
  id: `porteira.${mail.accountId}.${mail.id}.${mail.createdAt.getTime()}`,
  to: mail.recipient,
  subject: letter.subject,
  text: textOf(letter),
  html: htmlOf(letter, mail.language),
})
