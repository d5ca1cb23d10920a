// The SQL of returns of received Pix.
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Bank } from '../resources.ts'

export type DevolucaoStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'

export type Natureza = 'ORIGINAL' | 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO'

export interface Devolucao {
  endToEndId: string
  id: string
  rtrId: string
  amount: Centavos
  natureza: Natureza
  descricao: string | null
  requestedAt: number
  settledAt: number | null
  status: DevolucaoStatus
  motivo: string | null
}

interface Row {
  end_to_end_id: string
  id: string
  rtr_id: string
  amount: number
  natureza: Natureza
  descricao: string | null
  requested_at: number
  settled_at: number | null
  status: DevolucaoStatus
  motivo: string | null
}

const devolucaoOf = ({ end_to_end_id, rtr_id, amount, requested_at, settled_at, ...row }: Row): Devolucao => ({
  ...row,
  endToEndId: end_to_end_id,
  rtrId: rtr_id,
  amount: centavos(amount),
  requestedAt: requested_at,
  settledAt: settled_at,
})

export function insertDevolucao({ database }: Bank, devolucao: Devolucao): void {
  const sql = `insert into devolucao
    (end_to_end_id, id, rtr_id, amount, natureza, descricao, requested_at, status) values (?, ?, ?, ?, ?, ?, ?, ?)`
  const { endToEndId, id, rtrId, amount, natureza, descricao, requestedAt, status } = devolucao
  database.run(sql, endToEndId, id, rtrId, amount, natureza, descricao, requestedAt, status)
}

export function findDevolucao({ database }: Bank, endToEndId: string, id: string): Devolucao | undefined {
  const row = database.first<Row>('select * from devolucao where end_to_end_id = ? and id = ?', endToEndId, id)
  return row && devolucaoOf(row)
}

export function devolucoesOf({ database }: Bank, endToEndId: string): Devolucao[] {
  const sql = 'select * from devolucao where end_to_end_id = ? order by requested_at, rowid'
  return database.all<Row>(sql, endToEndId).map(devolucaoOf)
}

/** What is returned or about to be; a return that was not executed leaves room for another. */
export function promisedOf(bank: Bank, endToEndId: string): Centavos {
  const open = devolucoesOf(bank, endToEndId).filter(({ status }) => status !== 'NAO_REALIZADO')
  return centavos(open.reduce((sum, { amount }) => sum + amount, 0n))
}

export function closeDevolucao(
  { database, clock }: Bank,
  { endToEndId, id }: Devolucao,
  status: DevolucaoStatus,
  motivo: string | null,
): void {
  const sql = 'update devolucao set status = ?, motivo = ?, settled_at = ? where end_to_end_id = ? and id = ?'
  const settledAt = status === 'DEVOLVIDO' ? clock.now() : null
  database.run(sql, status, motivo, settledAt, endToEndId, id)
}
