// The SQL of a search among cashouts.
import sql from 'sql-template-tag'
import { containing } from '#db/like.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Hit } from './hit.ts'
import {
  activeWereNotCut,
  beginsWith,
  by,
  type Match,
  newestOfActive,
  ofAll,
  ofEach,
  type Question,
  readMatches,
  type Walk,
  walk,
} from './match-store.ts'
import { keysOf } from './sale-store.ts'

const CASHOUT = sql`withdrawal`
/** Whom cashouts reached, each under the number of its cashout. */
const RECIPIENT = sql`(select account_id, withdrawal_id as id, name from payout_recipient) recipient`

export function findCashouts(db: Queryable, asked: Question): Promise<Match[]> {
  const { text, uuid, number, keys, name } = asked.terms
  const isKey = sql`state = 'settled' and bare_key(pix_key) = any(${keys}::text[])`
  return readMatches(db, [
    by('NUMBER', ofEach(asked, CASHOUT, sql`id = ${number}::bigint`, sql`id`)),
    by('UUID', ofAll(asked, CASHOUT, sql`uuid = ${uuid}::uuid`)),
    by('END_TO_END_ID', ofAll(asked, CASHOUT, sql`end_to_end_id = ${text}`)),
    by('PSP_ID', attempted(asked)),
    by('REFERENCE', ofEach(asked, CASHOUT, sql`external_reference = ${text}`, sql`account_id, external_reference`)),
    by('PIX_KEY', ofEach(asked, CASHOUT, isKey, sql`account_id, bare_key(pix_key)`)),
    by('NAME', ofEach(asked, RECIPIENT, beginsWith(FOLDED, name), sql`account_id, ${FOLDED} using ~<~`)),
  ])
}

const FOLDED = sql`folded(name)`

/** Under this id a PSP was asked to pay it. It names its account. */
const attempted = ({ scope: { accountId }, terms, rows }: Question) => sql`
  select account_id, withdrawal_id as id from payout_attempt
  where account_id = coalesce(${accountId}::int, ${terms.mintedBy}::int) and payout_id = ${terms.text} limit ${rows}`

export function walkCashouts(db: Queryable, asked: Question): Promise<Walk> {
  const { amount, keys, keyPart, name, document } = asked.terms
  const part = containing(keyPart)
  const letters = containing(name)
  const reason = sql`case when bare_key(pix_key) = any(${keys}::text[]) or bare_key(pix_key) like ${part}::text then 'PIX_KEY'
    when holder_document = ${document}::text then 'DOCUMENT'
    when amount_centavos = ${amount}::bigint or net_centavos = ${amount}::bigint then 'AMOUNT'
    when folded(description) like ${letters}::text then 'NAME'
    when ${letters}::text is not null and ${reached(letters)} then 'NAME' end`
  const columns = sql`amount_centavos, net_centavos, pix_key, holder_document, description`
  const source = newestOfActive(asked, CASHOUT, columns)
  return walk(db, { source, reason, isWhole: activeWereNotCut(asked), rows: asked.rows })
}

/** Each of the newest is asked for by its number; `exists` might read all recipients for the few that are asked. */
const reached = (letters: string | null) => sql`(
  select folded(name) like ${letters}::text from payout_recipient recipient
  where recipient.account_id = newest.account_id and withdrawal_id = newest.id)`

export const showCashouts = (db: Queryable, keys: Match[]): Promise<Hit[]> =>
  db.query<Hit>(sql`
    select 'cashout' as kind, withdrawal.account_id as "accountId", withdrawal.id, uuid, withdrawal.pix_key as title,
      nullif(concat_ws(' · ', recipient.name, coalesce(external_reference, description)), '') as detail,
      amount_centavos as amount, ${STATUS} as status, withdrawal.created_at as at,
      null as "saleUuid", end_to_end_id as "endToEndId"
    from ${keysOf(keys)} join withdrawal on withdrawal.account_id = key.account_id and withdrawal.id = key.id
    left join payout_recipient recipient on recipient.account_id = key.account_id and withdrawal_id = key.id`)

/** As people read it: one that waits for an approval, and one that has come back, say so. */
const STATUS = sql`case
  when state = 'requested' and wait = 'OPEN' then 'WAITING' when state = 'requested' then 'PENDING'
  when state = 'submitted' then 'PROCESSING' when state = 'refused' then 'FAILED' when state = 'cancelled' then 'CANCELLED'
  when returned_centavos >= net_centavos then 'RETURNED' when returned_centavos > 0 then 'PARTLY_RETURNED'
  else 'COMPLETED' end`
