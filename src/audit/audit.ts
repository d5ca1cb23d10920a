// Who did what, to what, why and from where. An entry is written in the transaction of its effect, so that neither stands
// without the other, and is never changed.
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#db/postgres.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import { insertEntries } from './store.ts'

/** `house`: nobody did it, a rule of the house did. */
export type Actor =
  | { kind: 'member' | 'operator' | 'api-key'; id: string; address: string }
  | { kind: 'house'; id: null; address: null }

export const THE_HOUSE: Actor = { kind: 'house', id: null, address: null }

export interface Entry {
  /** Whose account it concerns; absent: the whole house. */
  accountId?: number
  actor: Actor
  /** A verb in the past with its noun first: `refund.requested`, `fees.changed`. */
  action: string
  subject: string
  subjectId: string | number | bigint
  /** The words of the person; null where none are asked for. */
  reason?: string | null
  /** What was before and what is now, where that says more. Never a secret. JSON. */
  detail?: Record<string, unknown>
}

/** The caller that a guard has let in. */
export function actorOf(request: Pick<FastifyRequest, 'caller' | 'ip'>): Actor {
  const { caller, ip: address } = request
  switch (caller?.kind) {
    case 'api-key':
      return { kind: 'api-key', id: caller.keyId, address }
    case 'member':
      return { kind: 'member', id: caller.userId, address }
    case 'operator':
      return { kind: 'operator', id: caller.userId, address }
    default:
      throw new Error('a deed without a caller')
  }
}

export const record = (tx: Transaction, entries: Entry[], now: Date): Promise<void> =>
  insertEntries(
    tx,
    entries.map(({ accountId = HOUSE_ACCOUNT_ID, actor, reason = null, detail = {}, ...entry }) => ({
      ...entry,
      accountId,
      actor,
      reason,
      subjectId: String(entry.subjectId),
      detail: JSON.stringify(detail),
    })),
    now,
  )
