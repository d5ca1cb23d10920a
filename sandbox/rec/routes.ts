// /rec: the recurrence of the Central Bank's API, and what lies at its address.
import { Type } from 'typebox'
import { COBS } from '../cob/store.ts'
import { COBVS } from '../cobv/store.ts'
import { stickTo } from '../fault/misbehave.ts'
import { paginationOf, parametros, readPage, refuseBoth } from '../http/paging.ts'
import { type HttpServer, inPath } from '../http/server.ts'
import { refuseStrays } from '../http/strays.ts'
import type { Bank } from '../resources.ts'
import { createRec, existingRec, expireRecs, reviseRec } from './change.ts'
import type { Journey, Rec } from './rec.ts'
import { refuseRec, refuseRecQuery } from './refuse.ts'
import { OneRecQuery, RecForm, RecListQuery, RecRevisionForm } from './schema.ts'
import { listRecs } from './store.ts'
import { recCode, recWire } from './wire.ts'

const Params = Type.Object({ idRec: Type.String() })

const write = { bank: { scope: 'rec.write', refuse: refuseRec }, subject: () => null } as const
const revise = { bank: write.bank, subject: inPath('idRec') } as const
const read = { bank: { scope: 'rec.read', refuse: refuseRecQuery } } as const

export function recRoutes(httpServer: HttpServer, bank: Bank): void {
  const wire = (rec: Rec) => bank.dialect().recurrence(recWire(bank, rec))

  httpServer.post('/v2/rec', { config: write, schema: { body: RecForm } }, async ({ body, fault }, reply) => {
    refuseStrays(bank, RecForm, body)
    const rec = createRec(bank, body)
    stickTo(bank, fault, rec.idRec)
    return reply.code(201).send(wire(rec))
  })

  httpServer.patch(
    '/v2/rec/:idRec',
    { config: revise, schema: { params: Params, body: RecRevisionForm } },
    async ({ params: { idRec }, body }) => {
      refuseStrays(bank, RecRevisionForm, body)
      return wire(reviseRec(bank, idRec, body))
    },
  )

  httpServer.get(
    '/v2/rec/:idRec',
    { config: read, schema: { params: Params, querystring: OneRecQuery } },
    async ({ params: { idRec }, query: { txid } }) => {
      const rec = bank.database.transaction(() => existingRec(bank, idRec))
      return { ...wire(rec), ...qrOf(bank, rec, txid) }
    },
  )

  httpServer.get('/v2/rec', { config: read, schema: { querystring: RecListQuery } }, async ({ query }) => {
    refuseBoth(query, refuseRecQuery)
    const page = readPage(query, refuseRecQuery)
    bank.database.transaction(() => expireRecs(bank))
    const { recs, total } = listRecs(bank, page, query)
    return { parametros: parametros(query, paginationOf(page, total)), recs: recs.map(wire) }
  })
}

/** Without a charge the code of journey 2, else the one composed with it; none where the recurrence has no address. */
function qrOf(bank: Bank, rec: Rec, txid: string | undefined) {
  const charge = txid === undefined ? undefined : chargeOf(bank, rec, txid)
  const pixCopiaECola = recCode(bank, rec, charge?.address)
  return pixCopiaECola === null ? {} : { dadosQR: { jornada: charge?.journey ?? 'JORNADA_2', pixCopiaECola } }
}

function chargeOf(bank: Bank, rec: Rec, txid: string): { address: string; journey: Journey } {
  const refused = (razao: string) => refuseRecQuery([{ razao, propriedade: 'txid', valor: txid }])
  const { journey, txid: own } = rec.progress
  const cobv = COBVS.find(bank, txid)
  if (cobv !== undefined) {
    if (journey === 'JORNADA_3') throw refused('Uma cobrança com vencimento não condiz com a jornada da recorrência.')
    return { address: cobv.location.address, journey: 'JORNADA_4' }
  }
  const cob = COBS.find(bank, txid)
  if (cob === undefined) throw refused('Nenhuma cobrança tem este txid.')
  if (journey === 'JORNADA_4') throw refused('Uma cobrança imediata não condiz com a jornada da recorrência.')
  if (own !== null && own !== txid) throw refused('A recorrência se ativa por outra cobrança imediata.')
  return { address: cob.location.address, journey: 'JORNADA_3' }
}
