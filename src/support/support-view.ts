// A view for support: an operator's session reads one account as its people do, for a while, and changes nothing. Pure.
import { MINUTE_MS } from '#kernel/time.ts'

/** How long one lasts that nobody ends. */
export const VIEW_MS = 30 * MINUTE_MS

/**
 * So many different things are read in one view, and each is recorded for the account. An operator who needs more opens another
 * one.
 */
export const MAX_READ = 300

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
  /** null: nobody, its time was over. */
  endedBy: string | null
  endedByName: string | null
  /** It lets its session in: it was not ended, its time is not over, the session lives, and its person is an operator. */
  isOpen: boolean
}

const MAX_PATH = 200
const PARAMETER = /:(\w+)|\*/g

/** What is asked for, as the router has understood it. */
export interface Asked {
  routeOptions: { url?: string | undefined }
  params: unknown
}

/**
 * What was asked for, without its filters: printable, and of a bounded length. Made of the route and of what it was given, never of
 * the address as it came: one path can be written in many ways, behind the name of any host too, which are all the same to the router.
 */
export function pathRead({ routeOptions: { url = '' }, params }: Asked): string {
  const given = params as Record<string, string>
  const path = url.replaceAll(PARAMETER, (all, name = all) => given[name] ?? '')
  return path.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, MAX_PATH)
}
