// Efí's API of charges, byte for byte as its documents and its SDK show it. It has a token of its own: that of the Pix API is not good here,
// nor is this one there.
import { Type } from 'typebox'
import { findCard } from '../card/store.ts'
import { cardListedWire } from '../card/wire.ts'
import type { House } from '../house.ts'
import type { HttpServer } from '../http/server.ts'
import { grantToken } from '../oauth/tokens.ts'
import { bearerRefused, type Violacao } from '../refused.ts'
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

const bank = { scope: 'charge', refuse: refuseRequest } as const
const read = { bank, dress: inOwnForm } as const
const write = { ...read, subject: ({ params }: { params: unknown }) => String((params as { id: number }).id) } as const

export function acquirerRoutes(httpServer: HttpServer, house: House): void {
  tokenRoute(httpServer, house)
  chargeRoutes(httpServer, house)
  changeRoutes(httpServer, house)
}

function tokenRoute(httpServer: HttpServer, house: House): void {
  const refuse = ([violacao]: Violacao[]) =>
    bearerRefused(400, 'invalid_request', `${violacao?.propriedade || 'body'}: ${violacao?.razao ?? ''}`)
  const config = { mayFail: true, refuse } as const
  httpServer.post('/v1/authorize', { config, schema: { body: TokenBody } }, async ({ body, headers }, reply) => {
    if (body.grant_type !== 'client_credentials')
      throw bearerRefused(400, 'unsupported_grant_type', 'grant_type must be client_credentials')
    reply.header('cache-control', 'no-store')
    return grantToken(house, headers.authorization, undefined, { scopes: ['charge'], maxSeconds: MAX_TOKEN_SECONDS })
  })
}

function chargeRoutes(httpServer: HttpServer, house: House): void {
  httpServer.post('/v1/charge', { config: read, schema: { body: OpenForm } }, async ({ body }) =>
    answer(openedWire(openCharge(house, body))),
  )

  httpServer.get('/v1/charge/:id', { config: read, schema: { params: IdParams } }, async ({ params: { id } }) =>
    answer(detailWire(house, existing(house, id), historyOf(house, id), findCard(house, id))),
  )

  httpServer.get('/v1/charges', { config: read, schema: { querystring: ListQuery } }, async ({ query }) =>
    answer(listCharges(house, query).map(charge => inList(house, charge))),
  )

  httpServer.get(
    '/v1/notification/:token',
    { config: read, schema: { params: TokenParams } },
    async ({ params: { token } }) => {
      const charge = findChargeByToken(house, token)
      if (charge === undefined) throw notThere('token')
      noticed(house, charge)
      return answer(historyOf(house, charge.id).map(entry => noticedWire(charge, entry)))
    },
  )
}

function inList(house: House, charge: Charge) {
  const card = findCard(house, charge.id)
  return card === undefined
    ? listedWire(house, charge, paymentsOf(house, charge.id))
    : cardListedWire(house, charge, card)
}

function changeRoutes(httpServer: HttpServer, house: House): void {
  httpServer.put(
    '/v1/charge/:id/cancel',
    { config: write, schema: { params: IdParams } },
    async ({ params: { id } }) => {
      cancelCharge(house, id)
      return answer()
    },
  )

  httpServer.put(
    '/v1/charge/:id/settle',
    { config: write, schema: { params: IdParams } },
    async ({ params: { id } }) => {
      settleCharge(house, id)
      return answer()
    },
  )

  httpServer.put(
    '/v1/charge/:id/metadata',
    { config: write, schema: { params: IdParams, body: MetadataForm } },
    async ({ params: { id }, body }) => {
      changeMetadata(house, id, body)
      return answer()
    },
  )
}
