// The SQL of the sales as people list them: by when they were made, the newest first, so that a period is one stretch of an
// index. What names few sales is found by its own index; what does not is walked by parts.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { countUpTo, type Totals } from '#db/counted.ts'
import { ANEW } from '#db/planned-anew.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import type { Centavos } from '#kernel/money.ts'
import { RETURNED } from '../dispute/store.ts'
import { COLUMNS, ITEMS, type SaleRow, saleOf } from '../row.ts'
import type { PaymentMethod, Sale, SaleStatus } from '../sale.ts'
import type { Search } from './search.ts'
import { ofContract } from './store.ts'

export interface Stretch extends Period {
  accountId: number
  method: PaymentMethod | null
  /** Behind this sale of the account; null: from the newest on. */
  behind: bigint | null
}

export interface State {
  method: PaymentMethod | null
  status: SaleStatus | null
  /** Whether its time was over; null: either. */
  expired: boolean | null
  /** Of this recurrence, or of those of this contract; null: of any or none. */
  idRec: string | null
  contrato: string | null
}

/** `search` looks for words here, in names and e-mails. */
interface WalkFilter extends State {
  search: Search | null
  named: Named | null
}

/** Sales that one statement walks at most, and one less, behind which the last of them stands. */
const WALKED = raw('20000')
const BEFORE_THE_LAST = raw('19999')

/** Those of the next part that are wanted. */
export const walkSales = (db: Queryable, stretch: Stretch, filter: WalkFilter, rows: number): Promise<bigint[]> =>
  readIds(db, partOf(stretch), conditions(stretch.accountId, filter), rows)

