// The entry of each code in the catalogue.
import type { AlertSubjectKind } from '#kernel/alert-subject.ts'

/**
 * critical: money, or a deadline, is at risk until a person acts. warning: a person has to look, and nothing is lost meanwhile.
 * info: a person should know of it and need not act.
 */
export const ALERT_SEVERITIES = ['critical', 'warning', 'info'] as const
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number]

export interface AlertDefinition {
  severity: AlertSeverity
  /** The kind of thing that the alert is about; null: the gateway as a whole. */
  subject: AlertSubjectKind | null
  /** What happened, in English. The type of its parameters is the type of what every alert of this code carries. */
  message: (params: never) => string
  /** One or two plain sentences, in English. The panel has its own words for both. */
  whatToDo: string
}
