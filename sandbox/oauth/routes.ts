// POST /oauth/token, as JSON or as a form.
import { Type } from 'typebox'
import type { House } from '../house.ts'
import type { Door } from '../http/server.ts'
import { grantToken, oauthRefused } from './tokens.ts'

const Body = Type.Object({
  grant_type: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String({ maxLength: 1_000 })),
})

export function oauthRoutes(door: Door, house: House): void {
  door.post('/oauth/token', { config: { mayFail: true }, schema: { body: Body } }, async ({ body, headers }, reply) => {
    if (body.grant_type !== 'client_credentials')
      throw oauthRefused(400, 'unsupported_grant_type', 'grant_type must be client_credentials')
    reply.header('cache-control', 'no-store')
    return grantToken(house, headers.authorization, body.scope)
  })
}
