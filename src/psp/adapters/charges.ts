// Charges in the Central Bank's form: immediate ones (cob) and those with a due day (cobv) differ in their address and in the body by
// which they are made, and in nothing else.
import type { PspHttp } from '../client/conversation.ts'
import type { Reply } from '../client/http.ts'
import type { Charge, Outcome } from '../port.ts'
import { readCharge } from './pix-wire.ts'
import { fields, lookupOf, outcomeOf, text } from './reply.ts'

export interface ChargeVerbs {
  create(txid: string, body: object): Promise<Outcome<Charge>>
  find(txid: string): Promise<Outcome<Charge | null>>
  remove(txid: string): Promise<Outcome<Charge>>
}

const REMOVAL = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }

/** `absentWord`: the `nome` by which this PSP answers 400, and not 404, for an unknown charge. */
export function chargeVerbs(http: PspHttp, noun: 'cob' | 'cobv', absentWord?: string): ChargeVerbs {
  const pathOf = (txid: string) => `/v2/${noun}/${txid}`
  return {
    async create(txid, body) {
      const reply = await http.call('PUT', pathOf(txid), body)
      const outcome = outcomeOf(reply, answer => {
        const charge = readCharge(txid)(answer)
        // A charge without its code cannot be paid.
        return charge?.brCode ? charge : null
      })
      return aboutCharge(txid, reply, outcome)
    },
    async find(txid) {
      const reply = await http.call('GET', pathOf(txid))
      return aboutCharge(txid, reply, lookupOf(reply, readCharge(txid), absentWord))
    },
    async remove(txid) {
      const reply = await http.call('PATCH', pathOf(txid), REMOVAL)
      return aboutCharge(txid, reply, outcomeOf(reply, readCharge(txid)))
    },
  }
}

/** An answer about another charge says nothing about the one of the query, and a further query will not help. */
function aboutCharge<T>(txid: string, reply: Reply, outcome: Outcome<T>): Outcome<T> {
  const reported = reply.status === null ? null : text(fields(reply.body).txid)
  const isOther = outcome.kind === 'unknown' && reported !== null && reported !== txid
  return isOther ? { kind: 'unknown', reason: 'the PSP tells of another charge', alert: true } : outcome
}
