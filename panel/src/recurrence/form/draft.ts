// What a person fills in for a recurrence, and the request that it becomes.
import type { NewRecurrence, PreviewQuestion } from '../../api/recurrence/recurrences.ts'
import { type BankDraft, NO_BANK, pagadorOf } from '../act/bank-fields.tsx'
import type { Journey } from '../status.ts'

export type Periodicity = NewRecurrence['periodicidade']
export const PERIODS = ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const satisfies Periodicity[]

export interface RecurrenceDraft {
  journey: Journey
  bank: BankDraft
  contract: string
  object: string
  title: string
  name: string
  document: string
  email: string
  phone: string
  kind: 'FIXED' | 'VARIABLE'
  amount: number | null
  minimum: number | null
  usual: number | null
  periodicity: Periodicity
  /** 2026-01-31, or empty. */
  startsOn: string
  endsOn: string
  firstAmount: number | null
  billDueOn: string
  retries: boolean
  automatic: boolean
  adjusts: boolean
  lateDays: string
}

export const NEW_RECURRENCE: RecurrenceDraft = {
  journey: 2,
  bank: NO_BANK,
  contract: '',
  object: '',
  title: '',
  name: '',
  document: '',
  email: '',
  phone: '',
  kind: 'FIXED',
  amount: null,
  minimum: null,
  usual: null,
  periodicity: 'MENSAL',
  startsOn: '',
  endsOn: '',
  firstAmount: null,
  billDueOn: '',
  retries: true,
  automatic: true,
  adjusts: true,
  lateDays: '5',
}

export const beginsWithPayment = ({ journey }: Pick<RecurrenceDraft, 'journey'>) => journey > 2

const text = <Name extends string>(name: Name, value: string) =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as { [K in Name]?: string }

export function bodyOf(draft: RecurrenceDraft): NewRecurrence {
  const { journey, bank, retries, automatic, adjusts, lateDays } = draft
  return {
    jornada: journey,
    contrato: draft.contract.trim(),
    ...text('objeto', draft.object),
    customer: {
      name: draft.name.trim(),
      document: draft.document.trim(),
      ...text('email', draft.email),
      ...text('phone', draft.phone),
    },
    ...(journey === 1 && { pagador: pagadorOf(bank) }),
    ...text('dataInicial', draft.startsOn),
    ...text('dataFinal', draft.endsOn),
    periodicidade: draft.periodicity,
    ...amountsOf(draft),
    politicaRetentativa: retries ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
    cobrancaAutomatica: automatic,
    ajusteDiaUtil: adjusts,
    atrasoMaximoDias: Number(lateDays),
    ...firstPaymentOf(draft),
    items: [{ title: draft.title.trim(), unitPrice: priceOf(draft), quantity: 1 }],
  }
}

function amountsOf({ kind, amount, minimum, usual }: RecurrenceDraft) {
  if (kind === 'FIXED') return { ...(amount !== null && { valor: amount }) }
  return { ...(minimum !== null && { valorMinimo: minimum }), ...(usual !== null && { valorPadrao: usual }) }
}

function firstPaymentOf(draft: RecurrenceDraft): Pick<NewRecurrence, 'primeiroPagamento'> {
  if (!beginsWithPayment(draft)) return {}
  const amount = firstAmountOf(draft) ?? 0
  return { primeiroPagamento: { amount, ...(draft.journey === 4 && { dataDeVencimento: draft.billDueOn }) } }
}

/** Unless another is named, the first payment is as much as the others. */
export const firstAmountOf = ({ firstAmount, kind, amount, usual }: RecurrenceDraft): number | null =>
  firstAmount ?? (kind === 'FIXED' ? amount : usual)

const priceOf = ({ kind, amount, usual, minimum }: RecurrenceDraft): number =>
  (kind === 'FIXED' ? amount : (usual ?? minimum)) ?? 0

/** null: the days that it needs are not there yet. */
export function previewOf(draft: RecurrenceDraft): PreviewQuestion | null {
  const { journey, periodicity, startsOn, endsOn, adjusts, lateDays, billDueOn } = draft
  if (journey < 3 && startsOn === '') return null
  if (journey === 4 && billDueOn === '') return null
  return {
    jornada: journey,
    periodicidade: periodicity,
    ...text('dataInicial', startsOn),
    ...text('dataFinal', endsOn),
    ajusteDiaUtil: adjusts,
    atrasoMaximoDias: Number(lateDays),
    ...(journey === 4 && { dataDeVencimento: billDueOn }),
  }
}
