// A debit as the outside reads it: the resource with cents as numbers, and the body of its events with cents as text.
import { type Static, Type } from 'typebox'
import { orNull } from '#http/schema.ts'
import { toCentsNumber, toCentsText } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { SaleStatus } from '#sale/sale.ts'
import type { DebitEventName } from '../progress/report.ts'
import type { Recurrence } from '../recurrence.ts'
import { DEBIT_ORIGINS, DEBIT_STATUSES, type Debit, type DebitEnd, type DebitTry } from './debit.ts'

/** The sale of a debit that has ended paid or refused. */
export interface SaleOfDebit {
  uuid: string
  status: SaleStatus
}

const Text = Type.String()
const Day = Type.String({ format: 'date' })
const Moment = Type.String({ format: 'date-time' })

/** Whether an order has arrived is not shown: until it has, the debit is planned. */
export const SHOWN_DEBIT_STATUSES = DEBIT_STATUSES.filter(status => status !== 'ENVIANDO')

export const DebitSchema = Type.Object(
  {
    uuid: Text,
    txid: Text,
    idRec: Text,
    contrato: Text,
    ciclo: Type.Integer(),
    dataDeVencimento: Day,
    dataLiquidacaoPrevista: orNull(Day),
    amount: orNull(Type.Number({ description: 'Cents' })),
    status: Type.Enum(SHOWN_DEBIT_STATUSES),
    origem: Type.Enum([...DEBIT_ORIGINS]),
    tentativas: Type.Array(
      Type.Object({
        data: Day,
        tipo: Text,
        status: Text,
        codigo: orNull(Text),
        descricao: orNull(Text),
        endToEndId: orNull(Text),
      }),
    ),
    retentativasPlanejadas: Type.Array(Day),
    cancelamentoPedidoEm: orNull(Moment, { description: 'Its cancellation is on the way to its PSP' }),
    cancelamentoNaoFeito: orNull(
      Type.Object({
        em: Moment,
        descricao: orNull(Text, { description: 'What the PSP said; null: it gave no answer in time' }),
      }),
      { description: 'It was asked to be cancelled, and goes on' },
    ),
    encerramento: orNull(
      Type.Object({
        tipo: orNull(Text),
        solicitante: orNull(Text),
        codigo: orNull(Text),
        descricao: orNull(Text),
        em: Moment,
      }),
    ),
    sale: orNull(Type.Object({ uuid: Text, status: Text })),
    externalReference: Type.Optional(Text),
    date: Moment,
    updatedAt: Moment,
  },
  { title: 'Debit' },
)

const { uuid: _uuid, amount: _amount, ...SHOWN } = DebitSchema.properties

export const DebitEventSchema = Type.Object(
  {
    id: Type.Integer(),
    uuid: Text,
    userId: Type.Integer({ description: 'The account' }),
    type: Type.Literal('RECURRENCE_DEBIT'),
    ...SHOWN,
    amount: orNull(Type.String({ description: 'Cents, as text', examples: ['15000'] })),
    customerName: Text,
    customerDocument: Text,
  },
  { title: 'DebitEvent' },
)

export type DebitForm = Static<typeof DebitSchema>

export function debitForm(debit: Debit, recurrence: Recurrence, sale: SaleOfDebit | null): DebitForm {
  return {
    uuid: debit.uuid,
    ...shownOf(debit, recurrence, sale),
    amount: debit.amount === null ? null : toCentsNumber(debit.amount),
  }
}

const shownOf = (debit: Debit, recurrence: Recurrence, sale: SaleOfDebit | null) => ({
  txid: debit.txid,
  idRec: recurrence.idRec ?? '',
  contrato: recurrence.contrato,
  ciclo: debit.cycle,
  dataDeVencimento: debit.dueOn,
  dataLiquidacaoPrevista: debit.settlesOn,
  amount: null,
  status: debit.status === 'ENVIANDO' ? ('PLANEJADA' as const) : debit.status,
  origem: debit.origin,
  tentativas: debit.tries.map(tryForm),
  retentativasPlanejadas: debit.plannedRetries,
  ...cancellationForm(debit),
  encerramento: endForm(debit.end),
  sale: sale === null ? null : { uuid: sale.uuid, status: sale.status },
  ...(debit.externalReference !== null && { externalReference: debit.externalReference }),
  date: debit.createdAt.toISOString(),
  updatedAt: debit.updatedAt.toISOString(),
})

const tryForm = ({ settlesOn, kind, status, code, reason, endToEndId }: DebitTry) => ({
  data: settlesOn,
  tipo: kind,
  status,
  codigo: code,
  descricao: reason,
  endToEndId,
})

/** One that is cancelled after all says nothing of it. */
const cancellationForm = ({ status, end, cancelRequestedAt, cancelFailure }: Debit) => ({
  cancelamentoPedidoEm: end === null ? (cancelRequestedAt?.toISOString() ?? null) : null,
  cancelamentoNaoFeito:
    cancelFailure === null || status === 'CANCELADA'
      ? null
      : { em: cancelFailure.at.toISOString(), descricao: cancelFailure.reason },
})

const endForm = (end: DebitEnd | null) =>
  end === null
    ? null
    : {
        tipo: end.kind,
        solicitante: end.by,
        codigo: end.code,
        descricao: end.text,
        em: end.at.toISOString(),
      }

/** The body begins with what identifies the debit, and names its type as those of other events do. */
const eventBody = (debit: Debit, recurrence: Recurrence, sale: SaleOfDebit | null) => ({
  id: Number(debit.id),
  uuid: debit.uuid,
  userId: debit.accountId,
  type: 'RECURRENCE_DEBIT',
  ...shownOf(debit, recurrence, sale),
  amount: debit.amount === null ? null : toCentsText(debit.amount),
  customerName: recurrence.customer.name,
  customerDocument: recurrence.customer.document,
})

/** The debit carries the version that the event describes. Only webhooks that chose it get it. */
export const debitEvent = (
  name: DebitEventName,
  debit: Debit,
  recurrence: Recurrence,
  sale: SaleOfDebit | null = null,
): DomainEvent => ({
  accountId: debit.accountId,
  subject: 'debit',
  subjectId: debit.id,
  version: debit.version,
  form: 'RECURRENCE_DEBIT',
  type: name,
  signedEvent: name,
  unsigned: false,
  postbackUrl: null,
  body: bodyBytes(eventBody(debit, recurrence, sale)),
})
