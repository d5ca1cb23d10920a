// An operator as the others read them.
import { Type } from 'typebox'
import { REMOVAL_OBSTACLES } from './remove.ts'
import type { Operator } from './store.ts'

const Time = Type.String({ format: 'date-time' })

export const Null = Type.Null()

export const OperatorSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  since: Type.Union([Time, Null], { description: 'null: the first one, or from before this was written down' }),
  secondFactor: Type.Object({ authenticatorApp: Type.Boolean(), passkeys: Type.Integer() }),
  lastSeenAt: Type.Union([Time, Null], { description: 'To the minute; null: there is no session' }),
  isYou: Type.Boolean(),
  removal: Type.Object(
    {
      takesTwo: Type.Boolean(),
      mayNotBecause: Type.Union([Type.Enum([...REMOVAL_OBSTACLES]), Null]),
    },
    { description: 'Whether the operator who reads this may remove this one, or propose it' },
  ),
})

export const operatorForm = ({ userId, name, email, since, lastSeenAt, ...factors }: Operator, you: string) => ({
  id: userId,
  name,
  email,
  isYou: userId === you,
  since: since?.toISOString() ?? null,
  secondFactor: { authenticatorApp: factors.authenticatorApp, passkeys: factors.passkeys },
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
})
