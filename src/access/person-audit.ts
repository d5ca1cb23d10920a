// What people do about how they sign in, in the audit log of every account that they work for: its owners have to see that a
// person who may act there has no second factor any more. An operator's stands in the operator's own log.
import type { Actor, Entry } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { isOperator } from './second-factor/store.ts'
import { findMemberships } from './store.ts'

export interface PersonAction {
  userId: string
  address: string
  /** A verb in the past with its noun first. */
  action: string
  /** Absent: the person. */
  subject?: { kind: string; id: string }
  detail?: Record<string, unknown>
  /** Who did it, where it was not the person; and why. */
  by?: Actor
  reason?: string | null
}

/** In the transaction of the action, where the action is a transaction of ours. */
export type PersonLog = (tx: Transaction, action: PersonAction, now: Date) => Promise<void>

export type Recording = (tx: Transaction, entries: Entry[], now: Date) => Promise<void>

export function makePersonLog(record: Recording): PersonLog {
  return async (tx, { userId, address, action, subject, detail = {}, by, reason = null }, now) => {
    const memberships = await findMemberships(tx, userId)
    const operator = (await isOperator(tx, userId)) === true
    const about = { action, subject: subject?.kind ?? 'person', subjectId: subject?.id ?? userId, detail, reason }
    const as = (kind: 'member' | 'operator'): Actor => by ?? { kind, id: userId, address }
    const entries = memberships.map(({ accountId }): Entry => ({ ...about, accountId, actor: as('member') }))
    const ofGateway: Entry = { ...about, actor: as(operator ? 'operator' : 'member') }
    await record(tx, operator || entries.length === 0 ? [...entries, ofGateway] : entries, now)
  }
}
