// The question and the answer of a preview.
import { type Static, Type } from 'typebox'
import { OWN_FIELDS_ONLY, orNull } from '#http/schema.ts'
import { PERIODICITIES } from '#kernel/calendar/cycles.ts'
import { centavos, toCentsNumber } from '#kernel/money.ts'
import type { FirstPayment } from '../creation/input.ts'
import {
  CodeSecondsBody,
  Day,
  DEFAULT_CODE_SECONDS,
  DEFAULT_LATE_DAYS,
  dayIn,
  LateDaysBody,
  PayableDaysBody,
} from '../fields.ts'
import type { Forecast } from './forecast.ts'
import type { Preview, PreviewedDebit, PreviewInput } from './preview.ts'

export const PreviewQuery = Type.Object(
  {
    jornada: Type.Integer({ minimum: 1, maximum: 4 }),
    periodicidade: Type.Enum([...PERIODICITIES]),
    dataInicial: Type.Optional(Day),
    dataFinal: Type.Optional(Day),
    ajusteDiaUtil: Type.Optional(Type.Boolean()),
    atrasoMaximoDias: Type.Optional(LateDaysBody),
    expiresInSeconds: Type.Optional({ ...CodeSecondsBody, description: 'Of the code of jornada 3' }),
    dataDeVencimento: Type.Optional({ ...Day, description: 'The due day of the bill of jornada 4' }),
    validadeAposVencimento: Type.Optional(PayableDaysBody),
  },
  OWN_FIELDS_ONLY,
)

type Question = Static<typeof PreviewQuery>

/** The days do not depend on it. */
const ANY_AMOUNT = centavos(1)

export function previewInputOf(query: Question): PreviewInput {
  const { jornada, periodicidade, dataInicial, dataFinal, ajusteDiaUtil = true } = query
  return {
    journey: jornada as PreviewInput['journey'],
    periodicity: periodicidade,
    startsOn: dataInicial === undefined ? null : dayIn('dataInicial', dataInicial),
    endsOn: dataFinal === undefined ? null : dayIn('dataFinal', dataFinal),
    requestExpiresAt: null,
    authorizeUntil: null,
    firstPayment: firstPaymentOf(query),
    adjustsToBusinessDay: ajusteDiaUtil,
    lateDays: query.atrasoMaximoDias ?? DEFAULT_LATE_DAYS,
  }
}

function firstPaymentOf(query: Question): FirstPayment | null {
  const { jornada, expiresInSeconds = DEFAULT_CODE_SECONDS, dataDeVencimento, validadeAposVencimento = 0 } = query
  if (jornada === 3) return { amount: ANY_AMOUNT, expiresInSeconds }
  if (jornada < 4 || dataDeVencimento === undefined) return null
  const dueOn = dayIn('dataDeVencimento', dataDeVencimento)
  return { amount: ANY_AMOUNT, dueOn, payableDays: validadeAposVencimento }
}

const DebitSchema = Type.Object({
  ciclo: Type.Integer(),
  dataDeVencimento: Type.String({ format: 'date' }),
  dataLiquidacaoPrevista: Type.String({ format: 'date' }),
  enviadaAoBancoEm: Type.String({ format: 'date-time' }),
})

export const PreviewSchema = Type.Object({
  dataInicial: Type.String({ format: 'date' }),
  autorizarAte: Type.String({ format: 'date-time', description: 'After it nobody can authorise it any more' }),
  cobrancas: Type.Array(DebitSchema),
  noDiaSeAutorizadaAte: Type.String({
    format: 'date-time',
    description: 'Authorised until then, the first of these debits is on its day',
  }),
  primeiroCicloSeAutorizadaAte: Type.String({
    format: 'date-time',
    description: 'Authorised until then, the first cycle is debited at all',
  }),
})

export const ForecastSchema = Type.Object({
  cobrancas: Type.Array(
    Type.Object({ ...DebitSchema.properties, amount: orNull(Type.Integer({ description: 'Cents' })) }),
  ),
  noDiaSeAutorizadaAte: orNull(Type.String({ format: 'date-time' }), {
    description: 'Where its payer has not authorised yet: until when that has to be',
  }),
})

export type PreviewForm = Static<typeof PreviewSchema>
export type ForecastForm = Static<typeof ForecastSchema>

export const previewForm = ({
  startsOn,
  authorizeUntil,
  debits,
  onTimeUntil,
  firstCycleUntil,
}: Preview): PreviewForm => ({
  dataInicial: startsOn,
  autorizarAte: authorizeUntil.toISOString(),
  cobrancas: debits.map(debitForm),
  noDiaSeAutorizadaAte: onTimeUntil.toISOString(),
  primeiroCicloSeAutorizadaAte: firstCycleUntil.toISOString(),
})

const debitForm = ({ cycle, dueOn, settlesOn, orderedAt }: PreviewedDebit): Static<typeof DebitSchema> => ({
  ciclo: cycle,
  dataDeVencimento: dueOn,
  dataLiquidacaoPrevista: settlesOn,
  enviadaAoBancoEm: orderedAt.toISOString(),
})

export const forecastForm = ({ debits, onTimeUntil }: Forecast): ForecastForm => ({
  cobrancas: debits.map(debit => ({
    ...debitForm(debit),
    amount: debit.amount === null ? null : toCentsNumber(debit.amount),
  })),
  noDiaSeAutorizadaAte: onTimeUntil?.toISOString() ?? null,
})
