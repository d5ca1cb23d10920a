// A view for support: an operator's session reads one account as its people do, for a while, and changes nothing. Pure.
import { MINUTE_MS } from '#kernel/time.ts'

/** How long one lasts that nobody ends. */
export const VIEW_MS = 30 * MINUTE_MS

/** So many different things are read in one view, and each is told to the account. Whoever needs more opens another one. */
export const MOST_READ = 300

export interface SupportView {
  id: bigint
  accountId: number
  accountName: string
  /** Of the operator. */
  openedBy: string
  openedByName: string | null
  reason: string
  openedAt: Date
  expiresAt: Date
  /** null while nobody has ended it, also where its time is over. */
  endedAt: Date | null
}

const LONGEST_PATH = 200

/** What was asked for, as routes read it and without its filters: printable, and of a bounded length. */
export function pathRead(url: string): string {
  const path = plain(url.split('?', 1)[0] ?? '')
  return path.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, LONGEST_PATH)
}

/** Letters may come encoded, so that nobody reads what they say, or as three times as many. What is no text is told as it is. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
