// The charge with a due day in the forms of the Central Bank's CobVGerada and CobVCompleta.
import { codeOf } from '../cob/wire.ts'
import { CUSTOMER } from '../customer.ts'
import { pixOfTxid } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import type { Bank } from '../resources.ts'
import type { Cobv } from './cobv.ts'

export function cobvWire(bank: Bank, { txid, revisao, status, createdAt, location, document }: Cobv) {
  const { calendario, devedor, valor, chave, solicitacaoPagador, infoAdicionais } = document
  const { id, address } = location
  const pix = pixOfTxid(bank, txid).map(one => pixWire(bank, one))
  return {
    calendario: { criacao: new Date(createdAt).toISOString(), ...calendario },
    txid,
    revisao,
    loc: { id, location: address, tipoCob: 'cobv', criacao: new Date(location.createdAt).toISOString(), txid },
    location: address,
    status,
    devedor,
    recebedor: { cnpj: CUSTOMER.cnpj, nome: CUSTOMER.name, ...CUSTOMER.address },
    valor,
    chave,
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais !== undefined && { infoAdicionais }),
    pixCopiaECola: codeOf({ location }),
    ...(pix.length > 0 && { pix }),
  }
}
