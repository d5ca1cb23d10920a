// The statement's SQL. A wallet's transfers are numbered without gaps and in the order of their commits, so a page is a part
// of their numbers: nothing is skipped and nothing comes twice, whatever is booked meanwhile. Every read names the account
// and goes by the primary key, or by the index of what a transfer is about.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Subject } from '#ledger/ledger.ts'
import { type Amounts, amountsOf, type LineType } from './line.ts'

/** Above `after`, up to and with `upTo`. */
export interface Stretch {
  after: bigint
  upTo: bigint
}

export interface Ends {
  /** The last number of the wallet; 0 without transfers. */
  last: bigint
  /** For each moment how many transfers stand before it. */
  before: bigint[]
}

/**
 * By halves, a power of two at a time: forty look-ups at most, 0.1 ms among a million transfers, where an index by date would
 * cost with every payment. Numbers are what counts: where a clock was put back, a moment still divides them into one part
 * before and one after, the same part whenever it is asked. What is asked for in order is read by the primary key, also by a
 * plan from when the table was empty, to which every index of an account looks alike.
 */
export async function findEnds(db: Queryable, accountId: number, moments: Date[]): Promise<Ends> {
  const [row] = await db.query<{ last: bigint; before: bigint[] }>(sql`
    with recursive wallet_end as materialized (
      select coalesce((select seq from wallet where account_id = ${accountId}), 0) as last
    ), search (n, at, step, place) as (
      select n, at, ${FIRST_STEP}::bigint, 0::bigint from unnest(${moments}::timestamptz[]) with ordinality moment (at, n)
      union all
      select n, at, step / 2, case when place + step <= last and (
          select created_at < at from transfer where account_id = ${accountId} and seq >= place + step order by seq limit 1
        ) then place + step else place end
      from search cross join wallet_end where step > 0
    )
    select last, array(select place from search where step = 0 order by n) as before from wallet_end`)
  return row ?? { last: 0n, before: moments.map(() => 0n) }
}

/** More transfers than any wallet will have. */
const FIRST_STEP = 2n ** 40n

export interface LineFilter {
  types: LineType[]
  min: Centavos | null
  max: Centavos | null
}

export interface LineRow {
  id: bigint
  type: LineType
  size: Centavos
  available: Centavos
  blocked: Centavos
  subject: Subject
  subjectId: bigint
  at: Date
}

const LINE = sql`seq as id, kind as type, amount_centavos as size, available_after_centavos as available,
  blocked_after_centavos as blocked, subject, subject_id as "subjectId", created_at as at`

export type Order = 'asc' | 'desc'

export const readStretch = (
  db: Queryable,
  accountId: number,
  { after, upTo }: Stretch,
  filter: LineFilter,
  { order, rows }: { order: Order; rows: number },
): Promise<LineRow[]> =>
  db.query<LineRow>(sql`
    select ${LINE} from transfer
    where account_id = ${accountId} and seq > ${after} and seq <= ${upTo} and ${conditions(filter)}
    order by ${by(order)} limit ${rows}`)

/** Of one subject there are few, wherever they stand. */
export const readAbout = (
  db: Queryable,
  accountId: number,
  subjects: Named[],
  { after, upTo }: Stretch,
  filter: LineFilter,
  { order, rows }: { order: Order; rows: number },
): Promise<LineRow[]> =>
  db.query<LineRow>(sql`
    with found as materialized (
      select transfer.* from unnest(${subjects.map(({ subject }) => subject)}::text[],
        ${subjects.map(({ id }) => id)}::bigint[]) as named (subject, id)
      join transfer on account_id = ${accountId} and transfer.subject = named.subject and subject_id = named.id
    )
    select ${LINE} from found where seq > ${after} and seq <= ${upTo} and ${conditions(filter)}
    order by ${by(order)} limit ${rows}`)

const by = (order: Order): Sql => (order === 'asc' ? sql`seq` : sql`seq desc`)

function conditions({ types, min, max }: LineFilter): Sql {
  const conditions = [sql`kind = any(${types}::text[])`]
  if (min !== null) conditions.push(sql`amount_centavos >= ${min}`)
  if (max !== null) conditions.push(sql`amount_centavos <= ${max}`)
  return join(conditions, ' and ')
}

/** What there was behind the transfer with this number. */
export async function balanceBehind(db: Queryable, accountId: number, seq: bigint): Promise<Amounts> {
  const [row] = await db.query<{ available: Centavos; blocked: Centavos }>(sql`
    select available_after_centavos as available, blocked_after_centavos as blocked
    from transfer where account_id = ${accountId} and seq <= ${seq} order by seq desc limit 1`)
  return amountsOf(row?.available ?? (0n as Centavos), row?.blocked ?? (0n as Centavos))
}

export interface SumRow {
  type: LineType
  count: number
  size: Centavos
}

