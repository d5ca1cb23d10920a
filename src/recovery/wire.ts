// The recovery as the operator sees it.
import { Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { SWEPT_LISTS } from '#psp/sweep/store.ts'
import type { Status } from './feature.ts'
import { isSwept } from './resume.ts'

const Time = Type.String({ format: 'date-time' })

export const StatusSchema = Type.Object({
  active: Type.Boolean(),
  since: orNull(Time),
  reason: orNull(Type.String()),
  recoverFrom: orNull(Time),
  sweeps: Type.Array(
    Type.Object({
      pspAccountId: Type.Integer(),
      name: Type.String(),
      list: Type.Enum([...SWEPT_LISTS]),
      sweptTo: Time,
      done: Type.Boolean({ description: 'Read past the moment when the recovery began' }),
      trouble: orNull(Type.String()),
    }),
  ),
  parked: Type.Object(
    { cashouts: Type.Integer(), refunds: Type.Integer(), deliveries: Type.Integer() },
    { description: 'What waits for the recovery to end, and leaves then' },
  ),
  log: Type.Array(
    Type.Object({
      enteredAt: Time,
      reason: Type.String(),
      recoverFrom: Time,
      resumedAt: orNull(Time),
      resumedBy: orNull(Type.String()),
      resumeReason: orNull(Type.String()),
    }),
    { description: 'The newest first' },
  ),
})

export const statusForm = ({ recovering, sweeps, paused, log }: Status) => ({
  active: recovering !== null,
  since: recovering?.since.toISOString() ?? null,
  reason: recovering?.reason ?? null,
  recoverFrom: recovering?.from.toISOString() ?? null,
  sweeps: sweeps.map(sweep => ({
    ...sweep,
    sweptTo: sweep.sweptTo.toISOString(),
    done: isSwept(sweep, recovering),
  })),
  parked: paused,
  log: log.map(entry => ({
    ...entry,
    enteredAt: entry.enteredAt.toISOString(),
    recoverFrom: entry.recoverFrom.toISOString(),
    resumedAt: entry.resumedAt?.toISOString() ?? null,
  })),
})
