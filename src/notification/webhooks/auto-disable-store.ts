// Which webhooks take nothing any more, judged by their log. Every question to the log is a look at a few rows of one
// webhook, the newest first; how many there are altogether does not matter.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface WebhookKey {
  accountId: number
  id: bigint
}

export const START: WebhookKey = { accountId: 0, id: 0n }

export interface Failing extends WebhookKey {
  switchedOnAt: Date | null
  /** Of the last attempt; a null status is no answer. */
  status: number | null
  error: string | null
}

export interface FailingQuestion {
  after: WebhookKey
  /** It fails for so long if it failed then and has taken nothing since. */
  before: Date
  /** The last so many attempts must all have failed. */
  failures: number
  limit: number
}

/** One page of the webhooks that are on. `last` is where the next page begins, null after the last one. */
export async function readFailing(
  db: Queryable,
  { after, before, failures, limit }: FailingQuestion,
): Promise<{ failing: Failing[]; last: WebhookKey | null }> {
  const rows = await db.query<Failing & { isFailing: boolean }>(sql`
    with page as materialized (
      select account_id, id, switched_on_at, coalesce(switched_on_at, '-infinity') as held_from from webhook
      where active and (account_id, id) > (${after.accountId}, ${after.id})
      order by account_id, id limit ${limit}
    ), suspect as materialized (
      select page.account_id, page.id, page.held_from, newest.http_status, newest.error
      from page cross join lateral (
        select count(*) as attempts, bool_or(outcome = 'DELIVERED') as has_taken,
          (array_agg(http_status order by delivery_id desc, n desc))[1] as http_status,
          (array_agg(error order by delivery_id desc, n desc))[1] as error
        from (
          select delivery_id, n, outcome, http_status, error from attempt
          where account_id = page.account_id and webhook_id = page.id and outcome <> 'SKIPPED'
            and created_at > page.held_from
          order by delivery_id desc limit ${failures}
        ) attempt
      ) newest
      where attempts = ${failures} and not has_taken
    ), old as materialized (
      select suspect.* from suspect cross join lateral (
        select outcome from attempt
        where account_id = suspect.account_id and webhook_id = suspect.id and outcome <> 'SKIPPED'
          and created_at > suspect.held_from and created_at <= ${before}
        order by delivery_id desc, n desc limit 1
      ) then_last
      where outcome <> 'DELIVERED'
    ), failing as materialized (
      select old.* from old
      where not exists (
        select from attempt
        where account_id = old.account_id and webhook_id = old.id and outcome = 'DELIVERED' and created_at > ${before}
      )
    )
    select page.account_id as "accountId", page.id, page.switched_on_at as "switchedOnAt", failing.id is not null as "isFailing",
      http_status as status, error
    from page left join failing on failing.account_id = page.account_id and failing.id = page.id
    order by page.account_id, page.id`)
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    failing: rows.flatMap(({ isFailing, ...webhook }) => (isFailing ? [webhook] : [])),
    last: last === undefined ? null : { accountId: last.accountId, id: last.id },
  }
}
