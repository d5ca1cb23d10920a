// What must hold of recurring PIX, each with a change of stored rows that breaks it. Their hashes fit: nothing but the check finds it.

export interface Fault {
  /** Of the doctor. */
  check: string
  table: string
  /** Names one row. */
  where: string
  set: string
}

const APPROVED = { table: 'recurrence', where: "status = 'APROVADA'" }
const REFUSED = { table: 'recurrence', where: "status = 'REJEITADA'" }
const SCHEDULED = { table: 'debit', where: "status = 'ATIVA'" }
const MISSED = { table: 'debit', where: "status = 'NAO_COBRADA'" }
const FIRST_TRY = { table: 'debit_try', where: 'n = 0' }
const PAID_SALE = { table: 'sale', where: "id = (select min(id) from sale where status = 'PAGO')" }
const wrongBody = (type: string) => ({
  check: 'event.body_wrong',
  table: 'event',
  where: `type = 'recurrence.${type}'`,
})
/** The bytes of its body, with one text in the place of another. */
const saying = (text: string, other: string) =>
  `body = convert_to(replace(convert_from(body, 'UTF8'), '${text}', '${other}'), 'UTF8')`
const CONCLUDED = "status = 'CONCLUIDA', ended_at = now()"

const paid = (column: string) => `(select ${column} from sale where ${PAID_SALE.where})`

export const FAULTS: Record<string, Fault> = {
  'a debit that is paid has a sale': { check: 'debit.sold_wrong', ...SCHEDULED, set: CONCLUDED },
  'a sale that is paid has a debit that is paid': {
    check: 'debit.sold_wrong',
    ...SCHEDULED,
    set: `txid = ${paid('txid')}, account_id = ${paid('account_id')}`,
  },
  'the sale of a refused debit is refused': {
    check: 'debit.sold_wrong',
    ...SCHEDULED,
    set: `status = 'REJEITADA', ended_at = now(), txid = ${paid('txid')}, sale_id = ${paid('id')}`,
  },
  'a debit costs what its sale costs': {
    check: 'debit.sold_for',
    ...SCHEDULED,
    set: `${CONCLUDED}, txid = ${paid('txid')}, sale_id = ${paid('id')}`,
  },
  'a cycle has one debit that counts': {
    check: 'debit.cycle_twice',
    ...MISSED,
    set: "cycle = 1, n = 1, due_on = '2027-02-11', status = 'PLANEJADA', ended_at = null",
  },
  'the due day lies in the cycle': { check: 'debit.due_day', ...SCHEDULED, set: "due_on = '2027-03-10'" },
  'the due day does not lie before the cycle': { check: 'debit.due_day', ...MISSED, set: 'cycle = 3' },
  'a cycle is one of any number': { check: 'debit.due_day', ...MISSED, set: 'cycle = 2000000000' },
  'the due day lies within the recurrence': { check: 'debit.due_day', ...APPROVED, set: "ends_on = '2027-02-20'" },
  'the same is debited in each cycle': { check: 'debit.price', ...SCHEDULED, set: 'amount_centavos = 49_91' },
  'no less is debited than agreed': {
    check: 'debit.price',
    ...APPROVED,
    set: 'amount_centavos = null, minimum_centavos = 50_00',
  },
  'a retry is made within a week': {
    check: 'debit.retried',
    ...FIRST_TRY,
    set: "kind = 'NTAG', settles_on = '2027-02-18'",
  },
  'a retry is made after the due day': { check: 'debit.retried', ...FIRST_TRY, set: "kind = 'NTAG'" },
  'what has ended owes no work': { check: 'debit.still_due', ...MISSED, set: 'due_at = now()' },
  'a debit has a recurrence': {
    check: 'debit.recurrence_gone',
    ...MISSED,
    set: 'recurrence_id = recurrence_id + 1000',
  },
  'what is authorised was authorised at a time': {
    check: 'recurrence.authorised',
    ...APPROVED,
    set: 'activated_at = null',
  },
  'what is authorised has a name at the PSP': { check: 'recurrence.authorised', ...APPROVED, set: 'id_rec = null' },
  'the PSP knows whether retries are allowed': {
    check: 'recurrence.policy',
    ...APPROVED,
    set: 'retries_allowed = false',
  },
  'what has ended did so at a time': { check: 'recurrence.ended', ...REFUSED, set: 'ended_at = null' },
  'a recurrence that has ended owes no work': { check: 'recurrence.still_due', ...REFUSED, set: 'due_at = now()' },
  'a journey that begins with a payment has a sale': {
    check: 'recurrence.first_sale',
    ...APPROVED,
    set: 'journey = 3',
  },
  'a journey without a payment has none': {
    check: 'recurrence.first_sale',
    ...APPROVED,
    set: `first_sale_id = ${paid('id')}`,
  },
  'a sale of recurring PIX belongs to a recurrence': {
    check: 'sale.recurrence_wrong',
    ...PAID_SALE,
    set: "payment_method = 'PIX_AUTOMATICO', contrato = 'x'",
  },
  'a sale that is debited has a debit': {
    check: 'sale.recurrence_wrong',
    ...PAID_SALE,
    set: "payment_method = 'PIX_AUTOMATICO', charge_kind = 'cobr', contrato = 'x', id_rec = 'RR1'",
  },
  'a refused sale is told': {
    check: 'event.refused_due',
    ...PAID_SALE,
    set: "status = 'RECUSADO', completed_at = null",
  },
  'an event tells of the recurrence that was authorised': {
    ...wrongBody('authorized'),
    set: saying('"contrato":"contrato APROVADA"', '"contrato":"another"'),
  },
  'an event tells the state that it is called by': {
    ...wrongBody('authorized'),
    set: saying('"status":"APROVADA"', '"status":"CANCELADA"'),
  },
  'an event tells what the payer has agreed to': {
    ...wrongBody('authorized'),
    set: saying('"valor":"4990"', '"valor":"4991"'),
  },
  'an event tells how it was authorised': {
    ...wrongBody('authorized'),
    set: saying('"ativacao":{"jornada":2', '"ativacao":{"jornada":3'),
  },
  'an event tells why a recurrence has ended': {
    ...wrongBody('refused'),
    set: saying('"tipo":"REJEICAO"', '"tipo":"CANCELAMENTO"'),
  },
  'an event tells of the debit that was scheduled': {
    ...wrongBody('debit_scheduled'),
    set: saying('"dataDeVencimento":"2027-02-10"', '"dataDeVencimento":"2027-02-11"'),
  },
  'an event tells what is debited': {
    ...wrongBody('debit_scheduled'),
    set: saying('"amount":"4990"', '"amount":"4991"'),
  },
  'an event tells why a debit was missed': {
    ...wrongBody('debit_missed'),
    set: saying('"codigo":"JANELA_PERDIDA"', '"codigo":"TARIFA"'),
  },
  'a recurrence that was refused is not told as cancelled': {
    check: 'event.type_wrong',
    table: 'event',
    where: "type = 'recurrence.refused'",
    set: "type = 'recurrence.canceled'",
  },
}
