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

/** What was asked for, without its filters, as it is told: printable, and of a bounded length. */
export function pathRead(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, LONGEST_PATH)
}
