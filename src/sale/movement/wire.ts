// The lines of a bank statement, as the operator reads them.
import { type Static, Type } from 'typebox'
import { toCentsNumber } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import { INCOMING_PAYMENT_STATUSES, UNMATCHED_REASONS } from '../incoming-payment/incoming-payment.ts'
import { MOVEMENT_STATES } from './movement.ts'
import type { ListedMovement, StoredMovement } from './store.ts'

const Time = Type.String({ format: 'date-time' })

const Null = Type.Null()

const Count = (description: string) => Type.Integer({ description })

export const MovementSchema = Type.Object({
  id: Type.Integer(),
  source: Type.Enum(['PSP', 'OFX']),
  lineId: Type.String({ description: 'The bank’s id of the line' }),
  day: Type.String({ format: 'date' }),
  amount: Type.Integer({ description: 'Cents' }),
  payer: Type.Object({ name: Type.String(), document: Type.String({ description: 'Masked; empty: not told' }) }),
  message: Type.Union([Type.String(), Null]),
  state: Type.Enum([...MOVEMENT_STATES]),
  decisionReason: Type.Union([Type.String(), Null]),
  createdAt: Time,
})

const BookedAs = Type.Object({
  accountId: Type.Integer(),
  id: Type.Integer(),
  status: Type.Enum([...INCOMING_PAYMENT_STATUSES]),
  reason: Type.Union([Type.Enum([...UNMATCHED_REASONS]), Null], { description: 'Why no sale accepted it at once' }),
})

export const ListedMovementSchema = Type.Object({
  ...MovementSchema.properties,
  receipt: Type.Union([BookedAs, Null], { description: 'BOOKED: as which receipt' }),
})

export const ImportedSchema = Type.Object({
  booked: Count('Credits that are booked now'),
  paid: Count('Of these, those that paid a sale'),
  uncertain: Count('Of these, those that may be for several sales: an operator assigns them'),
  known: Count('Credits that an earlier file or the PSP’s statement had'),
  pix: Count('Pix, which are booked by the PSP’s list of Pix'),
  unclear: Count('Credits that a person decides about'),
  debits: Count('Lines of money that left'),
})

export const listedForm = (movement: ListedMovement): Static<typeof ListedMovementSchema> => ({
  ...movementForm(movement),
  receipt: movement.receipt,
})

export const movementForm = (movement: StoredMovement): Static<typeof MovementSchema> => ({
  id: Number(movement.id),
  source: movement.source,
  lineId: movement.lineId,
  day: movement.day,
  amount: toCentsNumber(movement.amount),
  payer: {
    name: movement.payerName,
    document: movement.payerDocument === '' ? '' : maskDocument(movement.payerDocument),
  },
  message: movement.message,
  state: movement.state,
  decisionReason: movement.decisionReason,
  createdAt: movement.createdAt.toISOString(),
})
