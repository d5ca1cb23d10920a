// What a message says of alerts, before it takes the form of its receiver. It names codes, severities and ids; what an alert carries
// besides (amounts, what a PSP answered) stays in the panel, since mailboxes and chats are other people's machines.
import { type AlertCode, alertDefinition, runbookAnchor } from '#alert/catalogue/catalogue.ts'
import { ALERT_SEVERITIES, type AlertSeverity } from '#alert/catalogue/definition.ts'
import type { Alert } from '#alert/store.ts'
import { ALERTS_IN_ENGLISH } from '#kernel/alert-words/en.ts'
import { ALERTS_IN_PORTUGUESE } from '#kernel/alert-words/pt.ts'
import type { Language } from '#kernel/language.ts'
import type { AlertState, Item } from '../delivery/compose.ts'

export interface Entry {
  alert: Alert
  severity: AlertSeverity
  says: AlertState
  repeat: number
  incident: string
  /** In the language of the channel. */
  title: string
  whatToDo: string
  /** The section of the guide about this code. */
  runbook: string
}

export interface AlertMessage {
  /** The same at every try. */
  id: string
  language: Language
  at: Date
  /** Of this gateway. */
  brand: string
  /** The most severe first. */
  entries: Entry[]
  /** Where the alerts are in the panel. */
  panel: string
  isTest: boolean
}

/** So many are named in a message for people; the others are counted. */
export const MAX_NAMED = 20

const GUIDE_LANGUAGE: Record<Language, string> = { 'pt-BR': 'pt', en: 'en' }

const runbookPath = (code: AlertCode, language: Language): string =>
  `/docs/${GUIDE_LANGUAGE[language]}/${runbookAnchor(code)}`

interface Texts {
  title: string
  whatToDo: string
}

/** OTHER says what was stored. */
function textsOf({ code, message }: Pick<Alert, 'code' | 'message'>, language: Language): Texts {
  if (code !== 'OTHER') return (language === 'en' ? ALERTS_IN_ENGLISH : ALERTS_IN_PORTUGUESE)[code]
  return { title: message, whatToDo: alertDefinition(code).whatToDo }
}

export function entriesOf(items: Item[], alerts: Alert[], { language, base }: { language: Language; base: string }) {
  const byId = new Map(alerts.map(alert => [String(alert.id), alert]))
  const entries = items.flatMap(({ alertId, ...item }): Entry[] => {
    const alert = byId.get(alertId)
    if (alert === undefined) return []
    const { severity } = alertDefinition(alert.code)
    return [
      { alert, severity, ...item, ...textsOf(alert, language), runbook: base + runbookPath(alert.code, language) },
    ]
  })
  const rank = ({ severity }: Entry) => ALERT_SEVERITIES.indexOf(severity)
  return entries.toSorted((one, other) => rank(one) - rank(other))
}

/** A message that says only that it is a test. */
export const testAlert = (now: Date): Alert => ({
  id: 0n,
  code: 'OTHER',
  message: 'This is a test: nothing has happened',
  subject: null,
  params: {},
  rung: 1,
  firstAt: now,
  lastAt: now,
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
})
