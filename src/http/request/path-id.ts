// Ids in paths, and where a query or a body names one: a uuid, or a whole number without leading zeros. Anything else is refused before
// any query.
import { Failure, notFound } from '#kernel/failure.ts'
import { parsePathId } from '#kernel/ids.ts'

export type PathId = { uuid: string } | { number: bigint }

export function pathId(text: string, field = 'id'): PathId {
  const id = parsePathId(text)
  if (id === null) throw new Failure('INVALID_DATA', `${field}: expected a uuid or a whole number`)
  return id
}

const DIGITS = /^\d+$/

/** For what has a number alone: one that cannot exist, however long, is not found; what is no id at all is invalid. */
export function numberIn(text: string, what: string, max?: bigint): bigint {
  const id = DIGITS.test(text) ? parsePathId(text) : pathId(text)
  if (id === null || 'uuid' in id || (max !== undefined && id.number > max)) throw notFound(what)
  return id.number
}
