// Lists are pages of `{ data, nextCursor }`, newest first, and a cursor is the id of the last row in an opaque form that does
// not invite arithmetic.
import { type TSchema, Type } from 'typebox'
import { invalid } from '#kernel/failure.ts'

export const LimitQuery = Type.Integer({ minimum: 1, maximum: 100, default: 20 })
export const CursorQuery = Type.String({
  maxLength: 40,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'The nextCursor of an earlier page; none is made by callers',
})

/** A page of these, as it is answered. */
export const PageOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Object({
    data: Type.Array(schema),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'cursor of the next page; null: the last one',
    }),
  })

export interface Page<T> {
  data: T[]
  nextCursor: string | null
}

const PREFIX = 'c'
const MAX = 9_223_372_036_854_775_807n

export const encodeCursor = (id: bigint): string => Buffer.from(`${PREFIX}${id}`).toString('base64url')

/** The id that the page continues below; null without a cursor. */
export function decodeCursor(cursor: string | undefined, field = 'cursor'): bigint | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const id = /^c(\d{1,19})$/.exec(text)?.[1]
  if (id === undefined || BigInt(id) > MAX) throw invalid(field, 'a nextCursor of an earlier page')
  return BigInt(id)
}

/** `rows` holds one more than `limit` where there is a further page. */
export function pageOf<Row extends { id: bigint }, T>(rows: Row[], limit: number, form: (row: Row) => T): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return { data: shown.map(form), nextCursor: more ? encodeCursor(last.id) : null }
}
