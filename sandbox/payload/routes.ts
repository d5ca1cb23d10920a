// What lies behind a code: the payload that the payer's bank reads at the charge's location, signed; the keys that prove it; and
// the code of a location as text and as an image. The first two are open to everybody, as a payer's bank comes without a token.
import QRCode from 'qrcode'
import { Type } from 'typebox'
import type { Cob } from '../cob/cob.ts'
import { COBS } from '../cob/store.ts'
import { codeOf } from '../cob/wire.ts'
import { COBVS } from '../cobv/store.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { PUBLIC_KEYS, signed } from './jws.ts'
import { recurringPayloadRoutes } from './recurring-routes.ts'

const JWKS = '/qr/jwks'
/** A light frame of so many modules, without which cameras do not find the code. */
const QUIET_ZONE = 4

const refuse = invalid('PayloadLocationConsultaInvalida')
const read = { bank: { scope: 'payloadlocation.read', refuse } } as const

export function payloadRoutes(httpServer: HttpServer, bank: Bank): void {
  const Token = Type.Object({ token: Type.String({ maxLength: 64 }) })
  httpServer.get('/qr/v2/:token', { schema: { params: Token } }, async ({ params: { token } }, reply) => {
    const cob = COBS.findByToken(bank, token)
    if (cob === undefined) throw problem('CobPayloadNaoEncontrado')
    return reply.type('application/jose').send(signed(payloadOf(bank, cob), bank.origin() + JWKS))
  })

  recurringPayloadRoutes(httpServer, bank, JWKS)

  httpServer.get(JWKS, async (_request, reply) =>
    reply.type('application/jwk-set+json').send(JSON.stringify(PUBLIC_KEYS)),
  )

  const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
  httpServer.get('/v2/loc/:id/qrcode', { config: read, schema: { params: Id } }, async ({ params: { id } }) => {
    const charge = COBS.findByLocation(bank, id) ?? COBVS.findByLocation(bank, id)
    if (charge === undefined) throw problem('LocationNaoEncontrada')
    const qrcode = codeOf(charge)
    const image = await QRCode.toString(qrcode, { type: 'svg', margin: QUIET_ZONE })
    return {
      qrcode,
      imagemQrcode: `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`,
      linkVisualizacao: `${bank.origin()}/?${new URLSearchParams({ codigo: qrcode })}`,
    }
  })
}

/** The Central Bank's CobPayload. One that cannot be paid any more is answered all the same, with its status. */
function payloadOf({ clock }: Bank, { txid, revisao, status, createdAt, document }: Cob) {
  const { expiracao, ...shown } = document
  const [criacao, apresentacao] = [createdAt, clock.now()].map(at => new Date(at).toISOString())
  return { calendario: { criacao, apresentacao, expiracao }, txid, revisao, status, ...shown }
}
