// A callback of a PSP, as the operator reads it.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { CALLBACK_STATUSES, type SeenCallback } from './store.ts'

const Time = Type.String({ format: 'date-time' })

export const CallbackFields = {
  id: Type.Integer(),
  pspAccountId: Type.Integer(),
  receivedAt: Time,
  seen: Type.Integer({ description: 'How often the same bytes came' }),
  attempts: Type.Integer({ description: 'How often it has been tried in vain' }),
  status: Type.Enum([...CALLBACK_STATUSES]),
  trouble: Type.Union([Type.String(), Type.Null()]),
  nextTryAt: orNull(Time),
  appliedAt: orNull(Time),
  sizeBytes: Type.Integer(),
}

export const CallbackSchema = Type.Object(CallbackFields)

export function callbackForm(callback: SeenCallback): Static<typeof CallbackSchema> {
  return {
    id: Number(callback.id),
    pspAccountId: callback.pspAccountId,
    receivedAt: callback.receivedAt.toISOString(),
    seen: callback.seen,
    attempts: callback.attempts,
    status: callback.status,
    trouble: callback.trouble,
    nextTryAt: callback.dueAt?.toISOString() ?? null,
    appliedAt: callback.appliedAt?.toISOString() ?? null,
    sizeBytes: callback.sizeBytes,
  }
}
