// An infraction as Efí tells it.
import { toReais } from '#kernel/money.ts'
import { BANK_ISPB, BUYERS_BANK_ISPB } from '../customer.ts'
import type { House } from '../house.ts'
import { findPix } from '../pix/store.ts'
import type { Infracao } from './store.ts'

const instant = (at: number) => new Date(at).toISOString()

export function infracaoWire(house: House, one: Infracao) {
  const { id, protocolo, endToEndId, amount, status, razao, defesa, openedAt, deadlineAt, defendedAt, endedAt } = one
  const pix = findPix(house, endToEndId)
  return {
    idInfracao: id,
    endToEndId,
    protocolo,
    dataTransacao: instant(pix?.receivedAt ?? openedAt),
    valor: toReais(amount),
    ...(pix !== undefined && { chave: pix.chave }),
    status,
    razao,
    tipoSituacao: 'GOLPE',
    ...(defesa !== null && { defesa }),
    dadosAnalise: {
      abertura: instant(openedAt),
      prazoFinalizacao: instant(deadlineAt),
      ...(defendedAt !== null && { recebimentoDefesa: instant(defendedAt) }),
      ...(endedAt !== null && { finalizacao: instant(endedAt) }),
    },
    origem: { ispb: BUYERS_BANK_ISPB },
    destino: { ispb: BANK_ISPB },
  }
}
