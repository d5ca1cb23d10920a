// The SQL of infractions: a payer disputes a Pix that the customer received.
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Page } from '../http/paging.ts'
import type { Bank } from '../resources.ts'

export type InfracaoStatus = 'ABERTA' | 'EM_DEFESA' | 'ACEITA' | 'REJEITADA' | 'CANCELADA_EFI'

export interface Infracao {
  id: string
  protocolo: string
  endToEndId: string
  amount: Centavos
  razao: string
  status: InfracaoStatus
  openedAt: number
  deadlineAt: number
  defesa: string | null
  defendedAt: number | null
  endedAt: number | null
}

interface Row {
  id: string
  protocolo: string
  end_to_end_id: string
  amount: number
  razao: string
  status: InfracaoStatus
  opened_at: number
  deadline_at: number
  defesa: string | null
  defended_at: number | null
  ended_at: number | null
}

const infracaoOf = ({
  end_to_end_id,
  amount,
  opened_at,
  deadline_at,
  defended_at,
  ended_at,
  ...row
}: Row): Infracao => ({
  ...row,
  endToEndId: end_to_end_id,
  amount: centavos(amount),
  openedAt: opened_at,
  deadlineAt: deadline_at,
  defendedAt: defended_at,
  endedAt: ended_at,
})

export function insertInfracao({ database }: Bank, one: Infracao): void {
  const sql = `insert into infracao (id, protocolo, end_to_end_id, amount, razao, status, opened_at, deadline_at)
    values (?, ?, ?, ?, ?, ?, ?, ?)`
  const { id, protocolo, endToEndId, amount, razao, status, openedAt, deadlineAt } = one
  database.run(sql, id, protocolo, endToEndId, amount, razao, status, openedAt, deadlineAt)
}

export function findInfracao({ database }: Bank, id: string): Infracao | undefined {
  const row = database.first<Row>('select * from infracao where id = ?', id)
  return row && infracaoOf(row)
}

export function defendInfracao({ database, clock }: Bank, id: string, defesa: string): void {
  const sql = "update infracao set status = 'EM_DEFESA', defesa = ?, defended_at = ? where id = ?"
  database.run(sql, defesa, clock.now(), id)
}

export function endInfracao({ database, clock }: Bank, id: string, status: InfracaoStatus): void {
  database.run('update infracao set status = ?, ended_at = ? where id = ?', status, clock.now(), id)
}

const FILTER = 'from infracao where opened_at between ?1 and ?2'

/** By when they were opened, oldest first, so that new ones do not push others onto the next page. */
export function listInfracoes({ database }: Bank, page: Page): { infracoes: Infracao[]; total: number } {
  const sql = `select * ${FILTER} order by opened_at, rowid limit ?3 offset ?4`
  const rows = database.all<Row>(sql, page.from, page.to, page.size, page.offset)
  const count = database.first<{ total: number }>(`select count(*) as total ${FILTER}`, page.from, page.to)
  return { infracoes: rows.map(infracaoOf), total: count?.total ?? 0 }
}
