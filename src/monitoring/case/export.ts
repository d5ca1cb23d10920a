// The cases as a file.
import { type Database, patiently } from '#db/postgres.ts'
import type { Column, CsvFormat } from '#http/response/csv.ts'
import type { Rule } from '../rule/rule.ts'
import { shownSubject } from '../wire.ts'
import type { CaseState } from './case.ts'
import { type CaseFilter, listCases } from './list-store.ts'
import type { MonitoringCase } from './store.ts'

const ROWS_AT_ONCE = 500

export async function* casePages(db: Database, filter: CaseFilter): AsyncGenerator<MonitoringCase[]> {
  let below: bigint | null = null
  while (true) {
    const page = { below, limit: ROWS_AT_ONCE }
    const rows: MonitoringCase[] = await patiently(() => listCases(db, filter, page))
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) return
    below = last.id
  }
}

export const caseColumns = (format: CsvFormat): Column<MonitoringCase>[] => [
  { br: 'Caso', iso: 'uuid', cell: row => row.uuid },
  { br: 'Conta', iso: 'accountId', cell: row => String(row.accountId) },
  { br: 'Nome da conta', iso: 'accountName', cell: row => row.accountName },
  { br: 'Regra', iso: 'rule', cell: row => (format === 'br' ? RULE_NAMES[row.rule] : row.rule) },
  { br: 'Situação', iso: 'state', cell: row => (format === 'br' ? STATE_NAMES[row.state] : row.state) },
  { br: 'Contraparte', iso: 'subject', cell: shownSubject, isReference: true },
  { br: 'Nome da contraparte', iso: 'subjectName', cell: row => row.subjectName },
  { br: 'Movimentos', iso: 'movements', cell: row => String(row.movements) },
  { br: 'Valor', iso: 'amount', cell: row => row.amount },
  { br: 'Valor que saiu', iso: 'passed', cell: row => row.passed },
  { br: 'Primeiro movimento', iso: 'from', cell: row => row.windowFrom },
  { br: 'Último movimento', iso: 'to', cell: row => row.windowTo },
  { br: 'Aberto em', iso: 'openedAt', cell: row => row.openedAt },
  { br: 'Análise até', iso: 'analysisDueAt', cell: row => row.analysisDueAt },
  { br: 'Decidido em', iso: 'decidedAt', cell: row => row.decidedAt },
  { br: 'Decidido por', iso: 'decidedByName', cell: row => row.decidedByName },
  { br: 'Motivo', iso: 'reason', cell: row => row.reason },
  { br: 'Protocolo COAF', iso: 'protocol', cell: row => row.protocol, isReference: true },
]

const RULE_NAMES: Record<Rule, string> = {
  INCOMING_VELOCITY: 'Velocidade de recebimentos',
  CASHOUT_VELOCITY: 'Velocidade de saques',
  INCOMING_STRUCTURING: 'Fracionamento de recebimentos',
  CASHOUT_STRUCTURING: 'Fracionamento de saques',
  NEW_ACCOUNT: 'Conta nova',
  PASS_THROUGH: 'Conta de passagem',
}

const STATE_NAMES: Record<CaseState, string> = { OPEN: 'Aberto', DISMISSED: 'Arquivado', REPORTED: 'Comunicado' }
