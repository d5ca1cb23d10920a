// The SQL of the operator's search among accounts and the people who work there. Of both there are few, beside sales: they are looked
// through whole.
import sql from 'sql-template-tag'
import { beginning, containing } from '#db/like.ts'
import type { Queryable } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { Found } from './hit.ts'
import type { Terms } from './terms.ts'

const MAX_ACCOUNT_ID = 2n ** 31n - 1n

/** What is meant by a number or a uuid comes first, then what begins so. */
export function findAccounts(db: Queryable, { text, uuid, number, name }: Terms, rows: number): Promise<Found[]> {
  const id = number !== null && number <= MAX_ACCOUNT_ID ? number : null
  return db.query<Found>(sql`
    select 'account' as kind, account.id as "accountId", account.id::bigint as id, uuid, name as title, email as detail,
      null as amount, status, created_at as at, null as "saleUuid", null as "endToEndId", name as "accountName",
      case when account.id = ${id}::int then 'NUMBER' when uuid = ${uuid}::uuid then 'UUID'
        when folded(name) like ${containing(name)}::text then 'NAME' else 'EMAIL' end as by
    from account where coalesce(live_account_id, account.id) <> ${SUSPENSE_ACCOUNT_ID} and (account.id = ${id}::int or uuid = ${uuid}::uuid
      or folded(name) like ${containing(name)}::text or lower(email) like ${containing(text.toLowerCase())}::text)
    order by account.id = ${id}::int desc nulls last, uuid = ${uuid}::uuid desc nulls last,
      folded(name) like ${beginning(name)}::text desc nulls last, account.id desc
    limit ${rows}`)
}

/** Once for each account that they belong to. */
export function findPeople(db: Queryable, { text, uuid, name }: Terms, rows: number): Promise<Found[]> {
  return db.query<Found>(sql`
    select 'person' as kind, account_id as "accountId", account_id::bigint as id, person.id as uuid, person.name as title,
      person.email as detail, null as amount, member.role as status, member.created_at as at, null as "saleUuid",
      null as "endToEndId", account.name as "accountName",
      case when person.id = ${uuid}::uuid then 'UUID' when folded(person.name) like ${containing(name)}::text then 'NAME'
        else 'EMAIL' end as by
    from iam."user" person join member on user_id = person.id::text join account on account.id = account_id
    where person.id = ${uuid}::uuid or folded(person.name) like ${containing(name)}::text
      or lower(person.email) like ${containing(text.toLowerCase())}::text
    order by folded(person.name) like ${beginning(name)}::text desc nulls last, member.created_at desc, account_id
    limit ${rows}`)
}

/** Of those accounts that were found. */
export async function namesOf(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: number; name: string }>(sql`
    select id, name from account where id = any(${ids}::int[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
