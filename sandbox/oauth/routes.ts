// POST /oauth/token, as JSON or as a form.
import { Type } from 'typebox'
import type { HttpServer } from '../http/server.ts'
import { bearerRefused, type Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { grantToken } from './tokens.ts'

const Body = Type.Object({
  grant_type: Type.String(),
  scope: Type.Optional(Type.String({ maxLength: 1_000 })),
})

/** OAuth2's word for a request that lacks something, repeats something or cannot be read. */
const refuse = ([violacao]: Violacao[]) => {
  const { propriedade = 'body', razao = '' } = violacao ?? {}
  return bearerRefused(400, 'invalid_request', `${propriedade}: ${razao}`)
}

export function oauthRoutes(httpServer: HttpServer, bank: Bank): void {
  const config = { mayFail: true, refuse } as const
  httpServer.post('/oauth/token', { config, schema: { body: Body } }, async ({ body, headers }, reply) => {
    if (body.grant_type !== 'client_credentials')
      throw bearerRefused(400, 'unsupported_grant_type', 'grant_type must be client_credentials')
    reply.header('cache-control', 'no-store')
    return grantToken(bank, headers.authorization, body.scope)
  })
}
