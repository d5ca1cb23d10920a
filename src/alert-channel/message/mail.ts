// Alerts as a mail.
import { htmlOf, type Letter, textOf } from '#mail/letter.ts'
import type { Message } from '#mail/mail.ts'
import type { AlertMessage } from './entry.ts'
import { wordingOf } from './words.ts'

export function mailOf(message: AlertMessage, to: string): Message {
  const { heading, summary, lines, more, runbook, panel } = wordingOf(message)
  const letter: Letter = {
    subject: summary,
    greeting: heading,
    paragraphs: lines.flatMap(({ title, detail, whatToDo, entry }) => [
      title,
      detail,
      ...(whatToDo === '' ? [] : [whatToDo]),
      ...(message.isTest ? [] : [`${runbook}: ${entry.runbook}`]),
    ]),
    link: { says: panel, url: message.panel },
    notes: more === null ? [] : [more],
  }
  return {
    id: `porteira.alert.${message.id}`,
    to,
    subject: letter.subject,
    text: textOf(letter),
    html: htmlOf(letter, message.language),
  }
}
