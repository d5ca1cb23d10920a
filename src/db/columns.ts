// What a type is read from, and written to: one declaration of columns, names and type. The rows of a statement that selects it are of
// the type as they come, so that there is neither a second type of the row nor a function that maps one to the other.
import sql, { join, raw, type Sql } from 'sql-template-tag'

/** Columns or expressions of SQL by the property. A property of the type that is missing here does not compile, nor does one too many. */
export const columnsOf = <Row>(from: { readonly [Name in keyof Row]-?: string | Sql }): Sql =>
  join(
    Object.entries<string | Sql>(from).map(([name, column]) => {
      if (name === column) return raw(column)
      return sql`${typeof column === 'string' ? raw(column) : column} as ${raw(`"${name}"`)}`
    }),
  )

/** Values by column, for rows with more columns than one would want to name three times. */
export type Values = Readonly<Record<string, unknown>>

/** "(a, b) overriding system value values ($1, $2)": with a number that was drawn before. */
export const inserted = (values: Values): Sql =>
  sql`(${raw(Object.keys(values).join(', '))}) overriding system value values (${join(Object.values(values))})`

/** "a = $1, b = $2" */
export const assigned = (values: Values): Sql =>
  join(Object.entries(values).map(([column, value]) => sql`${raw(column)} = ${value}`))
