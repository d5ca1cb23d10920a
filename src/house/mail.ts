// The house's mail: by the server of the settings, shown where there is none, and in production not at all. What it says about
// people is written by their own folder.
import type { Auth } from '#access/auth.ts'
import { type OpenMailOutbox, openMailOutbox } from '#mail/outbox.ts'
import { openPrinter } from '#mail/printed.ts'
import { openSmtp } from '#mail/smtp.ts'
import { ACCOUNT_MAIL_KINDS } from '#member/account-mail.ts'
import { openWriters } from '#member/writers.ts'
import type { Ground } from './ground.ts'

/** By a server, or outside production by the console. */
export const sendsMail = ({ config, sendMail }: Pick<Ground, 'config' | 'sendMail'>): boolean =>
  sendMail !== undefined || config.mail !== null || !config.production

export function openHouseMail(ground: Ground): OpenMailOutbox {
  const { config, db, clock, log, alarm } = ground
  const send = ground.sendMail ?? (config.mail === null ? shownInTheLog(ground) : openSmtp(config.mail))
  if (send === null) log.warn(NO_MAIL)
  return openMailOutbox({ db, clock, log, send, alarm })
}

export const NO_MAIL =
  'No mail can be sent: registrations, invitations and password resets are refused until SMTP_URL and MAIL_FROM are set.'

const shownInTheLog = ({ config, log }: Ground) =>
  config.production ? null : openPrinter(text => void log.warn(text.trim()))

/** Where people find the panel; empty before the house listens. */
export const panelUrlOf =
  ({ config }: Pick<Ground, 'config'>, origins: () => string[]) =>
  (): string =>
    config.publicUrl ?? origins()[0] ?? ''

/** As soon as the house knows where it is reached, since the mails name that. */
export function beginMail(
  parts: AsyncDisposableStack,
  outbox: OpenMailOutbox,
  { ground, auth, origins }: { ground: Ground; auth: Auth; origins: () => string[] },
): void {
  const { config, db, clock, random } = ground
  const panelUrl = panelUrlOf(ground, origins)
  const writers = openWriters({ db, clock, random, secret: config.authSecret, auth, panelUrl })
  // What is told of accounts waits with all other notifications; who has forgotten a password does not.
  const held = () => (ground.recovery.active() ? ACCOUNT_MAIL_KINDS : [])
  const working = outbox.begin(writers, () => panelUrl() !== '', held)
  parts.defer(() => working.stop())
}
