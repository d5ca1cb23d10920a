// What a type is read from: one declaration of columns, names and type. The rows of a statement that selects it are of the type as
// they come, so that there is neither a second type of the row nor a function that maps one to the other.
import { raw, type Sql } from 'sql-template-tag'

/** Columns or expressions of SQL by the property. A property of the type that is missing here does not compile, nor does one too many. */
export const columnsOf = <Row>(from: { readonly [Name in keyof Row]-?: string }): Sql =>
  raw(
    Object.entries<string>(from)
      .map(([name, column]) => (name === column ? column : `${column} as "${name}"`))
      .join(', '),
  )
