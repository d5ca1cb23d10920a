// The house's mail: by the server of the settings, shown where there is none, and in production not at all. What it says about
// people is written by their own folder.
import type { Auth } from '#access/auth.ts'
import { type OpenMailOutbox, openMailOutbox } from '#mail/outbox.ts'
import { openPrinter } from '#mail/printed.ts'
import { openSmtp } from '#mail/smtp.ts'
import { ACCOUNT_MAIL_KINDS } from '#member/account-mail/account-mail.ts'
import { openWriters } from '#member/letters/writers.ts'
import type { Infrastructure } from './infrastructure.ts'

/** By a server, or outside production by the console. */
export const sendsMail = ({ config, sendMail }: Pick<Infrastructure, 'config' | 'sendMail'>): boolean =>
  sendMail !== undefined || config.mail !== null || !config.production

export function openMail(infrastructure: Infrastructure): OpenMailOutbox {
  const { config, db, clock, log, alert } = infrastructure
  const send = infrastructure.sendMail ?? (config.mail === null ? shownInTheLog(infrastructure) : openSmtp(config.mail))
  if (send === null) log.warn(NO_MAIL)
  return openMailOutbox({ db, clock, log, send, alert })
}

export const NO_MAIL =
  'No mail can be sent: registrations, invitations and password resets are refused until SMTP_URL and MAIL_FROM are set.'

const shownInTheLog = ({ config, log }: Infrastructure) =>
  config.production ? null : openPrinter(text => void log.warn(text.trim()))

/** Where people find the panel; empty before the house listens. */
export const panelUrlOf =
  ({ config }: Pick<Infrastructure, 'config'>, origins: () => string[]) =>
  (): string =>
    config.publicUrl ?? origins()[0] ?? ''

/** As soon as the house knows where it is reached, since the mails name that. */
export function beginMail(
  resources: AsyncDisposableStack,
  outbox: OpenMailOutbox,
  { infrastructure, auth, origins }: { infrastructure: Infrastructure; auth: Auth; origins: () => string[] },
): void {
  const { config, db, clock, random } = infrastructure
  const panelUrl = panelUrlOf(infrastructure, origins)
  const writers = openWriters({ db, clock, random, secret: config.authSecret, auth, panelUrl })
  // What is told of accounts waits with all other notifications; who has forgotten a password does not.
  const held = () => (infrastructure.recovery.active() ? ACCOUNT_MAIL_KINDS : [])
  const working = outbox.begin(writers, () => panelUrl() !== '', held)
  resources.defer(() => working.stop())
}
