// The SQL of what is stuck in recurring PIX, over all accounts. Short lists: what is longer is a trouble of its own.
import sql from 'sql-template-tag'
import { IS_LIVE, isLive } from '#db/account/live-accounts.ts'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { DebitStatus } from '../debit/debit.ts'
import type { Recurrence } from '../recurrence.ts'
import { COLUMNS, type RecurrenceRow, recurrenceOf } from '../row.ts'

export interface StuckDebit {
  accountId: number
  txid: string
  idRec: string | null
  contrato: string
  cycle: number
  status: DebitStatus
  pspAccountId: number
  dueOn: LocalDate
  amount: Centavos | null
  updatedAt: Date
}

const MAX_ROWS = 50

const DEBIT = sql`debit.account_id as "accountId", txid, id_rec as "idRec", contrato, cycle, debit.status,
  debit.psp_account_id as "pspAccountId", due_on as "dueOn", debit.amount_centavos as amount, debit.updated_at as "updatedAt"`
const WITH_RECURRENCE = sql`debit join recurrence on recurrence.account_id = debit.account_id
  and recurrence.id = debit.recurrence_id`

/** Whose order has had no answer since before then. */
export const findUnanswered = (db: Queryable, before: Date) =>
  db.query<StuckDebit>(sql`
    select ${DEBIT} from ${WITH_RECURRENCE} where ${isLive(sql`debit.account_id`)} and debit.status = 'ENVIANDO' and debit.updated_at < ${before}
    order by debit.updated_at limit ${MAX_ROWS}`)

/** Ordered, due before that day, and without an end. */
export const findWithoutEnd = (db: Queryable, before: LocalDate) =>
  db.query<StuckDebit>(sql`
    select ${DEBIT} from ${WITH_RECURRENCE} where ${isLive(sql`debit.account_id`)} and debit.status in ('CRIADA', 'ATIVA') and due_on < ${before}
    order by due_on limit ${MAX_ROWS}`)

export interface UnauthorizedPayment {
  accountId: number
  uuid: string
  idRec: string | null
  contrato: string
  pspAccountId: number
  createdAt: Date
}

export const findUnauthorized = (db: Queryable) =>
  db.query<UnauthorizedPayment>(sql`
    select account_id as "accountId", uuid, id_rec as "idRec", contrato, psp_account_id as "pspAccountId", created_at as "createdAt"
    from recurrence where ${IS_LIVE} and alert = 'PAGO_SEM_AUTORIZACAO' and status in ('CRIADA', 'APROVADA')
    order by created_at limit ${MAX_ROWS}`)

/** Money for debits that have ended, which waits for a person. */
export async function countMoneyOfEnded(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from receipt where ${IS_LIVE} and status in ('UNACCEPTED', 'RETURNING') and reason = 'DEBIT_ENDED'`)
  return row?.count ?? 0
}

export interface MissedCause {
  cause: string
  count: number
}

export const countMissed = (db: Queryable, since: Date) =>
  db.query<MissedCause>(sql`
    select coalesce(end_code, '') as cause, count(*)::int as count from debit
    where ${IS_LIVE} and status = 'NAO_COBRADA' and ended_at >= ${since} group by end_code order by count desc`)

export interface LiveOfPsp {
  pspAccountId: number
  name: string
  count: number
  /** Nothing new is ordered there. */
  isOff: boolean
}

export const countLive = (db: Queryable) =>
  db.query<LiveOfPsp>(sql`
    select psp_account_id as "pspAccountId", psp.name, count(*)::int as count,
      not (psp.pay_in_enabled and psp.recurrence_enabled and psp.receiver_account is not null) as "isOff"
    from recurrence join psp_account psp on psp.id = psp_account_id
    where ${isLive(sql`recurrence.account_id`)} and recurrence.status in ('CRIANDO', 'CRIADA', 'APROVADA') group by psp.id, psp_account_id order by psp_account_id`)

/** Which PSP account has the debit, or the recurrence, that a person asks about. */
export async function findPlace(
  db: Queryable,
  accountId: number,
  about: { txid: string } | { idRec: string },
): Promise<{ pspAccountId: number; uuid: string } | null> {
  const [row] = await db.query<{ pspAccountId: number; uuid: string }>(
    'txid' in about
      ? sql`select psp_account_id as "pspAccountId", uuid from debit where account_id = ${accountId} and txid = ${about.txid}`
      : sql`select psp_account_id as "pspAccountId", uuid from recurrence where account_id = ${accountId} and id_rec = ${about.idRec}`,
  )
  return row ?? null
}

/** Of any account; also one that is still being created, or whose creation has failed. */
export async function findByUuid(db: Queryable, uuid: string): Promise<Recurrence | null> {
  const [row] = await db.query<RecurrenceRow>(sql`select ${COLUMNS} from recurrence where uuid = ${uuid}::uuid`)
  return row === undefined ? null : recurrenceOf(row)
}
