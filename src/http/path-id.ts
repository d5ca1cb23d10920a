// Ids in paths: a uuid, or a whole number without leading zeros. Anything else is refused before the database is asked.
import { Failure } from '#kernel/failure.ts'
import { parsePathId } from '#kernel/ids.ts'

export type PathId = { uuid: string } | { number: bigint }

export function pathId(text: string): PathId {
  const id = parsePathId(text)
  if (id === null) throw new Failure('INVALID_DATA', 'id: expected a uuid or a whole number')
  return id
}
