// The record of what is done with personal data of customers (LGPD, art. 37), made of the map and of how the operator has set its times.
import type { RetentionTerms } from '../retention/terms.ts'
import { CUSTOMER_COLUMNS } from './customers.ts'
import { type InWords, KIND_NAMES, KINDS, type Kind, type KindName } from './kinds.ts'
import { OTHER_COLUMNS, type OtherData } from './others.ts'

export interface DataRecord extends Pick<Kind, 'title' | 'purpose' | 'basis' | 'setting' | 'end'> {
  kind: KindName
  /** As it is set now. */
  keeps: { count: number; unit: 'days' | 'years' } | null
  /** In words: the usual time, and its bounds. */
  usual: InWords
  /** "table.column" */
  columns: string[]
}

export interface DataMap {
  customers: DataRecord[]
  /** What the other columns hold that could hold text. */
  others: Record<OtherData, string[]>
}

const TERMS: Record<string, { of: keyof RetentionTerms; unit: 'days' | 'years' }> = {
  CART_KEEP_DAYS: { of: 'cartDays', unit: 'days' },
  UNPAID_SALE_DAYS: { of: 'unpaidSaleDays', unit: 'days' },
  CUSTOMER_CONTACT_DAYS: { of: 'contactDays', unit: 'days' },
  MONEY_RECORD_YEARS: { of: 'moneyYears', unit: 'years' },
  CALLBACK_DAYS: { of: 'callbackDays', unit: 'days' },
  NOTIFICATION_DAYS: { of: 'notificationDays', unit: 'days' },
  REQUEST_LOG_DAYS: { of: 'requestLogDays', unit: 'days' },
}

export const dataMapOf = (terms: RetentionTerms): DataMap => ({
  customers: KIND_NAMES.map(kind => {
    const { title, purpose, basis, setting, keeps: usual, end } = KINDS[kind]
    const term = setting === null ? undefined : TERMS[setting]
    const keeps = term === undefined ? null : { count: terms[term.of], unit: term.unit }
    return { kind, title, purpose, basis, setting, keeps, usual, end, columns: columnsOf(kind) }
  }),
  others: Object.fromEntries(
    Object.entries(OTHER_COLUMNS).map(([name, tables]) => [name, Object.entries(tables).flatMap(namesOf)]),
  ) as Record<OtherData, string[]>,
})

const columnsOf = (kind: KindName): string[] =>
  Object.entries(CUSTOMER_COLUMNS).flatMap(([table, kinds]) => (kinds[kind] ?? []).map(column => `${table}.${column}`))

const namesOf = ([table, columns]: [string, string]) => columns.split(' ').map(column => `${table}.${column}`)
