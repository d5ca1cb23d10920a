// The SQL of what PSPs report of charges.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { PaidCharge } from '#sale/collect/charges-of-sales.ts'
import type { Boleto } from '../charge.ts'
import { COLUMNS } from '../row.ts'

type Key = Pick<Boleto, 'accountId' | 'saleId'>

/** Those that are known here, by the PSP's id. */
export async function findReported(
  db: Queryable,
  pspAccountId: number,
  reported: { chargeId: string }[],
): Promise<Map<string, Boleto>> {
  const rows = await db.query<Boleto>(sql`
    select ${COLUMNS} from charge
    where psp_account_id = ${pspAccountId} and method = 'boleto' and charge_id = any(${reported.map(one => one.chargeId)}::text[])`)
  return new Map(rows.flatMap(boleto => (boleto.chargeId === null ? [] : [[boleto.chargeId, boleto] as const])))
}

export const recordNoticeToken = (db: Queryable, { accountId, saleId }: Key, token: string) =>
  db.query(sql`
    update charge set notice_token = ${token}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and notice_token is distinct from ${token}`)

export interface Reported {
  reportedState: ChargeState
  identifiedAt: Date | null
  now: Date
}

/**
 * It is locked. What a bank has reported takes a number among the events, by which open pages hear of it. One that was asked about often enough
 * owes work again.
 */
export const recordReported = (
  tx: Transaction,
  { accountId, saleId }: Key,
  { reportedState, identifiedAt, now }: Reported,
) =>
  tx.query(sql`
    update charge set seal = default, reported_state = ${reportedState}, identified_at = ${identifiedAt}, lookups = 0, updated_at = ${now},
      live_number = case when identified_at is distinct from ${identifiedAt}::timestamptz then nextval('event_id') else live_number end,
      due_at = case when state = 'ISSUED' then coalesce(due_at, ${now}) else due_at end
    where account_id = ${accountId} and sale_id = ${saleId}`)

/** PSPs bound the look-ups of a day. */
const MAX_CONTESTED = 200

/** Those whose money is contested, the one that was heard of longest ago first. */
export const findContested = (db: Queryable, pspAccountId: number) =>
  db.query<Boleto>(sql`
    select ${COLUMNS} from charge
    where psp_account_id = ${pspAccountId} and method = 'boleto' and reported_state = 'contested'
    order by updated_at limit ${MAX_CONTESTED}`)

/** Those that wait for their look come before it. Not where it has changed since it was read. */
export const recordLooked = (
  db: Queryable,
  { accountId, saleId, updatedAt }: Key & Pick<Boleto, 'updatedAt'>,
  now: Date,
) =>
  db.query(sql`
    update charge set updated_at = ${now}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and updated_at = ${updatedAt}`)

/** The PSP was asked, and has said nothing new. */
export const recordLookup = (db: Queryable, { accountId, saleId }: Key) =>
  db.query(sql`update charge set lookups = lookups + 1 where account_id = ${accountId} and sale_id = ${saleId}`)

/** Their sales are locked, and paid in this transaction. A card is approved long before it is paid, and has no token any more. */
export const concludeBoletos = (tx: Transaction, paid: PaidCharge[], now: Date) =>
  tx
    .query(sql`
    update charge set state = 'ENDED', paid_centavos = paid.amount, paid_on = paid.day, lookups = 0, updated_at = ${now}, due_at = null,
      reported_state = case when reported_state in ('contested', 'refunded') then reported_state
        when method = 'card' then case reported_state when 'paid' then 'paid' else 'approved' end else 'paid' end,
      token_sealed = null, challenge_url = null, page_url = null, seal = default
    from unnest(${paid.map(({ sale }) => sale.accountId)}::int[], ${paid.map(({ sale }) => sale.id)}::bigint[],
      ${paid.map(({ amount }) => amount)}::bigint[], ${paid.map(({ paidOn }) => paidOn)}::date[]
    ) as paid(account_id, sale_id, amount, day)
    where charge.account_id = paid.account_id and charge.sale_id = paid.sale_id`)
    .then(() => {})
