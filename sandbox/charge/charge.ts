// What an immediate charge (cob) and one with a due day (cobv) have in common: a status, revisions, a location, and wishes of their creators
// that are refused. Pure.
import type { Violacao } from '../refused.ts'

export type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'

/** `Document`: what its creator said, and may change while the charge is ATIVA. */
export interface Charge<Document> {
  txid: string
  status: ChargeStatus
  revisao: number
  createdAt: number
  location: { id: number; address: string; createdAt: number }
  document: Document
}

export type ChargeNoun = 'cob' | 'cobv'

export function removalViolations({ status, ...others }: { status?: string }): Violacao[] {
  if (status === undefined || Object.keys(others).length === 0) return []
  return [{ razao: 'Uma remoção não admite outras alterações.', propriedade: 'status', valor: status }]
}

export const usedTxid = (noun: ChargeNoun, txid: string): Violacao => ({
  razao: 'O txid já foi usado em outra cobrança.',
  propriedade: `${noun}.txid`,
  valor: txid,
})

export const notActive = (noun: ChargeNoun, status: ChargeStatus): Violacao => ({
  razao: 'A cobrança não está ATIVA e não pode ser alterada.',
  propriedade: `${noun}.status`,
  valor: status,
})

export const noRevision = (revisao: number): Violacao => ({
  razao: 'A cobrança não tem esta revisão.',
  propriedade: 'revisao',
  valor: String(revisao),
})
