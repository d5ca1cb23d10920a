// The recurrence as the payer's bank reads it, in the form of the Central Bank's RecPayload.
import { BANK_ISPB, CUSTOMER } from '../customer.ts'
import type { Rec } from './rec.ts'

/** What the payer's bank reads at its address, and what a push shows the payer. */
export function recPayload(rec: Rec) {
  const { vinculo, calendario, valor, politicaRetentativa } = rec.document
  return {
    idRec: rec.idRec,
    vinculo,
    calendario,
    ...(valor !== undefined && { valor }),
    recebedor: { cnpj: CUSTOMER.cnpj, nome: CUSTOMER.name, ispbParticipante: BANK_ISPB },
    politicaRetentativa,
    atualizacao: historyOf(rec),
  }
}

export const historyOf = ({ progress: { history } }: Rec) =>
  history.map(({ status, at }) => ({ status, data: new Date(at).toISOString() }))
