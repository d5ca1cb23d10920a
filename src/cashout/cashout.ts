// A cashout (withdrawal): what it is, its states, and how each is told outside. Pure; the verbs beside this file move it.
//
//   requested --submit--> submitted --settle--> settled
//       |                     '------settle--> refused
//       '--cancel--> cancelled
//
// Money: the request holds the gross amount; settled captures it (netAmount leaves through the PSP, the fees stay with the
// operator); refused and cancelled release it. An unknown outcome at the PSP is `submitted` still, and the hold stays.
import type { Centavos } from '#kernel/money.ts'
import type { PixKeyType } from '#kernel/pix-key.ts'
import type { EventName } from '#notification/catalogue.ts'

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

/** The next form of a cashout: a new state, one version on. */
export function moved(cashout: Cashout, state: CashoutState, at: Date, change: Partial<Cashout> = {}): Cashout {
  if (!mayBecome(cashout.state, state)) throw new Error(`a cashout cannot go from ${cashout.state} to ${state}`)
  return { ...cashout, ...change, state, version: cashout.version + 1, updatedAt: at }
}
