// For statements that join much of a log by the day: planned for what the tables hold at the moment. A plan that is kept from a
// day which was empty when the tables were analysed reads the whole day again for every row, once the day is full.
import { raw } from 'sql-template-tag'

const MARK = '/* planned anew */'

/** The first thing in the statement. */
export const ANEW = raw(MARK)

export const isPlannedAnew = (text: string): boolean => text.startsWith(MARK)
