// A cashout of any account, as the operator reads it: with every attempt and every anomaly.
import { Type } from 'typebox'
import { ANOMALY_KINDS, DECISIONS } from '../anomaly/anomaly.ts'
import { HeldBackSchema } from '../approval/wire.ts'

const Text = Type.String()

const TextOrNull = Type.Union([Text, Type.Null()])

export const OperatorCashoutSchema = Type.Object({
  ...HeldBackSchema.properties,
  accountName: Text,
  restored: Type.Boolean({ description: 'Its request was lost: it was made anew out of what the PSP has paid' }),
  attempts: Type.Array(
    Type.Object({
      payoutId: Type.String({ description: 'The id that the PSP knows it by' }),
      pspAccountId: Type.Integer(),
      pspAccountName: Text,
      outcome: Type.Enum(['asked', 'accepted', 'unknown', 'settled', 'refused']),
      said: Type.Union([Text, Type.Null()], { description: 'Why the last answer was no end' }),
      lookups: Type.Integer(),
      createdAt: Text,
      askedAt: Type.String({ description: 'When the PSP was last sent it or asked about it' }),
    }),
  ),
  anomalies: Type.Array(
    Type.Object({
      uuid: Text,
      kind: Type.Enum([...ANOMALY_KINDS]),
      createdAt: Text,
      decision: Type.Union([Type.Enum([...DECISIONS]), Type.Null()]),
      decidedAt: TextOrNull,
    }),
  ),
})
