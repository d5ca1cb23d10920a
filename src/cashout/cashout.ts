// A cashout (withdrawal): what it is, its states, and how each is told outside. Pure; the verbs beside this file move it.
//
//   requested --submit--> submitted --settle--> settled
//       |                     '------settle--> refused
//       '--cancel--> cancelled
//
// Money: the request holds the gross amount; settled captures it (netAmount leaves through the PSP, the fees stay with the
// operator); refused and cancelled release it. An unknown outcome at the PSP is `submitted` still, and the hold stays.
// What comes back after it was settled is credited and changes no state.
import { add, type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import type { EventName } from '#notification/events/catalogue.ts'

interface Outward {
  /** The status of the resource. */
  resource: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  /** The status in a notification's body. */
  body: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED'
  /** Whether webhooks of type WITHDRAWAL hear of it. */
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

/** What names a cashout everywhere: the account leads every key. */
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
  /** The id that the PSP knows it by; null until it has been submitted. */
  payoutId: string | null
  endToEndId: string | null
  failure: { code: string; message: string } | null
  /** Not of our own memory: the PSP's list told of it. Nobody here asked for it, so it is never sent. */
  restored: boolean
  /** Requested, and not to be sent before somebody agrees. */
  waiting: boolean
  /** What has come back of `net` since it was settled. */
  returned: Centavos
  returnedAt: Date | null
  createdAt: Date
  updatedAt: Date
  processedAt: Date | null
}

/** Every change of state that there is; any other is refused. A key that cannot exist is refused before it is sent. */
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

/** Of what was paid, the part that has not come back. */
export const outstandingOf = ({ state, net, returned }: Cashout): Centavos =>
  state === 'settled' ? subtract(net, returned) : ZERO

/** The next form of a settled cashout of which a part came back: one version on, and settled still. */
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
