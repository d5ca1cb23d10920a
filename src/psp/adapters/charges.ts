// Charges in the Central Bank's form: immediate ones (cob) and those with a due day (cobv) differ in their address and in the body by
// which they are made, and in nothing else.
import type { PspHttp } from '../client/conversation.ts'
import type { Charge, Outcome } from '../port.ts'
import { readCharge } from './pix-wire.ts'
import { aboutTxid, lookupOf, outcomeOf } from './reply.ts'

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
      return aboutTxid('charge', txid, reply, outcome)
    },
    async find(txid) {
      const reply = await http.call('GET', pathOf(txid))
      return aboutTxid('charge', txid, reply, lookupOf(reply, readCharge(txid), absentWord))
    },
    async remove(txid) {
      const reply = await http.call('PATCH', pathOf(txid), REMOVAL)
      return aboutTxid('charge', txid, reply, outcomeOf(reply, readCharge(txid)))
    },
  }
}