/** Reads all of the stretch: 0.2 s for a million transfers. */
export const sumsOf = (db: Queryable, accountId: number, { after, upTo }: Stretch, types: readonly LineType[]) =>
  db.query<SumRow>(sql`
    select kind as type, count(*)::int as count, sum(amount_centavos)::bigint as size from transfer
    where account_id = ${accountId} and seq > ${after} and seq <= ${upTo} and kind = any(${types}::text[])
    group by kind order by kind`)

export interface Named {
  subject: Subject
  id: bigint
}

export interface NameRow extends Named {
  uuid: string | null
  externalReference: string | null
  saleUuid: string | null
  endToEndId: string | null
  /** Of the sale of a cycle of recurring PIX. */
  idRec: string | null
  contrato: string | null
}

interface Table {
  subject: Subject
  /** The table, and its columns of those names; null where it has none. */
  from: Sql
  uuid: Sql | null
  reference: Sql | null
  saleUuid: Sql | null
  endToEndId: Sql | null
  idRec?: Sql
  contrato?: Sql
}

const saleOf = (from: Sql) =>
  sql`(select sale.uuid from sale where sale.account_id = ${from}.account_id and sale.id = ${from}.sale_id)`

const [uuid, reference, endToEndId] = [sql`uuid`, sql`external_reference`, sql`end_to_end_id`]
const nameless = { uuid: null, reference: null, saleUuid: null, endToEndId: null }

// Corrections are known by their number alone.
const TABLES: Table[] = [
  {
    subject: 'sale',
    from: sql`sale`,
    uuid,
    reference,
    saleUuid: uuid,
    endToEndId: sql`(select nullif(end_to_end_id, charge_payment_id) from receipt
      where receipt.account_id = sale.account_id and sale_id = sale.id and receipt.status = 'ACCEPTED')`,
    idRec: sql`id_rec`,
    contrato: sql`contrato`,
  },
  { ...nameless, subject: 'withdrawal', from: sql`withdrawal`, uuid, reference, endToEndId },
  {
    subject: 'refund',
    from: sql`refund`,
    uuid,
    reference,
    saleUuid: saleOf(sql`refund`),
    // What goes to a key is no way back of a Pix.
    endToEndId: sql`case when to_pix_key is null then end_to_end_id end`,
  },
  { ...nameless, subject: 'dispute', from: sql`dispute`, uuid, saleUuid: saleOf(sql`dispute`), endToEndId },
  { ...nameless, subject: 'receipt', from: sql`receipt`, endToEndId: sql`nullif(end_to_end_id, charge_payment_id)` },
  { ...nameless, subject: 'hold_order', from: sql`hold_order`, reference: sql`document` },
]

const textOf = (column: Sql | null = null): Sql => sql`${column ?? sql`null`}::text`

const namesIn = ({ subject, from, uuid, reference, saleUuid, endToEndId, idRec, contrato }: Table, where: Sql): Sql =>
  sql`select ${subject}::text as subject, id, ${textOf(uuid)} as uuid, ${textOf(reference)} as "externalReference",
      ${textOf(saleUuid)} as "saleUuid", ${textOf(endToEndId)} as "endToEndId",
      ${textOf(idRec)} as "idRec", ${textOf(contrato)} as contrato
    from ${from} where ${where}`

/** The names that the outside knows these by; those without one are not among the answer. */
export async function findNames(db: Queryable, accountId: number, asked: Named[]): Promise<NameRow[]> {
  const parts = TABLES.flatMap(table => {
    const ids = new Set(asked.filter(({ subject }) => subject === table.subject).map(({ id }) => id))
    return ids.size === 0 ? [] : [namesIn(table, sql`account_id = ${accountId} and id = any(${[...ids]}::bigint[])`)]
  })
  return parts.length === 0 ? [] : db.query<NameRow>(join(parts, ' union all '))
}

/** What of the account has this uuid. */
export const findByUuid = (db: Queryable, accountId: number, uuid: string): Promise<Named[]> =>
  db.query<NameRow>(
    join(
      TABLES.flatMap(table =>
        table.uuid === null ? [] : [namesIn(table, sql`uuid = ${uuid} and account_id = ${accountId}`)],
      ),
      ' union all ',
    ),
  )

/** A sale of the account, and everything that its money went back for. */
export function findOfSale(
  db: Queryable,
  accountId: number,
  id: { uuid: string } | { number: bigint },
): Promise<Named[]> {
  const one = 'uuid' in id ? sql`uuid = ${id.uuid}` : sql`id = ${id.number}`
  return db.query<Named>(sql`
    with one as (select id from sale where ${one} and account_id = ${accountId})
    select 'sale' as subject, id from one
    union all select 'refund', refund.id from one join refund on account_id = ${accountId} and sale_id = one.id
    union all select 'dispute', dispute.id from one join dispute on account_id = ${accountId} and sale_id = one.id`)
}
