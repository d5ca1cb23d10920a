// The SQL of one rule over a stretch of one wallet. Each movement ends a window that reaches back from it, and is judged by what lies in
// that window; so what is found does not depend on when, or how often, it is looked. Movements of cases that are decided are not counted
// again: what a person has judged is judged.
import sql, { type Sql } from 'sql-template-tag'
import { ANEW } from '#db/planned-anew.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Direction } from '../case/case.ts'
import { MAX_EVIDENCE } from '../case/case.ts'
import type { Rule } from '../rule/rule.ts'
import type { Found } from './found.ts'
import { KINDS_OF } from './movements.ts'

export interface Stretch {
  accountId: number
  /** The movements above this number are read, up to and with `upTo`; those above `since` are new. */
  after: bigint
  since: bigint
  upTo: bigint
}

export interface Look extends Stretch {
  rule: Rule
  windowMs: number
  movements: Sql
  /** Of a movement with its window: `count`, `amount`, `passed`, `usual`, `keys`, `goes_out`. */
  exceeds: Sql
  usual?: UsualAmount[]
}

/** What is usual in a window of that length, where it begins in this time. */
export interface UsualAmount {
  begins: Date
  ends: Date
  amount: Centavos
}

export async function look(tx: Transaction, asked: Look): Promise<Found[]> {
  const { accountId, since, rule, movements, exceeds, usual = [] } = asked
  const window = sql`make_interval(secs => ${asked.windowMs / 1_000}::double precision)`
  return tx.query<Found>(sql`${ANEW}
    with moved as materialized (${movements}),
    decided as (
      select subject_kind, subject, max(through_seq) as through from monitoring_case
      where account_id = ${accountId} and rule = ${rule} and state <> 'OPEN' group by subject_kind, subject
    ),
    usual_of_day as (
      select * from unnest(${usual.map(({ begins }) => begins)}::timestamptz[], ${usual.map(({ ends }) => ends)}::timestamptz[],
        ${usual.map(({ amount }) => amount)}::bigint[]) day (begins, ends, usual)
    ),
    counted as (
      select moved.*, usual_of_day.usual,
        (count(*) over stretch)::int as count,
        coalesce(sum(moved.amount) filter (where not counter) over stretch, 0)::bigint as total,
        coalesce(sum(moved.amount) filter (where counter) over stretch, 0)::bigint as passed,
        (min(key) over stretch) is distinct from (max(key) over stretch) as several_keys
      from moved
      left join decided on decided.subject_kind = moved.subject_kind and decided.subject = moved.subject
      left join usual_of_day on moved.at - ${window} >= begins and moved.at - ${window} < ends
      where moved.seq > coalesce(through, 0)
      window stretch as (partition by moved.subject_kind, moved.subject order by moved.at
        range between ${window} preceding and current row)
    ),
    judged as (select *, seq > ${since} and (${exceeds}) as exceeds from counted),
    belonging as (
      select *, bool_or(exceeds) over (partition by subject_kind, subject order by at
        range between current row and ${window} following) as belongs
      from judged
    )
    select subject_kind as "subjectKind", subject, max(subject_name) as "subjectName", min(at) as "windowFrom", max(at) as "windowTo",
      max(seq) as "throughSeq", ${fullest(sql`count`)} as count, ${fullest(sql`total`)} as amount,
      ${fullest(sql`passed`)} as passed, ${fullest(sql`usual`)} as usual, count(*)::int as members,
      (array_agg(seq order by amount desc, seq))[1:${MAX_EVIDENCE}] as seqs
    from belonging where belongs group by subject_kind, subject order by min(seq)`)
}

/** Of the window above the limit with the largest sum. */
const fullest = (column: Sql): Sql => sql`(array_agg(${column} order by total desc, seq) filter (where exceeds))[1]`

const of = (directions: Direction[], { accountId, after, upTo }: Stretch): Sql => sql`
  transfer.account_id = ${accountId} and transfer.seq > ${after} and transfer.seq <= ${upTo}
  and transfer.kind = any(${directions.flatMap(direction => KINDS_OF[direction])}::text[])`

const MOVEMENT = sql`transfer.seq, transfer.amount_centavos as amount, transfer.created_at as at`
const NOBODY = sql`'ACCOUNT' as subject_kind, '' as subject, null::text as subject_name, null::text as key`

export const ofAccount = (direction: Direction, stretch: Stretch): Sql => sql`
  select ${MOVEMENT}, false as counter, ${NOBODY} from transfer where ${of([direction], stretch)}`

/** `counter`: against the direction that is added up. */
export const throughAccount = (stretch: Stretch): Sql => sql`
  select ${MOVEMENT}, transfer.kind = any(${KINDS_OF.CASHOUT}::text[]) as counter, ${NOBODY}
  from transfer where ${of(['INCOMING', 'CASHOUT'], stretch)}`

/** One form for each key, however it was written: as the directory of the Central Bank has it. */
const KEY = sql`case withdrawal.pix_key_type
  when 'EMAIL' then lower(btrim(withdrawal.pix_key))
  when 'RANDOM' then lower(btrim(withdrawal.pix_key))
  when 'PHONE' then '+55' || regexp_replace(regexp_replace(withdrawal.pix_key, '[^0-9]', '', 'g'), '^55([0-9]{10,11})$', '\\1')
  else upper(translate(withdrawal.pix_key, ' ./-', '')) end`

/** Those below `limit`, once by the key and once by whom the bank reported as its holder: a person may have several keys. */
export const byRecipient = (stretch: Stretch, limit: number | null): Sql => sql`
  select ${MOVEMENT}, false as counter, shared.subject_kind, shared.subject, payout_recipient.name as subject_name,
    ${KEY} as key
  from transfer
  join withdrawal on withdrawal.account_id = transfer.account_id and withdrawal.id = transfer.subject_id
  left join payout_recipient on payout_recipient.account_id = withdrawal.account_id
    and payout_recipient.withdrawal_id = withdrawal.id
  cross join lateral (values ('PIX_KEY', ${KEY}),
    ('RECIPIENT', payout_recipient.document || ' ' || folded(payout_recipient.name))) shared (subject_kind, subject)
  where ${of(['CASHOUT'], stretch)} and transfer.amount_centavos < ${limit}::bigint and shared.subject is not null`

/** Those below `limit` whose payer's document is known: as the bank reported it, of a card as its buyer gave it. */
export const byPayer = (stretch: Stretch, limit: number | null): Sql => sql`
  select ${MOVEMENT}, false as counter, 'PAYER' as subject_kind, payer.document as subject, payer.name as subject_name,
    null::text as key
  from transfer
  cross join lateral (
    select payer_document as document, payer_name as name from receipt
    where receipt.account_id = transfer.account_id and transfer.subject = 'receipt' and receipt.id = transfer.subject_id
    union all
    select coalesce(nullif(payer_document, ''), customer_document), coalesce(nullif(payer_name, ''), customer_name)
    from sale left join receipt on receipt.account_id = sale.account_id and receipt.sale_id = sale.id
      and receipt.status = 'ACCEPTED'
    where sale.account_id = transfer.account_id and transfer.subject = 'sale' and sale.id = transfer.subject_id
  ) payer
  where ${of(['INCOMING'], stretch)} and transfer.amount_centavos < ${limit}::bigint and payer.document <> ''`
