// POST /api/account/checkouts/preview: the address of a page as it would be with what is typed in the panel. It stores nothing.
import { Type } from 'typebox'
import { accountOf, type Role } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { Failure, orThrow } from '#kernel/failure.ts'
import type { Members } from '#member/feature.ts'
import { LookBody } from '../look/wire.ts'
import type { AddressChecks } from '../terms.ts'
import { LinkBody } from '../wire.ts'
import type { Previews } from './previews.ts'

const WRITERS: Role[] = ['OWNER', 'FINANCE', 'DEVELOPER']

export function previewRoute(
  server: Server,
  { previews, checks, isActive }: Pick<Members, 'isActive'> & { previews: Previews; checks: AddressChecks },
): void {
  server.post(
    '/api/account/checkouts/preview',
    {
      config: { guard: 'session', dialect: 'panel', roles: WRITERS, fails: ['INVALID_DATA', 'GENERAL_ERROR'] },
      schema: {
        summary: 'The pages of a link, or of a look, as buyers would see them, for ten minutes and with charges off',
        tags: ['Checkout'],
        body: Type.Object(
          { link: Type.Optional(LinkBody), look: Type.Optional(LookBody) },
          { additionalProperties: false },
        ),
        response: {
          201: Type.Object({ url: Type.String(), expiresAt: Type.String({ format: 'date-time' }) }),
        },
      },
    },
    async (request, reply) => {
      const accountId = accountOf(request)
      // Nobody shows pages here, under this address, whom the operator has not let in.
      if (!(await isActive(accountId))) throw new Failure('FORBIDDEN', 'This account is not active')
      const { link = null, look = null } = request.body
      const { url, expiresAt } = orThrow(await previews.make({ accountId, link, look }, checks))
      return reply.code(201).send({ url, expiresAt: expiresAt.toISOString() })
    },
  )
}
