// A recurrence as the outside reads it: the resource (cents as numbers), and the body of its events (cents as text).
import type { Static } from 'typebox'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, toCentsNumber, toCentsText } from '#kernel/money.ts'
import { maskDocument } from '#kernel/pix/document.ts'
import type { RecurrenceSchema } from './list/schema.ts'
import type { Recurrence } from './recurrence.ts'

/** The next debit that is planned or ordered. */
export interface NextDebit {
  cycle: number
  dueOn: LocalDate
  /** On which banks debit it, as far as that is known; null: a try has failed, and no other one is planned. */
  settlesOn: LocalDate | null
  amount: Centavos | null
}

export interface ShownRecurrence {
  recurrence: Recurrence
  /** Of the first payment, as callers read it; null in journeys without one. */
  sale: object | null
  next: NextDebit | null
}

const cents = (amount: Centavos | null) => (amount === null ? null : toCentsNumber(amount))
const centsText = (amount: Centavos | null) => (amount === null ? null : toCentsText(amount))

export type RecurrenceForm = Static<typeof RecurrenceSchema>

export function recurrenceForm({ recurrence, sale, next }: ShownRecurrence): RecurrenceForm {
  return {
    id: Number(recurrence.id),
    uuid: recurrence.uuid,
    idRec: recurrence.idRec,
    contrato: recurrence.contrato,
    objeto: recurrence.object,
    jornada: recurrence.journey,
    status: recurrence.status,
    customer: { ...recurrence.customer },
    dataInicial: recurrence.startsOn,
    dataFinal: recurrence.endsOn,
    periodicidade: recurrence.periodicity,
    valor: cents(recurrence.amount),
    valorMinimo: cents(recurrence.minimum),
    valorPadrao: cents(recurrence.defaultAmount),
    politicaRetentativa: policyOf(recurrence),
    diasRetentativa: recurrence.retryDays,
    cobrancaAutomatica: recurrence.automatic,
    ajusteDiaUtil: recurrence.adjustsToBusinessDay,
    atrasoMaximoDias: recurrence.lateDays,
    items: recurrence.items.map(item => ({ ...item, unitPrice: toCentsNumber(item.unitPrice) })),
    infoAdicional: recurrence.info,
    autorizarAte: recurrence.authorizeUntil?.toISOString() ?? null,
    pixCopiaECola: recurrence.brCode,
    ...progressOf(recurrence),
    proximaCobranca: next && {
      ciclo: next.cycle,
      dataDeVencimento: next.dueOn,
      dataLiquidacaoPrevista: next.settlesOn,
      amount: cents(next.amount),
    },
    alerta: recurrence.alert,
    sale,
    ...(recurrence.externalReference !== null && { externalReference: recurrence.externalReference }),
    ...(recurrence.postbackUrl !== null && { postbackUrl: recurrence.postbackUrl }),
    date: recurrence.createdAt.toISOString(),
    updatedAt: recurrence.updatedAt.toISOString(),
  }
}

const policyOf = ({ retriesAllowed }: Recurrence) => (retriesAllowed ? 'PERMITE_3R_7D' : 'NAO_PERMITE')

const progressOf = ({ request, activation, end, cancelRequestedAt }: Recurrence) => ({
  solicitacao: request && {
    idSolicRec: request.requestId,
    status: request.status,
    expiraEm: request.expiresAt.toISOString(),
  },
  ativacao: activation && {
    jornada: activation.journey,
    em: activation.at.toISOString(),
    pagador: {
      ispb: activation.payer.ispb,
      document: activation.payer.document === null ? null : maskDocument(activation.payer.document),
    },
  },
  encerramento: end && {
    tipo: end.kind,
    solicitante: end.by,
    codigo: end.code,
    descricao: end.text,
    em: end.at.toISOString(),
  },
  cancelamentoPedidoEm: end === null ? (cancelRequestedAt?.toISOString() ?? null) : null,
})

// The doctor compares the beginning of these bytes with the row.
export const recurrenceBody = (recurrence: Recurrence) => ({
  id: Number(recurrence.id),
  uuid: recurrence.uuid,
  userId: recurrence.accountId,
  type: 'RECURRENCE',
  status: recurrence.status,
  idRec: recurrence.idRec,
  contrato: recurrence.contrato,
  objeto: recurrence.object,
  jornada: recurrence.journey,
  date: recurrence.createdAt.toISOString(),
  dataInicial: recurrence.startsOn,
  dataFinal: recurrence.endsOn,
  periodicidade: recurrence.periodicity,
  valor: centsText(recurrence.amount),
  valorMinimo: centsText(recurrence.minimum),
  valorPadrao: centsText(recurrence.defaultAmount),
  politicaRetentativa: policyOf(recurrence),
  customerName: recurrence.customer.name,
  customerDocument: recurrence.customer.document,
  customerEmail: recurrence.customer.email,
  customerPhone: recurrence.customer.phone,
  ...progressOf(recurrence),
  alerta: recurrence.alert,
  externalReference: recurrence.externalReference,
})
