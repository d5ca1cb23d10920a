// What a recurrence lacks before it is sent, by field. The gateway judges everything again.
import { parseDocument } from '#kernel/pix/document.ts'
import type { Problem } from '../../api/problem.ts'
import { bankFaultsOf } from '../act/bank-fields.tsx'
import { beginsWithPayment, firstAmountOf, type RecurrenceDraft } from './draft.ts'

export type Fault =
  | 'missing'
  | 'amountMissing'
  | 'document'
  | 'dayMissing'
  | 'tooEarly'
  | 'past'
  | 'endBeforeStart'
  | 'belowMinimum'
  | 'bankBad'
  | 'branchBad'
  | 'accountBad'
  | 'emailBad'
  | 'phoneBad'

export function faultsOf(draft: RecurrenceDraft, today: string, earliest: string): Record<string, Fault> {
  const { journey, startsOn, endsOn, billDueOn, kind, amount, minimum, usual } = draft
  const faults: [string, Fault | false][] = [
    ['contract', isBlank(draft.contract) && 'missing'],
    ['title', isBlank(draft.title) && 'missing'],
    ['name', isBlank(draft.name) && 'missing'],
    ['document', parseDocument(draft.document) === null && 'document'],
    ['amount', kind === 'FIXED' && amount === null && 'amountMissing'],
    ['usual', kind === 'VARIABLE' && isBelow(usual, minimum) && 'belowMinimum'],
    ['startsOn', startFault(draft, earliest)],
    ['endsOn', endsOn !== '' && endsOn < startsOn && 'endBeforeStart'],
    ['firstAmount', beginsWithPayment(draft) && firstAmountOf(draft) === null && 'amountMissing'],
    ['billDueOn', journey === 4 && (billDueOn === '' ? 'dayMissing' : billDueOn < today && 'past')],
    ...bankFaults(draft),
  ]
  return Object.fromEntries(faults.filter((one): one is [string, Fault] => one[1] !== false))
}

const isBlank = (text: string) => text.trim() === ''
const isBelow = (usual: number | null, minimum: number | null) => usual !== null && minimum !== null && usual < minimum

function startFault({ journey, startsOn }: RecurrenceDraft, earliest: string): Fault | false {
  if (startsOn === '') return journey < 3 && 'dayMissing'
  return startsOn < earliest && 'tooEarly'
}

function bankFaults({ journey, bank }: RecurrenceDraft): [string, Fault][] {
  if (journey !== 1) return []
  return Object.entries(bankFaultsOf(bank)).map(([field, fault]) => [`bank.${field}`, fault])
}

/** The field of the form for the name by which the gateway refuses it. */
const FIELD_OF: Record<string, string> = {
  jornada: 'journey',
  contrato: 'contract',
  objeto: 'object',
  'customer.name': 'name',
  'customer.document': 'document',
  'customer.email': 'email',
  'customer.phone': 'phone',
  dataInicial: 'startsOn',
  dataFinal: 'endsOn',
  valor: 'amount',
  valorMinimo: 'minimum',
  valorPadrao: 'usual',
  'primeiroPagamento.amount': 'firstAmount',
  'primeiroPagamento.dataDeVencimento': 'billDueOn',
  periodicidade: 'periodicity',
  'pagador.ispb': 'bank.ispb',
  'pagador.agencia': 'bank.branch',
  'pagador.conta': 'bank.account',
  'items.0.title': 'title',
}

/** What a field has that the gateway refuses without giving a reason. */
const REFUSED: Record<string, Fault> = {
  document: 'document',
  email: 'emailBad',
  phone: 'phoneBad',
  'bank.ispb': 'bankBad',
  'bank.branch': 'branchBad',
  'bank.account': 'accountBad',
}

/** The field that a refusal is about; null: the whole of it. */
export function refusedField({ field, reason }: Problem): string | null {
  if (reason?.name === 'JOURNEY_NOT_OFFERED') return 'journey'
  return FIELD_OF[field ?? ''] ?? null
}

export const faultOfRefusal = (field: string): Fault | 'refused' => REFUSED[field] ?? 'refused'
