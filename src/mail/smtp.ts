// Mail by SMTP. The only file that knows the library, which is loaded with the first mail. Each mail has a connection of its own:
// they are few. What is refused for good is kept apart from what may be tried again.
import { refuseInsideTransaction } from '#kernel/no-network.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { MailRefused, type Message, type SendMail } from './mail.ts'

export type SmtpServer = Readonly<{
  host: string
  port: number
  /** Encrypted from the first byte, or only after STARTTLS, or where the server offers that. */
  tls: 'at-once' | 'required' | 'offered'
  /** null: the server asks for nothing. */
  login: Readonly<{ user: string; password: string }> | null
  from: Readonly<{ name: string; address: string }>
}>

const ANSWER_MS = 10 * SECOND_MS

export function openSmtp({ host, port, tls, login, from }: SmtpServer): SendMail {
  async function transport() {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host,
      port,
      secure: tls === 'at-once',
      requireTLS: tls === 'required',
      ...(login !== null && { auth: { user: login.user, pass: login.password } }),
      dnsTimeout: ANSWER_MS,
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
      // A letter is made of texts: nothing in it may name a file or an address to be read.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let opened: ReturnType<typeof transport> | null = null

  return async ({ id, to, subject, text, html }: Message) => {
    refuseInsideTransaction('a mail')
    opened ??= transport()
    const mail = {
      subject,
      text,
      html,
      to: { name: '', address: to },
      // A copy: the library writes into what it is given.
      from: { ...from },
      messageId: `<${id}@${from.address.split('@')[1]}>`,
      // So that nobody's holiday answers.
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    await (await opened).sendMail(mail).catch(error => {
      throw isForGood(error) ? new MailRefused(error.message, { cause: error }) : error
    })
  }
}

/** Said of this mailbox or of this text; what is said of us, such as a wrong password, may be mended. */
const isForGood = ({ responseCode, command }: { responseCode?: number; command?: string }) =>
  responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
