// Efí's API of charges, byte for byte as its documents and its SDK show it. It has a token of its own: that of the Pix API is not good here,
// nor is this one there.
import { Type } from 'typebox'
import { findCard } from '../card/store.ts'
import { cardListedWire } from '../card/wire.ts'
import type { HttpServer } from '../http/server.ts'
import { grantToken } from '../oauth/tokens.ts'
import { bearerRefused, type Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { cancelCharge, changeMetadata, existing, openCharge, settleCharge } from './change.ts'
import type { Charge } from './charge.ts'
import { historyOf, noticed } from './history.ts'
import { inOwnForm, notThere, refuseRequest } from './refuse.ts'
import { ListQuery, MetadataForm, OpenForm } from './schema.ts'
import { findChargeByToken, listCharges, paymentsOf } from './store.ts'
import { answer, detailWire, listedWire, noticedWire, openedWire } from './wire.ts'

const MAX_TOKEN_SECONDS = 600

const IdParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const TokenParams = Type.Object({ token: Type.String({ maxLength: 200 }) })
const TokenBody = Type.Object({ grant_type: Type.String() })

const api = { scope: 'charge', refuse: refuseRequest } as const
const read = { bank: api, dress: inOwnForm } as const
const write = { ...read, subject: ({ params }: { params: unknown }) => String((params as { id: number }).id) } as const

export function acquirerRoutes(httpServer: HttpServer, bank: Bank): void {
  tokenRoute(httpServer, bank)
  chargeRoutes(httpServer, bank)
  changeRoutes(httpServer, bank)
}

function tokenRoute(httpServer: HttpServer, bank: Bank): void {
  const refuse = ([violacao]: Violacao[]) =>
    bearerRefused(400, 'invalid_request', `${violacao?.propriedade || 'body'}: ${violacao?.razao ?? ''}`)
  const config = { mayFail: true, refuse } as const
  httpServer.post('/v1/authorize', { config, schema: { body: TokenBody } }, async ({ body, headers }, reply) => {
    if (body.grant_type !== 'client_credentials')
      throw bearerRefused(400, 'unsupported_grant_type', 'grant_type must be client_credentials')
    reply.header('cache-control', 'no-store')
    return grantToken(bank, headers.authorization, undefined, { scopes: ['charge'], maxSeconds: MAX_TOKEN_SECONDS })
  })
}

function chargeRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.post('/v1/charge', { config: read, schema: { body: OpenForm } }, async ({ body }) =>
    answer(openedWire(openCharge(bank, body))),
  )

  httpServer.get('/v1/charge/:id', { config: read, schema: { params: IdParams } }, async ({ params: { id } }) =>
    answer(detailWire(bank, existing(bank, id), historyOf(bank, id), findCard(bank, id))),
  )

  httpServer.get('/v1/charges', { config: read, schema: { querystring: ListQuery } }, async ({ query }) =>
    answer(listCharges(bank, query).map(charge => inList(bank, charge))),
  )

  httpServer.get(
    '/v1/notification/:token',
    { config: read, schema: { params: TokenParams } },
    async ({ params: { token } }) => {
      const charge = findChargeByToken(bank, token)
      if (charge === undefined) throw notThere('token')
      noticed(bank, charge)
      return answer(historyOf(bank, charge.id).map(entry => noticedWire(charge, entry)))
    },
  )
}

function inList(bank: Bank, charge: Charge) {
  const card = findCard(bank, charge.id)
  return card === undefined ? listedWire(bank, charge, paymentsOf(bank, charge.id)) : cardListedWire(bank, charge, card)
}

function changeRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.put(
    '/v1/charge/:id/cancel',
    { config: write, schema: { params: IdParams } },
    async ({ params: { id } }) => {
      cancelCharge(bank, id)
      return answer()
    },
  )

  httpServer.put(
    '/v1/charge/:id/settle',
    { config: write, schema: { params: IdParams } },
    async ({ params: { id } }) => {
      settleCharge(bank, id)
      return answer()
    },
  )

  httpServer.put(
    '/v1/charge/:id/metadata',
    { config: write, schema: { params: IdParams, body: MetadataForm } },
    async ({ params: { id }, body }) => {
      changeMetadata(bank, id, body)
      return answer()
    },
  )
}
