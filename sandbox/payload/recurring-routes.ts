// The payloads behind the codes of bills and of recurrences: signed, and without a token, as that of an immediate charge.
import { Type } from 'typebox'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { type Cobv, payableUntil } from '../cobv/cobv.ts'
import { COBVS } from '../cobv/store.ts'
import { CUSTOMER } from '../customer.ts'
import { Day } from '../http/forms.ts'
import { type HttpServer, invalid } from '../http/server.ts'
import { findLocationByToken } from '../locrec/store.ts'
import { existingRec } from '../rec/change.ts'
import { recPayload } from '../rec/payload.ts'
import { isLive } from '../rec/rec.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { signed } from './jws.ts'

const refuse = invalid('CobPayloadOperacaoInvalida')

const Token = Type.Object({ token: Type.String({ maxLength: 64 }) })
/** The day on which the payer means to pay, and the payer's town. */
const Query = Type.Object({
  DPP: Type.Optional(Day),
  codMun: Type.Optional(Type.String({ pattern: '^\\d{7}$' })),
})

export function recurringPayloadRoutes(httpServer: HttpServer, bank: Bank, jwks: string): void {
  const sign = (payload: object) => signed(payload, bank.origin() + jwks)

  httpServer.get(
    '/qr/v2/cobv/:token',
    { config: { refuse }, schema: { params: Token, querystring: Query } },
    async ({ params: { token }, query: { DPP } }, reply) => {
      const cobv = COBVS.findByToken(bank, token)
      if (cobv === undefined) throw problem('CobPayloadNaoEncontrado')
      if (DPP !== undefined) refuseDay(bank, cobv, DPP as LocalDate)
      return reply.type('application/jose').send(sign(billOf(bank, cobv)))
    },
  )

  httpServer.get('/qr/v2/rec/:token', { schema: { params: Token } }, async ({ params: { token } }, reply) => {
    const idRec = findLocationByToken(bank, token)?.idRec ?? null
    if (idRec === null) throw problem('RecPayloadNaoEncontrado')
    const rec = bank.database.transaction(() => existingRec(bank, idRec))
    if (!isLive(rec)) throw problem('RecPayloadOperacaoInvalida')
    return reply.type('application/jose').send(sign(recPayload(rec)))
  })
}

/** The Central Bank's CobVPayload. One that cannot be paid any more is answered all the same, with its status. */
function billOf({ clock }: Bank, { txid, revisao, status, createdAt, document }: Cobv) {
  const { calendario, valor, ...shown } = document
  const [criacao, apresentacao] = [createdAt, clock.now()].map(at => new Date(at).toISOString())
  return {
    calendario: { criacao, apresentacao, ...calendario },
    txid,
    revisao,
    status,
    ...shown,
    recebedor: { cnpj: CUSTOMER.cnpj, nome: CUSTOMER.name, ...CUSTOMER.address },
    valor: { original: valor.original, final: valor.original },
  }
}

function refuseDay({ clock }: Bank, cobv: Cobv, day: LocalDate): void {
  const isPast = day < dayAt(clock.now())
  if (!isPast && instantOn(day, 0) < payableUntil(cobv)) return
  const razao = isPast ? 'O dia já passou.' : 'A cobrança não pode ser paga nesse dia.'
  throw refuse([{ razao, propriedade: 'DPP', valor: day }])
}
