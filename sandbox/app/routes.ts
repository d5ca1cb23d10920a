// /sandbox/app: what a payer does in the app of the payer's bank, by call. In English, as the rest of the sandbox's control.
import { Type } from 'typebox'
import { readOffer } from '../buyer/offer.ts'
import { payerOf } from '../buyer/payer.ts'
import { cancelByPayer as cancelChargeByPayer } from '../cobr/cancel.ts'
import { existingCobr } from '../cobr/order.ts'
import { cobrWire } from '../cobr/wire.ts'
import { type HttpServer, inPath } from '../http/server.ts'
import { existingRec } from '../rec/change.ts'
import type { Journey, Rec } from '../rec/rec.ts'
import { recWire } from '../rec/wire.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { authoriseRec, cancelByPayer, refuseRec } from './authorise.ts'

const Params = Type.Object({ idRec: Type.String({ maxLength: 29 }) })
const ChargeParams = Type.Object({ txid: Type.String({ maxLength: 35 }) })
const closed = { additionalProperties: false }
const AcceptBody = Type.Object(
  {
    maximo: Type.Optional(Type.String({ maxLength: 13 })),
    pixCopiaECola: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    payer: Type.Optional(
      Type.Object({ name: Type.String({ maxLength: 140 }), document: Type.String({ maxLength: 18 }) }),
    ),
  },
  closed,
)

const config = { mayFail: true, subject: inPath('idRec') } as const

export function appRoutes(httpServer: HttpServer, bank: Bank): void {
  const change = (idRec: string, work: (rec: Rec) => Rec) =>
    bank.database.transaction(() => recWire(bank, work(existingRec(bank, idRec))))

  httpServer.post(
    '/sandbox/app/rec/:idRec/accept',
    { config, schema: { params: Params, body: Type.Union([AcceptBody, Type.Null()]) } },
    async ({ params: { idRec }, body }) => {
      const payer = body?.payer && payerOf(body.payer)
      const { maximo, pixCopiaECola: code } = body ?? {}
      return change(idRec, rec => {
        const journey = code === undefined ? null : journeyBy(bank, code, rec)
        return authoriseRec(bank, rec, { journey, payer, maximo })
      })
    },
  )

  httpServer.post('/sandbox/app/rec/:idRec/refuse', { config, schema: { params: Params } }, async ({ params }) =>
    change(params.idRec, rec => refuseRec(bank, rec)),
  )

  httpServer.post('/sandbox/app/rec/:idRec/cancel', { config, schema: { params: Params } }, async ({ params }) =>
    change(params.idRec, rec => cancelByPayer(bank, rec)),
  )

  httpServer.post(
    '/sandbox/app/cobr/:txid/cancel',
    { config: { mayFail: true, subject: inPath('txid') }, schema: { params: ChargeParams } },
    async ({ params: { txid } }) =>
      bank.database.transaction(() => cobrWire(bank, cancelChargeByPayer(bank, existingCobr(bank, txid)))),
  )
}

/** A code authorises without a payment in the journeys 2 and 4. */
function journeyBy(bank: Bank, code: string, { idRec }: Rec): Journey {
  const { recurrence } = readOffer(bank, code)
  if (recurrence?.rec.idRec !== idRec)
    throw new ControlRefused('other-code', 422, 'pixCopiaECola: the code does not offer this recurrence')
  if (recurrence.journey === 'JORNADA_3')
    throw new ControlRefused('payment-required', 422, 'pixCopiaECola: in journey 3 the payment authorises')
  return recurrence.journey
}
