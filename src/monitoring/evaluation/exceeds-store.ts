// The SQL of the limits: whether a movement, with what lies in the window that it ends, is above them. The columns are those of look-store.ts.
import sql, { type Sql } from 'sql-template-tag'
import type { AnyValues } from '../rule/rule.ts'

/** A limit that is null, or an unknown usual, is never exceeded. */
export const aboveVelocity = ({ maxCount, maxAmountCents, timesUsual, usualFloorCents }: AnyValues): Sql => sql`
  count > ${maxCount}::bigint is true or total > ${maxAmountCents}::bigint is true
  or (total > ${timesUsual}::bigint * usual and total > ${usualFloorCents}::bigint) is true`

export const inParts = ({ minCount, limitCents }: AnyValues): Sql =>
  sql`count >= ${minCount}::bigint and total > ${limitCents}::bigint`

/** What goes to one key is found by that key: by its holder only what goes to several. */
export const inPartsToOne = (values: AnyValues): Sql =>
  sql`${inParts(values)} and (subject_kind = 'PIX_KEY' or several_keys)`

/** `until`: to then the account is new; null: for ever. */
export const muchForNew = ({ maxAmountCents }: AnyValues, until: Date | null): Sql =>
  sql`total > ${maxAmountCents}::bigint and ${isBefore(until)}`

export const passedThrough = ({ minAmountCents, sharePercent }: AnyValues, until: Date | null): Sql => sql`
  counter and total >= ${minAmountCents}::bigint and 100 * passed >= total * ${sharePercent}::bigint and ${isBefore(until)}`

const isBefore = (until: Date | null): Sql => sql`coalesce(at <= ${until}::timestamptz, true)`
