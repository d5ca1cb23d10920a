// A folder that holds many files says nothing. One that grows too large is divided into rooms, each named by its noun.
import { dirname } from 'node:path'
import type { Source } from './sources.ts'

export const MAX_FILES = 15

/** Folder -> how many files it may hold, for as long as the reason lasts. */
const LARGER: Record<string, { files: number; because: string }> = {}

const ROOMS = /^(?:src|panel\/src)\//

export function crowdedRooms(sources: Source[]): string[] {
  const rooms = Map.groupBy(
    sources.filter(({ path }) => ROOMS.test(path)),
    ({ path }) => dirname(path),
  )
  const crowded = [...rooms].flatMap(([folder, files]) => {
    const max = LARGER[folder]?.files ?? MAX_FILES
    return files.length > max
      ? [`${folder} holds ${files.length} files: divide it into rooms, ${max} are the most`]
      : []
  })
  const needless = Object.keys(LARGER).filter(folder => (rooms.get(folder)?.length ?? 0) <= MAX_FILES)
  return [...crowded, ...needless.map(folder => `${folder} is an exception to ${MAX_FILES} files and need not be`)]
}
