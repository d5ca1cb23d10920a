// A cashout (withdrawal): its data, its states, and how each state is published. Pure; the verbs beside this file move it.
//
//   requested --submit--> submitted --settle--> settled
//       |                     '------settle--> refused
//       '--cancel--> cancelled
//
// Money: the request holds the gross amount; settled captures it (netAmount leaves through the PSP, the fees stay with the
// operator); refused and cancelled release it. With an unknown outcome at the PSP it is still `submitted`, and the hold stays.
// A return after settlement is credited and changes no state.
import { add, type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { CashoutFailureCode } from '#kernel/payment-failure.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import type { EventName } from '#notification/events/catalogue.ts'

interface Outward {
  /** The status of the resource. */
  resource: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  /** The status in a notification's body. */
  body: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  /** Whether webhooks of type WITHDRAWAL get it. */
  unsigned: boolean
  event: EventName | null
}

/** One state, three vocabularies. */
export const STATES = {
  requested: { resource: 'PENDING', body: 'PENDING', unsigned: false, event: 'withdrawal.pending' },
  submitted: { resource: 'PROCESSING', body: 'PROCESSING', unsigned: true, event: null },
  settled: { resource: 'COMPLETED', body: 'COMPLETED', unsigned: true, event: 'withdrawal.completed' },
  refused: { resource: 'FAILED', body: 'REJECTED', unsigned: true, event: 'withdrawal.rejected' },
  cancelled: { resource: 'CANCELLED', body: 'CANCELLED', unsigned: true, event: 'withdrawal.canceled' },
} as const satisfies Record<string, Outward>

export type CashoutState = keyof typeof STATES

/** The key of a cashout: the account comes first in every key. */
export interface CashoutKey {
  accountId: number
  id: bigint
}

export const keyText = (key: CashoutKey): string => `${key.accountId}/${key.id}`

export interface Cashout extends CashoutKey {
  uuid: string
  state: CashoutState
  version: number
  amount: Centavos
  feeFixed: Centavos
  feeVariable: Centavos
  net: Centavos
  pixKey: string
  pixKeyType: PixKeyType
  holderDocument: string | null
  description: string | null
  externalReference: string | null
  postbackUrl: string | null
  holdSeq: bigint
  /** The PSP's id of it; null until it was submitted. */
  payoutId: string | null
  endToEndId: string | null
  failure: { code: CashoutFailureCode; message: string } | null
  /** Restored from the PSP's list, and missing in this database. It was not requested here, so it is never sent. */
  restored: boolean
  /** Requested, and not to be submitted before it is approved. */
  waiting: boolean
  /** What has come back of `net` since the cashout was settled. */
  returned: Centavos
  returnedAt: Date | null
  createdAt: Date
  updatedAt: Date
  processedAt: Date | null
}

/** Every allowed change of state; any other is refused. A cashout with an invalid PIX key is refused before it is submitted. */
const NEXT: Record<CashoutState, readonly CashoutState[]> = {
  requested: ['submitted', 'refused', 'cancelled'],
  submitted: ['settled', 'refused'],
  settled: [],
  refused: [],
  cancelled: [],
}

export const mayBecome = (from: CashoutState, to: CashoutState): boolean => NEXT[from].includes(to)

/** The account as a cashout's body shows it. */
export interface Holder {
  id: number
  name: string
  email: string
}

export const hasEnded = ({ state }: Cashout): boolean => NEXT[state].length === 0

/** The part of the payment that has not come back. */
export const outstandingOf = ({ state, net, returned }: Cashout): Centavos =>
  state === 'settled' ? subtract(net, returned) : ZERO

/** The next form of a settled cashout of which a part came back: one version on, and still settled. */
export function givenBack(cashout: Cashout, amount: Centavos, returnedAt: Date, now: Date): Cashout {
  if (amount > outstandingOf(cashout)) throw new Error(`more came back of ${cashout.uuid} than is outstanding`)
  const returned = add(cashout.returned, amount)
  return { ...cashout, returned, returnedAt, version: cashout.version + 1, updatedAt: now }
}

/** The next form of a cashout: a new state, one version on. */
export function moved(cashout: Cashout, state: CashoutState, at: Date, change: Partial<Cashout> = {}): Cashout {
  if (!mayBecome(cashout.state, state)) throw new Error(`a cashout cannot go from ${cashout.state} to ${state}`)
  return { ...cashout, waiting: false, ...change, state, version: cashout.version + 1, updatedAt: at }
}
