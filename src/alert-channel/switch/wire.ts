// The dead man's switch, as the operator reads and writes it.
import { type Static, Type } from 'typebox'
import { OWN_FIELDS_ONLY, orNull, WebAddress } from '#http/schema.ts'
import { METHODS, type Switch } from './store.ts'

const Moment = Type.String({ format: 'date-time' })

const chosen = {
  method: Type.Enum([...METHODS]),
  everySeconds: Type.Integer({ minimum: 30, maximum: 3600 }),
}

export const SwitchBody = Type.Object(
  { url: WebAddress, ...Type.Partial(Type.Object(chosen)).properties },
  OWN_FIELDS_ONLY,
)

export const SwitchSchema = Type.Object(
  {
    configured: Type.Boolean(),
    shown: orNull(Type.String(), { description: 'Where signs go, as far as that is shown' }),
    method: orNull(chosen.method),
    everySeconds: orNull(Type.Integer()),
    lastSentAt: orNull(Moment),
    lastError: orNull(Type.String()),
    held: orNull(Type.String(), { description: 'The work that hangs, for which no sign is sent now' }),
  },
  { title: 'DeadMansSwitch' },
)

export function switchForm(found: Switch | null, now: Date): Static<typeof SwitchSchema> {
  const isHeld = found?.heldUntil != null && found.heldUntil > now
  return {
    configured: found !== null,
    shown: found?.shown ?? null,
    method: found?.method ?? null,
    everySeconds: found?.everySeconds ?? null,
    lastSentAt: found?.lastSentAt?.toISOString() ?? null,
    lastError: found?.lastError ?? null,
    held: isHeld ? found.heldBecause : null,
  }
}