/** The last sale of that part, behind which the next one begins; null: there is none. */
export async function endOfPart(db: Queryable, stretch: Stretch): Promise<bigint | null> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select sale.id from sale where ${within(stretch)} ${NEWEST_FIRST} offset ${BEFORE_THE_LAST} limit 1`)
  return row?.id ?? null
}

/** What names few of them: all are found, and then put in order. */
export type Few = Named | { status: SaleStatus } | Cycles

/** At least one of the two. */
export interface Cycles {
  idRec: string | null
  contrato: string | null
}

export interface Named {
  ids: bigint[]
  document: string | null
}

export const readFew = (db: Queryable, stretch: Stretch, few: Few, state: State, rows: number): Promise<bigint[]> => {
  const all = sql`(select * from sale where account_id = ${stretch.accountId} and ${isOf(stretch.accountId, few)} offset 0) sale`
  return readIds(db, all, join([within(stretch), ...statesOf(stretch.accountId, state)], ' and '), rows)
}

export const totalFew = (db: Queryable, stretch: Stretch, few: Few, state: State): Promise<Totals> =>
  countUpTo(db, {
    from: sql`(select * from sale where account_id = ${stretch.accountId} and ${isOf(stretch.accountId, few)} offset 0) sale where ${within(stretch)}`,
    order: ORDER,
    where: join([sql`true`, ...statesOf(stretch.accountId, state)], ' and '),
    amount: sql`amount_centavos`,
    walked: sql`sale`,
  })

export const totalWalked = (db: Queryable, stretch: Stretch, filter: WalkFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`sale where ${within(stretch)}`,
    order: ORDER,
    where: conditions(stretch.accountId, filter),
    amount: sql`amount_centavos`,
    walked: sql`sale`,
  })

function isOf(accountId: number, few: Few): Sql {
  if ('contrato' in few) return join(ofCycles(accountId, few), ' and ')
  if ('status' in few) return sql`status = ${few.status}`
  if (few.document === null) return sql`id = any(${few.ids}::bigint[])`
  return sql`(id = any(${few.ids}::bigint[]) or customer_document = ${few.document})`
}

/** Planned for the given values: a filter that matches few sales in one account matches most in another. */
async function readIds(db: Queryable, from: Sql, where: Sql, rows: number): Promise<bigint[]> {
  const found = await db.query<{ id: bigint }>(
    sql`${ANEW} select sale.id from ${from} where ${where} ${NEWEST_FIRST} limit ${rows}`,
  )
  return found.map(({ id }) => id)
}

/** Sales by PIX have no index of their own: in most accounts nearly all are. */
const isStretch = (method: PaymentMethod | null): boolean => method !== null && method !== 'PIX'

const ORDER = sql`sale.created_at desc, sale.id desc`
const NEWEST_FIRST = sql`order by ${ORDER}`

const partOf = (stretch: Stretch) =>
  sql`(select * from sale where ${within(stretch)} ${NEWEST_FIRST} limit ${WALKED}) sale`

function within({ accountId, method, from, to, behind }: Stretch): Sql {
  const conditions = [sql`sale.account_id = ${accountId}`]
  // The second condition is that of the index, for whatever plan.
  if (isStretch(method)) conditions.push(sql`sale.payment_method = ${method} and sale.payment_method <> 'PIX'`)
  if (from !== null) conditions.push(sql`sale.created_at >= ${from}`)
  if (to !== null) conditions.push(sql`sale.created_at < ${to}`)
  if (behind !== null)
    conditions.push(sql`(sale.created_at, sale.id) < (
      (select created_at from sale last where last.account_id = ${accountId} and last.id = ${behind}), ${behind}::bigint)`)
  return join(conditions, ' and ')
}

function conditions(accountId: number, { search, named, ...state }: WalkFilter): Sql {
  const where = [sql`true`, ...statesOf(accountId, state)]
  if (named !== null) where.push(isOf(accountId, named))
  if (search !== null) where.push(namesIt(search))
  return join(where, ' and ')
}

/** What has expired is what `isExpired` calls so. */
function statesOf(accountId: number, { method, status, expired, ...cycles }: State): Sql[] {
  const where = ofCycles(accountId, cycles)
  if (method !== null && !isStretch(method)) where.push(sql`payment_method = ${method}`)
  if (status !== null) where.push(sql`status = ${status}`)
  if (expired !== null) where.push(sql`(status = 'CANCELADO' and updated_at >= expires_at) = ${expired}`)
  return where
}

function ofCycles(accountId: number, { idRec, contrato }: Cycles): Sql[] {
  const where: Sql[] = []
  if (idRec !== null) where.push(sql`sale.id_rec = ${idRec}`)
  if (contrato !== null) where.push(ofContract(accountId, contrato))
  return where
}

/** By what words of it stand in names and e-mails. */
export function namesIt({ name, email }: Search): Sql {
  const byEmail = sql`lower(customer_email) like ${email}`
  return name === null ? byEmail : sql`(${byEmail} or customer_name ~* ${name})`
}

/** The sales that it names exactly. A document may name many: they are queried by it. */
export async function findExactly(db: Queryable, accountId: number, search: Search): Promise<bigint[]> {
  const { text, uuid, number } = search
  const rows = await db.query<{ id: bigint }>(sql`
    select id from sale where account_id = ${accountId} and id = ${number}::bigint
    union select id from sale where uuid = ${uuid}::uuid and account_id = ${accountId}
    union select id from sale where account_id = ${accountId} and txid = ${text}
    union (select id from sale where account_id = ${accountId} and external_reference = ${text} order by id desc limit 1000)
    union (select id from sale where account_id = ${accountId} and id_rec = ${text} order by id desc limit 1000)
    union (select id from sale where account_id = ${accountId} and ${ofContract(accountId, text)} order by id desc limit 1000)
    union select sale_id from receipt
      where end_to_end_id = ${text} and account_id = ${accountId} and sale_id is not null and status = 'ACCEPTED'`)
  return rows.map(({ id }) => id)
}

const MAX_OF_FEW = raw('2000')

/** How many have it, as far as that matters. */
export async function countDocument(
  db: Queryable,
  accountId: number,
  document: string,
): Promise<'none' | 'few' | 'many'> {
  const [row] = await db.query<{ count: 'none' | 'few' | 'many' }>(sql`
    select case count(*) when 0 then 'none' when ${MAX_OF_FEW} then 'many' else 'few' end as count
    from ${counted(raw('customer_document'), accountId, document)} found`)
  return row?.count ?? 'none'
}

/** Few are found by the index of their status and put in order; of many the newest stand near each other. */
export async function isRare(db: Queryable, accountId: number, status: SaleStatus): Promise<boolean> {
  const [row] = await db.query<{ rare: boolean }>(sql`
    select count(*) < ${MAX_OF_FEW} as rare from ${counted(raw('status'), accountId, status)} found`)
  return row?.rare ?? true
}

/**
 * As a stretch of the index that begins with both. Asked for by equality, a value that is thought to be frequent is looked for
 * in the table from its beginning on, up to whenever enough were met: what is pending stands at its end.
 */
const counted = (column: Sql, accountId: number, value: string): Sql => sql`(
  select from sale where (account_id, ${column}) >= (${accountId}, ${value}) and (account_id, ${column}) <= (${accountId}, ${value})
  order by account_id, ${column}, id limit ${MAX_OF_FEW})`

/** In the order of the ids. */
export async function findSalesInOrder(db: Queryable, accountId: number, ids: bigint[]): Promise<Sale[]> {
  const rows = await db.query<SaleRow>(sql`
    select ${COLUMNS}, ${ITEMS} from unnest(${ids}::bigint[]) with ordinality as asked (id, n)
    join sale on sale.account_id = ${accountId} and sale.id = asked.id order by n`)
  return rows.map(saleOf)
}

/** What a table of sales shows. */
export interface SaleLine {
  id: bigint
  uuid: string
  status: SaleStatus
  paymentMethod: PaymentMethod
  createdAt: Date
  completedAt: Date | null
  amount: Centavos
  fee: Centavos
  net: Centavos
  refunded: Centavos
  name: string
  email: string
  document: string
  phone: string
  externalReference: string | null
  txid: string
  endToEndId: string | null
  idRec: string | null
  contrato: string | null
}

/** What has gone back of each, and the payment, are looked up for these alone. */
export const findSaleLines = (db: Queryable, accountId: number, ids: bigint[]): Promise<SaleLine[]> =>
  db.query<SaleLine>(sql`
    select sale.id, uuid, sale.status, payment_method as "paymentMethod", sale.created_at as "createdAt",
      completed_at as "completedAt", sale.amount_centavos as amount, fee_centavos as fee, net_centavos as net,
      ${RETURNED} as refunded,
      customer_name as name, customer_email as email, customer_document as document, customer_phone as phone,
      external_reference as "externalReference", sale.txid, nullif(end_to_end_id, charge_payment_id) as "endToEndId",
      id_rec as "idRec", contrato
    from unnest(${ids}::bigint[]) with ordinality as asked (id, n)
    join sale on sale.account_id = ${accountId} and sale.id = asked.id
    left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id and receipt.status = 'ACCEPTED'
    order by n`)
