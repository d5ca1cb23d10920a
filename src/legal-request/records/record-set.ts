// What a file of an archive is made of: one kind of records, with a declaration of each field: its name in both forms of the file, what it is, and
// where the database has it. The two forms of a file follow from it, and what is counted and summed in the manifest.
import type { Sql } from 'sql-template-tag'
import type { Column } from '#http/response/csv.ts'
import { type Centavos, toCentsNumber } from '#kernel/money.ts'
import type { Scope } from './scope.ts'

/** `reference`: a text that a spreadsheet must not take for a number. `balance`: money that is not summed. */
export type FieldKind = 'text' | 'reference' | 'money' | 'balance' | 'moment'

export interface Field {
  name: string
  kind: FieldKind
  /** An expression of SQL. */
  from: string
}

/** A part of the order in which records are read, which tells each from every other one. */
export interface Key {
  column: string
  type: 'int' | 'bigint' | 'uuid' | 'text' | 'timestamptz'
}

export interface RecordSet {
  /** Of its files. */
  name: string
  /** In a sentence, in Portuguese, for whoever opens the archive. */
  about: string
  /** The FROM of its statement. */
  from: string
  key: readonly Key[]
  fields: readonly Field[]
  /** Null: no such records belong to an answer about this. */
  where: (scope: Scope) => Sql | null
}

export type RecordRow = Record<string, string | bigint | Date | null>

export const text = (name: string, from: string): Field => ({ name, kind: 'text', from: `(${from})::text` })
export const reference = (name: string, from: string): Field => ({ name, kind: 'reference', from: `(${from})::text` })
export const money = (name: string, from: string): Field => ({ name, kind: 'money', from: `(${from})::bigint` })
export const balance = (name: string, from: string): Field => ({ ...money(name, from), kind: 'balance' })
export const moment = (name: string, from: string): Field => ({ name, kind: 'moment', from: `(${from})::timestamptz` })

/** The rows of an account in the order of their numbers. */
export const byAccount = (table: string, column = 'id'): readonly Key[] => [
  { column: `${table}.account_id`, type: 'int' },
  { column: `${table}.${column}`, type: 'bigint' },
]

export const csvColumns = ({ fields }: RecordSet): Column<RecordRow>[] =>
  fields.map(({ name, kind }) => ({
    br: name,
    iso: name,
    cell: row => (row[name] ?? null) as string | Centavos | Date | null,
    ...(kind === 'reference' && { isReference: true as const }),
  }))

/** Centavos as a whole number, moments in UTC; what is not there is null. */
export const jsonOf = ({ fields }: RecordSet, row: RecordRow): string =>
  JSON.stringify(Object.fromEntries(fields.map(field => [jsonName(field), jsonValue(row[field.name] ?? null)])))

export const jsonName = ({ name, kind }: Field): string =>
  kind === 'money' || kind === 'balance' ? `${name}_centavos` : name

function jsonValue(value: string | bigint | Date | null): string | number | null {
  if (typeof value === 'bigint') return toCentsNumber(value as Centavos)
  return value instanceof Date ? value.toISOString() : value
}
