// What differs on the wire between the Central Bank's API as it is written and the API of one PSP. The rest of the bank knows one
// form of everything and asks the dialect in force where it is rendered: a new product adds its differences here.
import type { CobrWire } from '../cobr/wire.ts'
import type { Infracao } from '../med/store.ts'
import type { PayoutReturn } from '../payout/store.ts'
import type { Pix } from '../pix/store.ts'
import type { RecWire } from '../rec/wire.ts'
import type { Refused } from '../refused.ts'
import type { Settings } from '../settings.ts'
import { bcb } from './bcb.ts'
import { efi } from './efi.ts'

export const DIALECT_NAMES = ['bcb', 'efi'] as const
export type DialectName = (typeof DIALECT_NAMES)[number]

export interface Dialect {
  /** A refusal in the words of this dialect. */
  refusal(refused: Refused): Refused
  /** The id of a Pix that was accepted for sending. */
  acceptedId(endToEndId: string): object
  /** A return of a sent Pix. */
  sentReturn(back: PayoutReturn): object
  /** A recurrence, in the form of the Central Bank. */
  recurrence(wire: RecWire): object
  recurringCharge(wire: CobrWire): object
  infraction(one: Infracao, pix: Pix | undefined, settings: Settings): object
  /** Whether a field that nobody knows makes a body one that is refused. */
  readonly refusesStrays: boolean
  /** Whether a defence that was taken is answered with the infraction. */
  readonly tellsDefended: boolean
  /** Whether a recurring charge has to name the branch of the receiver's account. */
  readonly needsBranch: boolean
  /** The status of an address that was registered. */
  readonly registered: 200 | 201
}

const DIALECTS: Record<DialectName, Dialect> = { bcb, efi }

export const dialectOf = (name: DialectName): Dialect => DIALECTS[name]
