// The body of POST /api/pix-automatico, and what it asks for.
import { type Static, Type } from 'typebox'
import { EmailText, emailIn, PhoneText, personNameIn, phoneIn } from '#http/request/contact-fields.ts'
import { documentIn } from '#http/request/document-field.ts'
import { CentsAmount, OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import { PERIODICITIES } from '#kernel/calendar/cycles.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { type Centavos, centavos, toCentsNumber } from '#kernel/money.ts'
import { RETRY_POLICIES } from '#psp/recurrence/port.ts'
import {
  ascending,
  CodeSecondsBody,
  Day,
  DEFAULT_CODE_SECONDS,
  DEFAULT_LATE_DAYS,
  dayIn,
  InfoBody,
  ItemsBody,
  itemsIn,
  LateDaysBody,
  Moment,
  momentIn,
  PayableDaysBody,
  PayerBody,
  PostbackBody,
  ReferenceBody,
  RetryDaysBody,
  requestTargetIn,
} from '../fields.ts'
import type { Debtor, RequestTarget } from '../recurrence.ts'
import { because } from '../refusal-reasons.ts'
import { DEFAULT_RETRY_DAYS } from '../schedule/retries.ts'
import type { FirstPayment, RecurrenceInput } from './input.ts'

const FirstPaymentBody = Type.Object(
  {
    amount: CentsAmount,
    expiresInSeconds: Type.Optional(CodeSecondsBody),
    dataDeVencimento: Type.Optional(Day),
    validadeAposVencimento: Type.Optional(PayableDaysBody),
  },
  OWN_FIELDS_ONLY,
)

export const RecurrenceBody = Type.Object(
  {
    jornada: Type.Enum([1, 2, 3, 4]),
    contrato: PrintableText({ minLength: 1, maxLength: 35 }),
    objeto: Type.Optional(PrintableText({ minLength: 1, maxLength: 35 })),
    customer: Type.Object(
      {
        name: PrintableText({ minLength: 1, maxLength: 140 }),
        document: PrintableText({ minLength: 1, maxLength: 18 }),
        email: Type.Optional(EmailText),
        phone: Type.Optional(PhoneText),
      },
      OWN_FIELDS_ONLY,
    ),
    pagador: Type.Optional(PayerBody),
    solicitacaoExpiraEm: Type.Optional(Moment),
    autorizarAte: Type.Optional(Moment),
    dataInicial: Type.Optional(Day),
    dataFinal: Type.Optional(Day),
    periodicidade: Type.Enum([...PERIODICITIES]),
    valor: Type.Optional(CentsAmount),
    valorMinimo: Type.Optional(CentsAmount),
    valorPadrao: Type.Optional(CentsAmount),
    politicaRetentativa: Type.Optional(Type.Enum([...RETRY_POLICIES])),
    diasRetentativa: Type.Optional(RetryDaysBody),
    cobrancaAutomatica: Type.Optional(Type.Boolean()),
    ajusteDiaUtil: Type.Optional(Type.Boolean()),
    atrasoMaximoDias: Type.Optional(LateDaysBody),
    primeiroPagamento: Type.Optional(FirstPaymentBody),
    items: ItemsBody,
    infoAdicional: Type.Optional(InfoBody),
    externalReference: Type.Optional(ReferenceBody),
    postbackUrl: Type.Optional(PostbackBody),
  },
  { title: 'NewRecurrence', ...OWN_FIELDS_ONLY },
)

type Body = Static<typeof RecurrenceBody>

/** Throws INVALID_DATA, which names the field. What depends on the day of the request is judged later. */
export function inputOf(accountId: number, body: Body): RecurrenceInput {
  const customer = customerIn(body)
  return {
    accountId,
    journey: body.jornada,
    contrato: textIn('contrato', body.contrato),
    object: body.objeto ?? null,
    customer,
    requestTarget: targetIn(body, customer),
    requestExpiresAt: momentOf(1, body, 'solicitacaoExpiraEm'),
    authorizeUntil: momentOf(2, body, 'autorizarAte'),
    startsOn: startIn(body),
    endsOn: body.dataFinal === undefined ? null : dayIn('dataFinal', body.dataFinal),
    periodicity: body.periodicidade,
    ...amountsIn(body),
    ...retriesIn(body),
    automatic: body.cobrancaAutomatica ?? true,
    adjustsToBusinessDay: body.ajusteDiaUtil ?? true,
    lateDays: body.atrasoMaximoDias ?? DEFAULT_LATE_DAYS,
    firstPayment: firstPaymentIn(body),
    items: itemsIn(body.items),
    info: body.infoAdicional ?? null,
    externalReference: body.externalReference ?? null,
    postbackUrl: body.postbackUrl ?? null,
  }
}

function textIn(field: string, text: string): string {
  if (text.trim() === '') throw invalid(field, 'a text, not blanks')
  return text
}

const centsIn = (amount: number | undefined): Centavos | null => (amount === undefined ? null : centavos(amount))

const absentIn = (field: string, { jornada }: Body) => invalid(field, `to be absent in jornada ${jornada}`)

/** A moment that one journey alone has. */
function momentOf(journey: number, body: Body, field: 'solicitacaoExpiraEm' | 'autorizarAte'): Date | null {
  const text = body[field]
  if (text === undefined) return null
  if (body.jornada !== journey) throw absentIn(field, body)
  return momentIn(field, text)
}

const customerIn = ({ customer: { name, document, email = '', phone = '' } }: Body): Debtor => ({
  name: personNameIn('customer.name', name),
  document: documentIn('customer.document', document),
  email: emailIn('customer.email', email),
  phone: phoneIn('customer.phone', phone),
})

function targetIn(body: Body, customer: Debtor): RequestTarget | null {
  const { jornada, pagador } = body
  if (jornada === 1 && pagador === undefined) throw invalid('pagador', 'the bank account of the payer, in jornada 1')
  if (jornada !== 1 && pagador !== undefined) throw absentIn('pagador', body)
  return pagador === undefined ? null : requestTargetIn(pagador, customer)
}

function startIn({ jornada, dataInicial }: Body): LocalDate | null {
  if (dataInicial !== undefined) return dayIn('dataInicial', dataInicial)
  if (jornada < 3) throw invalid('dataInicial', `the day of the first debit, in jornada ${jornada}`)
  return null
}

function amountsIn({ valor, valorMinimo, valorPadrao }: Body) {
  const [amount, minimum, defaultAmount] = [centsIn(valor), centsIn(valorMinimo), centsIn(valorPadrao)]
  if (amount !== null && minimum !== null) throw invalid('valorMinimo', 'to be absent beside valor')
  if (amount !== null && defaultAmount !== null) throw invalid('valorPadrao', 'to be absent beside valor')
  if (defaultAmount !== null && minimum !== null && defaultAmount < minimum)
    throw invalid('valorPadrao', 'at least valorMinimo', because('BELOW_MINIMUM', { amount: toCentsNumber(minimum) }))
  return { amount, minimum, defaultAmount }
}

function retriesIn({ politicaRetentativa, diasRetentativa, cobrancaAutomatica = true }: Body) {
  const retriesAllowed = politicaRetentativa === 'PERMITE_3R_7D'
  if (!retriesAllowed && diasRetentativa !== undefined)
    throw invalid('diasRetentativa', 'to be absent without politicaRetentativa PERMITE_3R_7D')
  const retryDays = diasRetentativa ?? (retriesAllowed && cobrancaAutomatica ? DEFAULT_RETRY_DAYS : [])
  return { retriesAllowed, retryDays: ascending(retryDays) }
}

const FIRST = 'primeiroPagamento'

function firstPaymentIn(body: Body): FirstPayment | null {
  const { jornada, primeiroPagamento } = body
  if (jornada < 3) {
    if (primeiroPagamento !== undefined) throw absentIn(FIRST, body)
    return null
  }
  if (primeiroPagamento === undefined) throw invalid(FIRST, `the first payment, in jornada ${jornada}`)
  return jornada === 4 ? billIn(body, primeiroPagamento) : codeIn(body, primeiroPagamento)
}

type First = Static<typeof FirstPaymentBody>

function billIn(body: Body, first: First): FirstPayment {
  const { amount, expiresInSeconds, dataDeVencimento, validadeAposVencimento = 0 } = first
  if (dataDeVencimento === undefined) throw invalid(`${FIRST}.dataDeVencimento`, 'the due day of the bill')
  if (expiresInSeconds !== undefined) throw absentIn(`${FIRST}.expiresInSeconds`, body)
  const dueOn = dayIn(`${FIRST}.dataDeVencimento`, dataDeVencimento)
  return { amount: centavos(amount), dueOn, payableDays: validadeAposVencimento }
}

function codeIn(body: Body, first: First): FirstPayment {
  const { amount, expiresInSeconds = DEFAULT_CODE_SECONDS, dataDeVencimento, validadeAposVencimento } = first
  if (dataDeVencimento !== undefined) throw absentIn(`${FIRST}.dataDeVencimento`, body)
  if (validadeAposVencimento !== undefined) throw absentIn(`${FIRST}.validadeAposVencimento`, body)
  return { amount: centavos(amount), expiresInSeconds }
}
