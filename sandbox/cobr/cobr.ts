// The recurring charge: the order to debit one cycle of a recurrence, its tries, and what the payer's bank has against it. Pure.
import { businessDayFrom } from '#kernel/calendar/business-days.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import type { DebtorFate } from '../debtor/fates.ts'
import { type Canceller, fixedAmountOf, type Rec } from '../rec/rec.ts'
import type { CobrRequest } from './schema.ts'

export type CobrStatus = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA'
export type TryStatus = 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA'
/** The first, one on a later day, one on the same day after a failure of a bank. */
export type TryKind = 'AGND' | 'NTAG' | 'RIFL'

export interface Rejection {
  codigo: string
  descricao: string
}

export type CobrEnding =
  | { rejeicao: Rejection }
  | { cancelamento: { solicitante: Canceller; codigo: string; descricao: string } }

export interface Cobr {
  txid: string
  idRec: string
  createdAt: number
  status: CobrStatus
  /** Of the recurrence, the first being 1. */
  cycle: number
  /** What its creator said. */
  document: CobrRequest & { ajusteDiaUtil: boolean }
  progress: { ending: CobrEnding | null; history: { status: CobrStatus; at: number }[] }
}

export interface Try {
  txid: string
  n: number
  settlesOn: LocalDate
  kind: TryKind
  /** Minted when it is ordered: it proves no payment. */
  endToEndId: string
  status: TryStatus
  rejection: Rejection | null
  history: { status: TryStatus; at: number }[]
}

export const MAX_RETRIES = 3
const RETRY_DAYS = 7

export const amountOf = ({ document }: Cobr): Centavos => parseReais(document.valor.original) ?? ZERO

export const dueOnOf = ({ document }: Cobr): LocalDate => document.calendario.dataDeVencimento as LocalDate

/** The day of the first try: the due day, or the next on which banks settle. */
export function settlementOf({ calendario, ajusteDiaUtil }: Cobr['document']): LocalDate {
  const due = calendario.dataDeVencimento as LocalDate
  return ajusteDiaUtil ? businessDayFrom(due) : due
}

/** From this day on it can be tried no more. */
export const lastTryBefore = (cobr: Cobr): LocalDate => addDays(dueOnOf(cobr), RETRY_DAYS + 1)

export const isOpen = ({ status }: Cobr): boolean => status === 'CRIADA' || status === 'ATIVA'

export const isOpenTry = ({ status }: Try): boolean => status === 'SOLICITADA' || status === 'AGENDADA'

export const retriesOf = (tries: readonly Try[]): number => tries.filter(({ kind }) => kind === 'NTAG').length

/** What the payer's bank answers instead of scheduling; null: it schedules. */
export function rejectionOf(cobr: Cobr, rec: Rec, fate: DebtorFate): Rejection | null {
  if (fate.rejection !== null) return fate.rejection
  const amount = amountOf(cobr)
  const fixed = fixedAmountOf(rec)
  if (fixed !== null && amount !== fixed) return WRONG_AMOUNT
  if (rec.progress.cap !== null && amount > BigInt(rec.progress.cap)) return ABOVE_CAP
  const { dataFinal } = rec.document.calendario
  if (cobr.cycle < 1 || (dataFinal !== undefined && dueOnOf(cobr) > dataFinal)) return WRONG_DAY
  return null
}

const WRONG_AMOUNT = { codigo: 'AM09', descricao: 'O valor difere do valor fixo da recorrência.' }
const ABOVE_CAP = { codigo: 'AM02', descricao: 'O valor passa do máximo que o pagador permite.' }
const WRONG_DAY = { codigo: 'DTED', descricao: 'O vencimento está fora da vigência da recorrência.' }
