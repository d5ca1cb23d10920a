// What the bytes of the events of recurring PIX must say, as bodies.ts has it of the others. The status is that of the event's own type, so
// that earlier events are judged as well; what a seller may change later is not.
import { raw } from 'sql-template-tag'
import { begins, holds, ISO, JSON_, quoted } from './bodies.ts'

const STATUS_OF_RECURRENCE = `case event.type when 'recurrence.authorized' then 'APROVADA' when 'recurrence.refused' then 'REJEITADA'
  when 'recurrence.canceled' then 'CANCELADA' when 'recurrence.expired' then 'EXPIRADA'
  when 'recurrence.unauthorized_payment' then 'CRIADA' end`
/** Only these and the first payment without an authorisation have events. */
export const RECURRENCE_TYPE = raw(`case recurrence.status when 'APROVADA' then 'recurrence.authorized'
  when 'REJEITADA' then 'recurrence.refused' when 'CANCELADA' then 'recurrence.canceled' when 'EXPIRADA' then 'recurrence.expired'
  when 'CRIADA' then 'recurrence.unauthorized_payment' end`)

const STATUS_OF_DEBIT = `case event.type when 'recurrence.amount_due' then 'PLANEJADA' when 'recurrence.debit_refused' then 'REJEITADA'
  when 'recurrence.debit_canceled' then 'CANCELADA' when 'recurrence.debit_missed' then 'NAO_COBRADA' else 'ATIVA' end`
/** null: more than one may tell of it. */
export const DEBIT_TYPE =
  raw(`case debit.status when 'PLANEJADA' then 'recurrence.amount_due' when 'REJEITADA' then 'recurrence.debit_refused'
  when 'CANCELADA' then 'recurrence.debit_canceled' when 'NAO_COBRADA' then 'recurrence.debit_missed' end`)

const DAY = (column: string) => `coalesce(${quoted(`to_char(${column}, 'YYYY-MM-DD')`)}, 'null')`
const CENTS = (column: string) => `coalesce(${quoted(column)}, 'null')`

/** Fields that stand beside each other, with values that are SQL of JSON. */
const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `'"${name}":' || ${value}`)
    .join(` || ',' || `)

const endOf = (table: string, time: string) =>
  `'"encerramento":{' || ${fieldsOf({
    tipo: JSON_(`${table}.end_kind`),
    solicitante: JSON_(`${table}.end_by`),
    codigo: JSON_(`${table}.end_code`),
    descricao: JSON_(`${table}.end_text`),
    em: ISO(time),
  })} || '}'`

const OFFERED = {
  id: 'recurrence.id',
  uuid: quoted('recurrence.uuid'),
  userId: 'event.account_id',
  type: quoted("'RECURRENCE'"),
  status: quoted(STATUS_OF_RECURRENCE),
  idRec: JSON_('recurrence.id_rec'),
  contrato: JSON_('recurrence.contrato'),
  objeto: JSON_('recurrence.object'),
  jornada: 'recurrence.journey',
  date: ISO('recurrence.created_at'),
}
const AGREED = {
  dataFinal: DAY('recurrence.ends_on'),
  periodicidade: quoted('recurrence.periodicity'),
  valor: CENTS('recurrence.amount_centavos'),
  valorMinimo: CENTS('recurrence.minimum_centavos'),
}

export const RECURRENCE_EVENT_MATCHES = raw(`${begins('body', OFFERED)} and ${holds(fieldsOf(AGREED))}
  and (recurrence.activated_at is null or event.type = 'recurrence.unauthorized_payment'
    or ${holds(
      `'"ativacao":{' || ${fieldsOf({
        jornada: "coalesce(recurrence.activated_journey::text, 'null')",
        em: ISO('recurrence.activated_at'),
      })}`,
    )})
  and (recurrence.ended_at is null or event.subject_version < recurrence.version or ${holds(endOf('recurrence', 'recurrence.ended_at'))})`)

const CYCLE = {
  id: 'debit.id',
  uuid: quoted('debit.uuid'),
  userId: 'event.account_id',
  type: quoted("'RECURRENCE_DEBIT'"),
  txid: quoted('debit.txid'),
  idRec: JSON_('recurrence.id_rec'),
  contrato: JSON_('recurrence.contrato'),
  ciclo: 'debit.cycle',
}
/** Once it is ordered neither its day nor its amount changes. */
const ORDERED = { ...CYCLE, dataDeVencimento: DAY('debit.due_on') }
const STATE = { status: quoted(STATUS_OF_DEBIT), origem: quoted('debit.origin') }
const AMOUNT = `case when event.type = 'recurrence.amount_due' then 'null' else ${CENTS('debit.amount_centavos')} end`
/** One that was cancelled unordered takes the amount of an order that its database had forgotten. */
const KEEPS_AMOUNT = "event.type <> 'recurrence.debit_canceled' or debit.sent_at is null"
const REFUSED_SALE = `'"sale":{' || ${fieldsOf({
  uuid: quoted('(select sale.uuid from sale where sale.account_id = debit.account_id and sale.id = debit.sale_id)'),
  status: quoted("'RECUSADO'"),
})} || '}'`

export const DEBIT_EVENT_MATCHES =
  raw(`case when event.type in ('recurrence.debit_scheduled', 'recurrence.try_failed', 'recurrence.debit_refused')
    then ${begins('body', ORDERED)} else ${begins('body', CYCLE)} end
  and case when ${KEEPS_AMOUNT} then ${holds(fieldsOf({ amount: AMOUNT, ...STATE }))} else ${holds(fieldsOf(STATE))} end
  and (debit.ended_at is null or event.subject_version < debit.version or ${holds(endOf('debit', 'debit.ended_at'))})
  and (event.type <> 'recurrence.debit_refused' or ${holds(REFUSED_SALE)})`)
