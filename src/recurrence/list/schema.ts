// The schema of a recurrence as the outside reads it, in the order in which it is answered.
import { Type } from 'typebox'
import { JsonObject, orNull } from '#http/schema.ts'
import { PERIODICITIES } from '#kernel/calendar/cycles.ts'
import { REQUEST_STATES } from '#psp/recurrence/port.ts'
import { ALERTS_OF_RECURRENCE, RECURRENCE_STATUSES } from '../recurrence.ts'

const Text = Type.String()
const Day = Type.String({ format: 'date' })
const Moment = Type.String({ format: 'date-time' })
const Cents = Type.Integer({ description: 'Cents' })
const JourneySchema = Type.Enum([1, 2, 3, 4])

const ProgressSchema = {
  solicitacao: orNull(
    Type.Object({
      idSolicRec: orNull(Text, { description: 'null: the PSP has not answered yet' }),
      status: orNull(Type.Enum([...REQUEST_STATES])),
      expiraEm: Moment,
    }),
    { description: 'The last request to the payer to authorise it' },
  ),
  ativacao: orNull(
    Type.Object({
      jornada: orNull(JourneySchema, { description: 'null: the PSP does not say' }),
      em: Moment,
      pagador: Type.Object({ ispb: orNull(Text), document: orNull(Text, { description: 'Masked' }) }),
    }),
    { description: 'By whom it was authorised' },
  ),
  encerramento: orNull(
    Type.Object({
      tipo: Type.Enum(['REJEICAO', 'CANCELAMENTO', 'EXPIRACAO']),
      solicitante: orNull(Text),
      codigo: orNull(Text),
      descricao: orNull(Text),
      em: Moment,
    }),
  ),
  cancelamentoPedidoEm: orNull(Moment, { description: 'Its end is on the way to its PSP' }),
}

export const RecurrenceSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    idRec: orNull(Text),
    contrato: Text,
    objeto: orNull(Text),
    jornada: JourneySchema,
    status: Type.Enum([...RECURRENCE_STATUSES]),
    customer: Type.Object(
      { name: Text, document: Text, email: Text, phone: Text },
      { description: 'Absent ones are ""' },
    ),
    dataInicial: Day,
    dataFinal: orNull(Day),
    periodicidade: Type.Enum([...PERIODICITIES]),
    valor: orNull(Cents),
    valorMinimo: orNull(Cents),
    valorPadrao: orNull(Cents),
    politicaRetentativa: Type.Enum(['PERMITE_3R_7D', 'NAO_PERMITE']),
    diasRetentativa: Type.Array(Type.Integer()),
    cobrancaAutomatica: Type.Boolean(),
    ajusteDiaUtil: Type.Boolean(),
    atrasoMaximoDias: Type.Integer(),
    items: Type.Array(
      Type.Object({ title: Text, unitPrice: Cents, quantity: Type.Integer(), tangible: Type.Boolean() }),
    ),
    infoAdicional: orNull(Text),
    autorizarAte: orNull(Moment),
    pixCopiaECola: orNull(Text),
    ...ProgressSchema,
    proximaCobranca: orNull(
      Type.Object({
        ciclo: Type.Integer(),
        dataDeVencimento: Day,
        dataLiquidacaoPrevista: orNull(Day, { description: 'null: a try has failed, and no other one is planned' }),
        amount: orNull(Cents),
      }),
    ),
    alerta: orNull(Type.Enum([...ALERTS_OF_RECURRENCE])),
    sale: orNull(Type.Unsafe<object>(JsonObject), {
      description: 'Of its first payment, as sales are read; null in journeys without one',
    }),
    externalReference: Type.Optional(Text),
    postbackUrl: Type.Optional(Text),
    date: Moment,
    updatedAt: Moment,
  },
  { title: 'Recurrence' },
)

const CentsText = orNull(Type.String({ description: 'Cents, as text', examples: ['15000'] }))
const OF_RECURRENCE = RecurrenceSchema.properties

export const RecurrenceEventSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    userId: Type.Integer({ description: 'The account' }),
    type: Type.Literal('RECURRENCE'),
    status: OF_RECURRENCE.status,
    idRec: orNull(Text),
    contrato: Text,
    objeto: orNull(Text),
    jornada: JourneySchema,
    date: Moment,
    dataInicial: Day,
    dataFinal: orNull(Day),
    periodicidade: OF_RECURRENCE.periodicidade,
    valor: CentsText,
    valorMinimo: CentsText,
    valorPadrao: CentsText,
    politicaRetentativa: OF_RECURRENCE.politicaRetentativa,
    customerName: Text,
    customerDocument: Text,
    customerEmail: Text,
    customerPhone: Text,
    ...ProgressSchema,
    alerta: OF_RECURRENCE.alerta,
    externalReference: orNull(Text),
  },
  { title: 'RecurrenceEvent' },
)
