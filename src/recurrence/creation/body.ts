// The body of POST /api/pix-automatico, and what it asks for.
import { type Static, Type } from 'typebox'
import { emailIn, personNameIn, phoneIn } from '#http/request/contact-fields.ts'
import { documentIn } from '#http/request/document-field.ts'
import { CentsAmount, OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import { PERIODICITIES } from '#kernel/calendar/cycles.ts'
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { RETRY_POLICIES } from '#psp/recurrence/port.ts'
import type { Debtor, RecurrenceItem, RequestTarget } from '../recurrence.ts'
import { DEFAULT_RETRY_DAYS } from '../schedule/retries.ts'
import type { FirstPayment, RecurrenceInput } from './input.ts'

const MAX_ITEMS = 200
const MAX_CODE_SECONDS = 2_592_000
const DEFAULT_CODE_SECONDS = 3_600
const DEFAULT_LATE_DAYS = 5

const Day = Type.String({ maxLength: 10, description: 'A day in São Paulo, such as 2027-02-10' })
const Moment = Type.String({ maxLength: 40, description: 'A moment, such as 2027-02-10T12:00:00Z' })

export const ItemsBody = Type.Array(
  Type.Object(
    {
      title: PrintableText({ minLength: 1, maxLength: 500 }),
      unitPrice: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      tangible: Type.Optional(Type.Boolean()),
    },
    OWN_FIELDS_ONLY,
  ),
  { minItems: 1, maxItems: MAX_ITEMS },
)

export const PayerBody = Type.Object(
  {
    ispb: Type.String({ pattern: '^[0-9A-Z]{8}$' }),
    agencia: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$' })),
    conta: Type.String({ pattern: '^[0-9A-Za-z]{1,20}$' }),
    document: Type.Optional(PrintableText({ maxLength: 18 })),
  },
  OWN_FIELDS_ONLY,
)

export const RetryDaysBody = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 3 })
export const LateDaysBody = Type.Integer({ minimum: 0, maximum: 7 })
export const InfoBody = PrintableText({ minLength: 1, maxLength: 140 })

export const RecurrenceBody = Type.Object(
  {
    jornada: Type.Enum([1, 2, 3, 4]),
    contrato: PrintableText({ minLength: 1, maxLength: 35 }),
    objeto: Type.Optional(PrintableText({ minLength: 1, maxLength: 35 })),
    customer: Type.Object(
      {
        name: PrintableText({ minLength: 1, maxLength: 140 }),
        document: PrintableText({ minLength: 1, maxLength: 18 }),
        email: Type.Optional(PrintableText({ maxLength: 254 })),
        phone: Type.Optional(PrintableText({ maxLength: 30 })),
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
    primeiroPagamento: Type.Optional(
      Type.Object(
        {
          amount: CentsAmount,
          expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CODE_SECONDS })),
          dataDeVencimento: Type.Optional(Day),
          validadeAposVencimento: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 })),
        },
        OWN_FIELDS_ONLY,
      ),
    ),
    items: ItemsBody,
    infoAdicional: Type.Optional(InfoBody),
    externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
    postbackUrl: Type.Optional(PrintableText({ minLength: 1, maxLength: 2048 })),
  },
  OWN_FIELDS_ONLY,
)

type Body = Static<typeof RecurrenceBody>

