// Mail as the rest of the gateway sees it: sent by the server of the settings, shown on the console where there is none, and in
// production not sent at all.

import type { SendMail } from './mail.ts'
import { type MailOutboxDeps, type OpenMailOutbox, openMailOutbox } from './outbox.ts'
import { openPrinter } from './printed.ts'
import { openSmtp, type SmtpServer } from './smtp.ts'

export interface MailSettings {
  /** null: none is set up. */
  server: SmtpServer | null
  production: boolean
  /** Sends mail in the place of the server. */
  sendMail?: SendMail | undefined
}

/** By a server, or outside production by the console. */
export const sendsMail = ({ server, production, sendMail }: MailSettings): boolean =>
  sendMail !== undefined || server !== null || !production

export const NO_MAIL =
  'No mail can be sent: registrations, invitations and password resets are refused until SMTP_URL and MAIL_FROM are set.'

export function openMail(deps: Omit<MailOutboxDeps, 'send'> & MailSettings): OpenMailOutbox {
  const { server, production, sendMail, log } = deps
  const shown = () => (production ? null : openPrinter(text => void log.warn(text.trim())))
  const send = sendMail ?? (server === null ? shown() : openSmtp(server))
  if (send === null) log.warn(NO_MAIL)
  return openMailOutbox({ ...deps, send })
}
