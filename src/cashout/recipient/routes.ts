// The recipient of a PIX key, shown before money is sent to it: the name that the bank reported when this account last paid the
// key. This route does not ask the DICT; about a key that the account has never paid nothing is known.
import { Type } from 'typebox'
import type { Database } from '#db/postgres.ts'
import { accountOf } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { invalid } from '#kernel/failure.ts'
import { normalisePixKey, PIX_KEY_TYPES } from '#kernel/pix/pix-key.ts'
import { findFormerRecipient } from './store.ts'
import { FormerRecipientSchema } from './wire.ts'

export function recipientRoutes(server: Server, { db }: { db: Database }): void {
  server.get(
    '/api/recipients',
    {
      config: { guard: 'session', dialect: 'panel', roles: ['OWNER', 'FINANCE'], fails: ['INVALID_DATA'] },
      schema: {
        summary: 'Whom the last paid cashout of this account to a PIX key reached',
        tags: ['Cashouts'],
        querystring: Type.Object(
          { pixKey: PrintableText({ minLength: 1, maxLength: 77 }), pixKeyType: Type.Enum([...PIX_KEY_TYPES]) },
          { additionalProperties: false },
        ),
        response: { 200: FormerRecipientSchema },
      },
    },
    async (request, reply) => {
      const { pixKey, pixKeyType } = request.query
      const key = normalisePixKey(pixKeyType, pixKey)
      if (key === null) throw invalid('pixKey', `a key that can exist for the type ${pixKeyType}`)
      const former = await findFormerRecipient(db, accountOf(request), key)
      return reply
        .header('cache-control', 'no-store')
        .send({ former: former === null ? null : { ...former, paidAt: former.paidAt.toISOString() } })
    },
  )
}
