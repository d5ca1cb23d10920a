// The charge in the forms of the Central Bank's CobGerada and CobCompleta.
import { buildDynamicCode } from '#kernel/pix/br-code.ts'
import { CUSTOMER } from '../customer.ts'
import type { PixWire } from '../pix/wire.ts'
import type { Cob } from './cob.ts'

export type CobWire = ReturnType<typeof cobWire>

export function cobWire(cob: Cob, pix: PixWire[] = []) {
  const { expiracao, devedor, valor, chave, solicitacaoPagador, infoAdicionais } = cob.document
  const { id, address, createdAt } = cob.location
  return {
    calendario: { criacao: new Date(cob.createdAt).toISOString(), expiracao },
    txid: cob.txid,
    revisao: cob.revisao,
    loc: { id, location: address, tipoCob: 'cob', criacao: new Date(createdAt).toISOString(), txid: cob.txid },
    location: address,
    status: cob.status,
    ...(devedor !== undefined && { devedor }),
    valor,
    chave,
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais !== undefined && { infoAdicionais }),
    pixCopiaECola: codeOf(cob),
    ...(pix.length > 0 && { pix }),
  }
}

// Without the amount: the payer reads it at the location, and a revision of the amount leaves a printed code good.
export function codeOf({ location }: Pick<Cob, 'location'>): string {
  return buildDynamicCode({ url: location.address, merchantName: CUSTOMER.name, merchantCity: CUSTOMER.city })
}
