// Recurrences whose cycles end other than paid, by what becomes of them.
import { PAYER } from './recurring.ts'

/** A Monday; the first cycle begins on Wednesday of the week after. */
export const BEGINNING = new Date('2027-01-04T12:00:00-03:00')
export const FIRST_DAY = '2027-01-13'
const BROKE = { customer: { name: 'Sem saldo', document: '52998224725' }, politicaRetentativa: 'PERMITE_3R_7D' }
const REFUSING = { customer: { name: 'Recusa Souza', document: '52998224725' } }
const VARIABLE = { valor: undefined, valorMinimo: 1000 }
const bill = (dataDeVencimento: string, more = {}) => ({
  jornada: 4,
  primeiroPagamento: { amount: 4990, dataDeVencimento, ...more },
})
const three = { jornada: 3, primeiroPagamento: { amount: 4990 } }

export const KINDS = {
  ignored: { autorizarAte: '2027-01-04T19:00:00Z' },
  pushed: { jornada: 1, pagador: PAYER },
  refusedPush: { jornada: 1, pagador: PAYER, ...REFUSING },
  refusedCode: three,
  refusedBill: bill('2027-01-06'),
  unpaidCode: three,
  // Due on a Saturday.
  weekendBill: bill('2027-01-09', { validadeAposVencimento: 1 }),
  paidBill: bill('2027-01-04'),
  unpaidBill: bill('2027-01-04'),
  cancelledOnDay: {},
  capped: { ...VARIABLE, valorPadrao: 6000, customer: { name: 'Limite 50,00', document: '52998224725' } },
  givenUp: BROKE,
  givenUpLater: BROKE,
  lastDay: { ...BROKE, customer: { name: 'Na retentativa 1', document: '52998224725' }, dataFinal: FIRST_DAY },
} as const
export type Kind = keyof typeof KINDS
/** Those that their payers authorise within the first hour. */
export const AUTHORISED = [
  'pushed',
  'unpaidBill',
  'cancelledOnDay',
  'capped',
  'givenUp',
  'givenUpLater',
  'lastDay',
] as const
