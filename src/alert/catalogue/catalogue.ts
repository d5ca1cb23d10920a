// The closed catalogue of alerts: every alert that the gateway can raise, by its code. The panel's words and links, the table of
// the operator's guide and the metrics follow it.
import type { AlertSubject } from '#kernel/alert-subject.ts'
import { CASHOUT_ALERTS } from './cashout.ts'
import { DEBIT_ALERTS } from './debit.ts'
import type { AlertDefinition } from './definition.ts'
import { DISPUTE_ALERTS } from './dispute.ts'
import { GATEWAY_ALERTS } from './gateway.ts'
import { MONITORING_ALERTS } from './monitoring.ts'
import { PSP_ALERTS } from './psp.ts'
import { RECURRENCE_ALERTS } from './recurrence.ts'
import { SALE_ALERTS } from './sale.ts'

const CATALOGUE = {
  ...CASHOUT_ALERTS,
  ...SALE_ALERTS,
  ...RECURRENCE_ALERTS,
  ...DEBIT_ALERTS,
  ...DISPUTE_ALERTS,
  ...MONITORING_ALERTS,
  ...PSP_ALERTS,
  ...GATEWAY_ALERTS,
}
type Catalogue = typeof CATALOGUE

export type AlertCode = keyof Catalogue
/** What is raised; OTHER is only read. */
export type RaisableCode = Exclude<AlertCode, 'OTHER'>

export const ALERT_CODES = Object.keys(CATALOGUE) as AlertCode[]

export type AlertParams<Code extends AlertCode> = Parameters<Catalogue[Code]['message']>[0]
export type SubjectOf<Code extends AlertCode> = Catalogue[Code]['subject'] extends infer Kind
  ? Kind extends AlertSubject['kind']
    ? AlertSubject<Kind>
    : null
  : never

export const alertDefinition = (code: AlertCode): AlertDefinition => CATALOGUE[code]

export const messageOf = <Code extends AlertCode>(code: Code, params: AlertParams<Code>): string =>
  (CATALOGUE[code].message as (params: AlertParams<Code>) => string)(params)

/** The anchor of a code in the guide of runbooks, whichever its language. */
export const runbookAnchor = (code: AlertCode): string => `runbooks#${code.toLowerCase()}`

/** A code of a newer version is read as OTHER. */
export const knownCode = (code: string): AlertCode => (Object.hasOwn(CATALOGUE, code) ? (code as AlertCode) : 'OTHER')
