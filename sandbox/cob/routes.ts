// /cob: the immediate charge of the Central Bank's API.
import { Type } from 'typebox'
import { noRevision } from '../charge/charge.ts'
import { stickTo } from '../fault/misbehave.ts'
import { paginationOf, parametros, readPage, refuseBoth } from '../http/paging.ts'
import { type HttpServer, inPath } from '../http/server.ts'
import { refuseStrays } from '../http/strays.ts'
import { mintTxid } from '../ids.ts'
import { pixOfTxid } from '../pix/store.ts'
import { refuseMalformedTxid } from '../pix/txid.ts'
import { pixWire } from '../pix/wire.ts'
import type { Bank } from '../resources.ts'
import { createCob, existing, reviseExisting } from './change.ts'
import type { Cob } from './cob.ts'
import { refuseCob, refuseCobQuery } from './refuse.ts'
import { AskedForm, ListQuery, OneQuery, RevisionForm } from './schema.ts'
import { COBS } from './store.ts'
import { type CobWire, cobWire } from './wire.ts'

const Params = Type.Object({ txid: Type.String() })

const write = { bank: { scope: 'cob.write', refuse: refuseCob }, subject: inPath('txid') } as const
const read = { bank: { scope: 'cob.read', refuse: refuseCobQuery } } as const

export function cobRoutes(httpServer: HttpServer, bank: Bank): void {
  httpServer.put(
    '/v2/cob/:txid',
    { config: write, schema: { params: Params, body: AskedForm } },
    async ({ params: { txid }, body }, reply) => {
      refuseMalformedTxid(txid, refuseCob)
      refuseStrays(bank, AskedForm, body)
      return reply.code(201).send(cobWire(createCob(bank, txid, body)))
    },
  )

  httpServer.post('/v2/cob', { config: write, schema: { body: AskedForm } }, async ({ body, fault }, reply) => {
    refuseStrays(bank, AskedForm, body)
    const txid = mintTxid(bank.random)
    stickTo(bank, fault, txid)
    return reply.code(201).send(cobWire(createCob(bank, txid, body)))
  })

  httpServer.patch(
    '/v2/cob/:txid',
    { config: write, schema: { params: Params, body: RevisionForm } },
    async ({ params, body }) => {
      refuseStrays(bank, RevisionForm, body)
      return cobWire(reviseExisting(bank, params.txid, body))
    },
  )

  httpServer.get(
    '/v2/cob/:txid',
    { config: read, schema: { params: Params, querystring: OneQuery } },
    async ({ params: { txid }, query: { revisao } }) => {
      const cob = existing(bank, txid)
      if (revisao === undefined || revisao === cob.revisao) return complete(bank, cob)
      const earlier = COBS.findRevision(bank, cob, revisao)
      if (earlier === undefined) throw refuseCobQuery([noRevision(revisao)])
      return complete(bank, earlier)
    },
  )

  httpServer.get('/v2/cob', { config: read, schema: { querystring: ListQuery } }, async ({ query }) => {
    refuseBoth(query, refuseCobQuery)
    const page = readPage(query, refuseCobQuery)
    const { charges, total } = COBS.list(bank, page, query)
    return { parametros: parametros(query, paginationOf(page, total)), cobs: charges.map(cob => complete(bank, cob)) }
  })
}

/** The charge with the payments that arrived for it. */
function complete(bank: Bank, cob: Cob): CobWire {
  return cobWire(
    cob,
    pixOfTxid(bank, cob.txid).map(pix => pixWire(bank, pix)),
  )
}
