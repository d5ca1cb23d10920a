// A mail as a person reads it where none can be sent: outside production it is shown instead, so that its link can be opened.
import type { Message, SendMail } from './mail.ts'

export function printedMail({ to, subject, text }: Pick<Message, 'to' | 'subject' | 'text'>): string {
  const body = text.trimEnd().replaceAll(/^/gm, '  | ')
  return `\n  Mail to ${to} (no SMTP_URL: it is shown here and not sent)\n  | ${subject}\n  |\n${body}\n`
}

export function openPrinter(print: (text: string) => void): SendMail {
  const send = async (message: Message) => print(printedMail(message))
  return Object.assign(send, { printsOnly: true as const })
}
