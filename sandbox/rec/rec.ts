// The recurrence: what receiver and payer agree on, how far it has come, and which wishes of its creator are refused. Pure.
import type { Cycles } from '#kernel/calendar/cycles.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { CUSTOMER } from '../customer.ts'
import { documentViolations } from '../document.ts'
import type { Violacao } from '../refused.ts'
import type { RecRequest } from './schema.ts'

export type RecStatus = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'
export type Journey = 'JORNADA_1' | 'JORNADA_2' | 'JORNADA_3' | 'JORNADA_4'
export type Canceller = 'PSP_PAGADOR' | 'USUARIO_PAGADOR' | 'PSP_RECEBEDOR' | 'USUARIO_RECEBEDOR'

export type Ending =
  | { rejeicao: { codigo: string; descricao: string } }
  | { cancelamento: { solicitante: Canceller; codigo: string; descricao: string } }

/** What its creator said. */
export type RecDocument = Omit<RecRequest, 'loc' | 'ativacao'>

/** What became of it. */
export interface RecProgress {
  /** null: it is not authorised. */
  journey: Journey | null
  /** The immediate charge whose payment authorises it. */
  txid: string | null
  payer: { name: string; document: string } | null
  /** The most that one charge may take from the payer, in centavos; null: no limit. */
  cap: string | null
  ending: Ending | null
  history: { status: RecStatus; at: number }[]
}

export interface Rec {
  idRec: string
  locationId: number | null
  createdAt: number
  status: RecStatus
  document: RecDocument
  progress: RecProgress
}

export const isLive = ({ status }: Rec): boolean => status === 'CRIADA' || status === 'APROVADA'

/** The debtor as a payer; with `document`, a payer of that document, of whom only the debtor's name is known. */
export function debtorOf({ document: { vinculo } }: Rec, document?: string): { name: string; document: string } {
  const { nome, cpf, cnpj } = vinculo.devedor
  return { name: nome, document: document ?? cpf ?? cnpj ?? '' }
}

export const fixedAmountOf = ({ document }: Rec): Centavos | null => reaisOrNull(document.valor?.valorRec)

/** The least that a payer's cap may be. */
export const minimumOf = ({ document }: Rec): Centavos | null => reaisOrNull(document.valor?.valorMinimoRecebedor)

const reaisOrNull = (text: string | undefined): Centavos | null => (text === undefined ? null : parseReais(text))

export const cyclesOf = ({ document: { calendario } }: Rec): Cycles => ({
  startsOn: calendario.dataInicial as LocalDate,
  periodicity: calendario.periodicidade,
})

export function documentOf({ loc: _loc, ativacao: _ativacao, ...document }: RecRequest): RecDocument {
  return document
}

/** What a schema cannot say. */
export function violationsOf({ vinculo, calendario, valor, recebedor }: RecDocument, today: LocalDate): Violacao[] {
  return [
    ...documentViolations(vinculo.devedor, 'vinculo.devedor'),
    ...firstDayViolations(calendario.dataInicial, today),
    ...lastDayViolations(calendario),
    ...valorViolations(valor),
    ...convenioViolations(recebedor?.convenio),
  ]
}

export function firstDayViolations(dataInicial: string, createdOn: LocalDate): Violacao[] {
  if (dataInicial >= createdOn) return []
  const razao = 'A dataInicial é anterior à data de criação da recorrência.'
  return [{ razao, propriedade: 'calendario.dataInicial', valor: dataInicial }]
}

function lastDayViolations({ dataInicial, dataFinal }: RecDocument['calendario']): Violacao[] {
  if (dataFinal === undefined || dataFinal >= dataInicial) return []
  return [{ razao: 'A dataFinal é anterior à dataInicial.', propriedade: 'calendario.dataFinal', valor: dataFinal }]
}

function valorViolations({ valorRec, valorMinimoRecebedor }: NonNullable<RecDocument['valor']> = {}): Violacao[] {
  if (valorRec !== undefined && valorMinimoRecebedor !== undefined)
    return [{ razao: 'Informe valorRec ou valorMinimoRecebedor, nunca ambos.', propriedade: 'valor' }]
  return Object.entries({ valorRec, valorMinimoRecebedor })
    .filter(([, valor]) => valor !== undefined && parseReais(valor) === ZERO)
    .map(([name]) => ({ razao: 'O valor precisa ser maior que zero.', propriedade: `valor.${name}`, valor: '0.00' }))
}

function convenioViolations(convenio: string | undefined): Violacao[] {
  if (convenio === undefined || convenio === CUSTOMER.convenio) return []
  return [{ razao: 'O convênio não é aceito por este banco.', propriedade: 'recebedor.convenio', valor: convenio }]
}
