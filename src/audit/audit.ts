// Who did what, to what, why and from where. An entry is written in the transaction of its effect, so that neither stands
// without the other, and is never changed.
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#db/postgres.ts'
import type { Action, RecorderOf } from '#http/audited-action.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { insertEntries } from './store.ts'

/** `house`: no person did it, a rule of the gateway did. */
export type Actor =
  | { kind: 'member' | 'operator' | 'api-key'; id: string; address: string }
  | { kind: 'house'; id: null; address: null }

export const THE_GATEWAY: Actor = { kind: 'house', id: null, address: null }

export interface Entry extends Action {
  actor: Actor
}

/** A person who decides by name. */
export interface Person {
  id: string
  address: string
}

export const operator = ({ id, address }: Person): Actor => ({ kind: 'operator', id, address })

/** The caller that a guard has let in. */
export function actorOf(request: Pick<FastifyRequest, 'caller' | 'ip'>): Actor {
  const { caller, ip: address } = request
  switch (caller?.kind) {
    case 'api-key':
      return { kind: 'api-key', id: caller.keyId, address }
    case 'member':
    case 'person':
      return { kind: 'member', id: caller.userId, address }
    case 'operator':
      return { kind: 'operator', id: caller.userId, address }
    default:
      throw new Error('a deed without a caller')
  }
}

/** A person who runs the gateway; other callers do not come through an operator's route. */
export function operatorIn({ caller, ip: address }: Pick<FastifyRequest, 'caller' | 'ip'>): Person {
  if (caller?.kind !== 'operator') throw new Error('a decision without an operator')
  return { id: caller.userId, address }
}

/** For the routes below this floor. */
export const recordOf: RecorderOf = request => {
  const actor = actorOf(request)
  return (tx, action, now) => record(tx, [{ ...action, actor }], now)
}

export const record = (tx: Transaction, entries: Entry[], now: Date): Promise<void> =>
  insertEntries(
    tx,
    entries.map(({ accountId = SUSPENSE_ACCOUNT_ID, actor, reason = null, detail = {}, ...entry }) => ({
      ...entry,
      accountId,
      actor,
      reason,
      subjectId: String(entry.subjectId),
      detail: JSON.stringify(detail),
    })),
    now,
  )