/** Throws INVALID_DATA, which names the field. What depends on the day of the request is judged later. */
export function inputOf(accountId: number, body: Body): RecurrenceInput {
  const customer = customerIn(body)
  const minimum = centsIn(body.valorMinimo)
  return {
    accountId,
    journey: body.jornada,
    contrato: textIn('contrato', body.contrato),
    object: body.objeto ?? null,
    customer,
    requestTarget: targetIn(body, customer),
    requestExpiresAt: onlyIn([1], body, 'solicitacaoExpiraEm', momentIn),
    authorizeUntil: onlyIn([2], body, 'autorizarAte', momentIn),
    startsOn: startIn(body),
    endsOn: body.dataFinal === undefined ? null : dayIn('dataFinal', body.dataFinal),
    periodicity: body.periodicidade,
    ...amountsIn(body, minimum),
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

export const itemsIn = (items: Static<typeof ItemsBody>): RecurrenceItem[] =>
  items.map(({ title, unitPrice, quantity, tangible = false }) => ({
    title,
    unitPrice: centavos(unitPrice),
    quantity,
    tangible,
  }))

const centsIn = (amount: number | undefined): Centavos | null => (amount === undefined ? null : centavos(amount))

export function dayIn(field: string, text: string): LocalDate {
  const day = localDate(text)
  if (day === null) throw invalid(field, 'a day such as 2027-02-10')
  return day
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

export function momentIn(field: string, text: string): Date {
  const moment = new Date(text)
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime()))
    throw invalid(field, 'a moment such as 2027-02-10T12:00:00Z')
  return moment
}

function onlyIn<Field extends 'solicitacaoExpiraEm' | 'autorizarAte'>(
  journeys: number[],
  body: Body,
  field: Field,
  read: (field: string, text: string) => Date,
): Date | null {
  const text = body[field]
  if (text === undefined) return null
  if (!journeys.includes(body.jornada)) throw invalid(field, `to be absent in jornada ${body.jornada}`)
  return read(field, text)
}

const customerIn = ({ customer: { name, document, email = '', phone = '' } }: Body): Debtor => ({
  name: personNameIn('customer.name', name),
  document: documentIn('customer.document', document),
  email: emailIn('customer.email', email),
  phone: phoneIn('customer.phone', phone),
})

function targetIn({ jornada, pagador }: Body, customer: Debtor): RequestTarget | null {
  if (jornada === 1 && pagador === undefined) throw invalid('pagador', 'the bank account of the payer, in jornada 1')
  if (jornada !== 1 && pagador !== undefined) throw invalid('pagador', `to be absent in jornada ${jornada}`)
  return pagador === undefined ? null : requestTargetIn(pagador, customer)
}

export const requestTargetIn = (pagador: Static<typeof PayerBody>, customer: Debtor): RequestTarget => ({
  ispb: pagador.ispb,
  branch: pagador.agencia ?? null,
  account: pagador.conta,
  document: pagador.document === undefined ? customer.document : documentIn('pagador.document', pagador.document),
})

function startIn({ jornada, dataInicial }: Body): LocalDate | null {
  if (dataInicial !== undefined) return dayIn('dataInicial', dataInicial)
  if (jornada < 3) throw invalid('dataInicial', `the day of the first debit, in jornada ${jornada}`)
  return null
}

function amountsIn({ valor, valorPadrao }: Body, minimum: Centavos | null) {
  const [amount, defaultAmount] = [centsIn(valor), centsIn(valorPadrao)]
  if (amount !== null && minimum !== null) throw invalid('valorMinimo', 'to be absent beside valor')
  if (amount !== null && defaultAmount !== null) throw invalid('valorPadrao', 'to be absent beside valor')
  if (defaultAmount !== null && minimum !== null && defaultAmount < minimum)
    throw invalid('valorPadrao', 'at least valorMinimo')
  return { amount, minimum, defaultAmount }
}

function retriesIn({ politicaRetentativa, diasRetentativa, cobrancaAutomatica = true }: Body) {
  const retriesAllowed = politicaRetentativa === 'PERMITE_3R_7D'
  if (!retriesAllowed && diasRetentativa !== undefined)
    throw invalid('diasRetentativa', 'to be absent without politicaRetentativa PERMITE_3R_7D')
  const retryDays = diasRetentativa ?? (retriesAllowed && cobrancaAutomatica ? DEFAULT_RETRY_DAYS : [])
  return { retriesAllowed, retryDays: ascending(retryDays) }
}

export function ascending(days: number[]): number[] {
  if (days.some((day, n) => n > 0 && day <= (days[n - 1] ?? 0)))
    throw invalid('diasRetentativa', 'at most three different days after the due day, ascending')
  return days
}

function firstPaymentIn({ jornada, primeiroPagamento }: Body): FirstPayment | null {
  const field = 'primeiroPagamento'
  if (jornada < 3) {
    if (primeiroPagamento !== undefined) throw invalid(field, `to be absent in jornada ${jornada}`)
    return null
  }
  if (primeiroPagamento === undefined) throw invalid(field, `the first payment, in jornada ${jornada}`)
  const { amount, expiresInSeconds, dataDeVencimento, validadeAposVencimento } = primeiroPagamento
  if (jornada === 4) {
    if (dataDeVencimento === undefined) throw invalid(`${field}.dataDeVencimento`, 'the due day of the bill')
    if (expiresInSeconds !== undefined) throw invalid(`${field}.expiresInSeconds`, 'to be absent in jornada 4')
    const dueOn = dayIn(`${field}.dataDeVencimento`, dataDeVencimento)
    return { amount: centavos(amount), dueOn, payableDays: validadeAposVencimento ?? 0 }
  }
  if (dataDeVencimento !== undefined) throw invalid(`${field}.dataDeVencimento`, 'to be absent in jornada 3')
  if (validadeAposVencimento !== undefined)
    throw invalid(`${field}.validadeAposVencimento`, 'to be absent in jornada 3')
  return { amount: centavos(amount), expiresInSeconds: expiresInSeconds ?? DEFAULT_CODE_SECONDS }
}
