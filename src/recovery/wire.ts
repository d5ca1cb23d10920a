// The recovery as the operator sees it.
import { Type } from 'typebox'
import { SWEPT_LISTS } from '#psp/sweep/store.ts'
import type { Status } from './feature.ts'
import { isSwept } from './resume.ts'

const Time = Type.String({ format: 'date-time' })
const Maybe = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) => Type.Union([schema, Type.Null()])

export const StatusSchema = Type.Object({
  active: Type.Boolean(),
  since: Maybe(Time),
  reason: Maybe(Type.String()),
  recoverFrom: Maybe(Time),
  sweeps: Type.Array(
    Type.Object({
      pspAccountId: Type.Integer(),
      name: Type.String(),
      list: Type.Enum([...SWEPT_LISTS]),
      sweptTo: Time,
      done: Type.Boolean({ description: 'Read past the moment when the recovery began' }),
      trouble: Maybe(Type.String()),
    }),
  ),
  parked: Type.Object(
    { cashouts: Type.Integer(), deliveries: Type.Integer() },
    { description: 'What waits for the recovery to end' },
  ),
  log: Type.Array(
    Type.Object({
      enteredAt: Time,
      reason: Type.String(),
      recoverFrom: Time,
      resumedAt: Maybe(Time),
      resumedBy: Maybe(Type.String()),
      resumeReason: Maybe(Type.String()),
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
