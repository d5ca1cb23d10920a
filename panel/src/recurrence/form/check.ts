// What a recurrence lacks before it is sent, by field. The gateway judges everything again.
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

const DOCUMENT_LENGTHS = [11, 14]

export function faultsOf(draft: RecurrenceDraft, today: string, earliest: string): Record<string, Fault> {
  const { journey, startsOn, endsOn, billDueOn, kind, amount, minimum, usual } = draft
  const faults: [string, Fault | false][] = [
    ['contract', isBlank(draft.contract) && 'missing'],
    ['title', isBlank(draft.title) && 'missing'],
    ['name', isBlank(draft.name) && 'missing'],
    ['document', !isDocument(draft.document) && 'document'],
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
const isDocument = (text: string) => DOCUMENT_LENGTHS.includes(text.replace(/[^0-9A-Za-z]/g, '').length)
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
export const FIELD_OF: Record<string, string> = {
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
  dataDeVencimento: 'billDueOn',
}
