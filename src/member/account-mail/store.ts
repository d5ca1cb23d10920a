// The SQL of mails about an account: whom one is owed to, and what it will say.
import sql from 'sql-template-tag'
import { personIdIn } from '#db/person-id.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { LANGUAGES } from '#kernel/language.ts'
import type { MailKind } from '#mail/mail.ts'
import { DEFAULT_PREFERENCES } from '../mail-preferences/mail-preferences.ts'

export interface NewAccountMail {
  accountId: number
  kind: MailKind
  /** No two mails of the kind to one person begin within so long. */
  spacingMs: number
  more: object
}

const { moneyIn, disputes, failedCashouts, webhooksSwitchedOff } = DEFAULT_PREFERENCES

/** Whether the member wants mails of this kind. `kind` and `preference` stand in the statement around it. */
const WANTS = sql`case kind
  when 'money-in' then coalesce(preference.money_in, ${moneyIn})
  when 'disputes' then coalesce(preference.disputes, ${disputes})
  when 'failed-cashouts' then coalesce(preference.failed_cashouts, ${failedCashouts})
  when 'webhook-switched-off' then coalesce(preference.webhooks_switched_off, ${webhooksSwitchedOff})
end`

/** Sent a moment after the stretch of time that it covers, when what was written in it has been committed. */
const BEHIND = sql`interval '10 seconds'`

/**
 * One for each member who wants it and to whom none of the kind is already owed whose stretch is not over: that one covers what
 * happens now. Nothing here may ever fail, since money is in the same commit.
 */
export async function insertAccountMail(tx: Transaction, mails: NewAccountMail[], now: Date): Promise<void> {
  await tx.query(sql`
    insert into mail (account_id, kind, recipient, language, detail, created_at, expires_at, due_at)
    select news.account_id, news.kind, lower(person.email),
      coalesce(preference.language, invited.language, ${LANGUAGES[0]}),
      news.more || jsonb_build_object('since', ${now.toISOString()}::text, 'upTo', span.up_to),
      ${now}, span.up_to + interval '2 days', span.up_to + ${BEHIND}
    from unnest(
      ${mails.map(one => one.accountId)}::int[], ${mails.map(one => one.kind)}::text[],
      ${mails.map(one => one.spacingMs)}::int[], ${mails.map(one => JSON.stringify(one.more))}::jsonb[]
    ) as news(account_id, kind, spacing_ms, more)
    join member on member.account_id = news.account_id
    left join mail_preference preference
      on preference.account_id = member.account_id and preference.user_id = member.user_id
    join iam."user" person on person.id = ${personIdIn(sql`member.user_id`)}
    left join lateral (
      select language from invitation
      where invitation.account_id = member.account_id and invitation.email = lower(person.email)
      order by invitation.id desc limit 1
    ) invited on true
    left join lateral (
      select mail.created_at, (mail.detail->>'upTo')::timestamptz as up_to from mail
      where mail.recipient = lower(person.email) and mail.kind = news.kind and mail.account_id = news.account_id
      order by mail.created_at desc limit 1
    ) last on true
    cross join lateral (
      select greatest(${now}::timestamptz + interval '1 minute',
        last.created_at + news.spacing_ms * interval '1 millisecond') as up_to
    ) span
    where ${WANTS} and (last.up_to is null or last.up_to <= ${now} or news.spacing_ms = 0)`)
}

/** The person's name, and the account's; null where nobody wants this mail any more. */
export async function findWanting(
  db: Queryable,
  { accountId, kind, recipient }: { accountId: number; kind: MailKind; recipient: string },
): Promise<{ name: string; account: string } | null> {
  const [row] = await db.query<{ name: string; account: string }>(sql`
    select person.name, account.name as account
    from (select ${kind}::text as kind) wanted
    join member on member.account_id = ${accountId}
    left join mail_preference preference using (account_id, user_id)
    join iam."user" person on person.id = ${personIdIn(sql`member.user_id`)} and lower(person.email) = ${recipient}
    join account on account.id = ${accountId}
    where ${WANTS} limit 1`)
  return row ?? null
}

export interface Happened {
  /** As in their webhooks, the first ones; and how many there are in all, with the sum of their amounts as they stand there. */
  bodies: Record<string, unknown>[]
  count: number
  sum: string
}

const SHOWN = 10

export async function findHappened(
  db: Queryable,
  { accountId, type, since, upTo }: { accountId: number; type: string; since: Date; upTo: Date },
): Promise<Happened> {
  const [row] = await db.query<{ bodies: Record<string, unknown>[] | null; count: number; sum: string | null }>(sql`
    with told as (
      select id, convert_from(body, 'UTF8')::jsonb as body from event
      where account_id = ${accountId} and type = ${type} and form <> 'SALE_POSTBACK'
        and created_at >= ${since} and created_at < ${upTo}
    )
    select (select jsonb_agg(body order by id) from (select id, body from told order by id limit ${SHOWN}) first) as bodies,
      count(*)::int, sum((body->>'amount')::numeric)::text as sum
    from told`)
  return { bodies: row?.bodies ?? [], count: row?.count ?? 0, sum: row?.sum ?? '0' }
}
