// /sandbox/settings: what of the bank may be changed while it runs.
import { Type } from 'typebox'
import { DIALECT_NAMES } from '../dialect/dialect.ts'
import { Amount } from '../http/forms.ts'
import type { HttpServer } from '../http/server.ts'
import type { Bank } from '../resources.ts'

const closed = { additionalProperties: false }

const Body = Type.Object(
  {
    dialect: Type.Optional(Type.Enum([...DIALECT_NAMES])),
    infractionAmounts: Type.Optional(Type.Enum(['reais', 'centavos'])),
    tariffs: Type.Optional(Type.Object({ received: Type.Optional(Amount), sent: Type.Optional(Amount) }, closed)),
    tokenLifetimeSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    latencyMs: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 3_600_000 }), Type.Null()])),
    tellPayee: Type.Optional(Type.Boolean()),
    tellNature: Type.Optional(Type.Boolean()),
    listDebits: Type.Optional(Type.Boolean()),
    bolepix: Type.Optional(Type.Boolean()),
    listChargePix: Type.Optional(Type.Boolean()),
    cardSettlement: Type.Optional(Type.Enum(['whole', 'instalment'])),
    cardDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    cardsDecideLater: Type.Optional(Type.Boolean()),
  },
  closed,
)

export function settingsRoutes(httpServer: HttpServer, { settings }: Bank): void {
  httpServer.get('/sandbox/settings', async () => settings.read())

  httpServer.post('/sandbox/settings', { schema: { body: Body } }, async ({ body }) => {
    settings.change(body)
    return settings.read()
  })
}
