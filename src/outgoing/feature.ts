// Money on its way out as the rest of the gateway sees it: what is under way, and what keeps it from going on. Nothing is done to it here.
import type { Sql } from 'sql-template-tag'
import type { Totals } from '#db/counted.ts'
import type { Database } from '#db/postgres.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { OutgoingKind } from './outgoing.ts'
import {
  countOutgoing,
  findOutgoing,
  listOutgoing,
  type Outgoing,
  type OutgoingFilter,
  type OutgoingRequest,
  type OutgoingTotal,
  totalOutgoing,
} from './store.ts'

export interface OutgoingPayments {
  list(kind: OutgoingKind, request: OutgoingRequest): Promise<Outgoing[]>
  total(kind: OutgoingKind, filter: OutgoingFilter): Promise<Totals>
  count(kind: OutgoingKind, before: Date): Promise<OutgoingTotal[]>
  /** null: it has not begun, or has ended. */
  findCashout(key: { accountId: number; id: bigint }): Promise<Outgoing | null>
}

export interface OutgoingDeps {
  db: Database
  psps: Pick<PspDirectory, 'circuitOpen'>
  /** In SQL, of a row of `account`: nothing of it is to be sent. */
  payoutsBlocked: Sql
}

export function openOutgoing({ db, psps, payoutsBlocked }: OutgoingDeps): OutgoingPayments {
  const standstill = () => ({ payoutsBlocked, circuitOpen: psps.circuitOpen() })
  return {
    list: (kind, request) => listOutgoing(db, kind, request, standstill()),
    total: (kind, filter) => totalOutgoing(db, kind, filter),
    count: (kind, before) => countOutgoing(db, kind, before),
    findCashout: key => findOutgoing(db, { kind: 'cashout', ...key }, standstill()),
  }
}
