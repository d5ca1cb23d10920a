// The SQL of what members want to be written.
import sql from 'sql-template-tag'
import { personIdIn } from '#db/person-id.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { DEFAULT_PREFERENCES, type MailPreferences } from './mail-preferences.ts'

/** Null: no member of the account. The language is the chosen one, else that of the invitation by which the person came. */
export async function findPreferences(
  db: Queryable,
  accountId: number,
  userId: string,
): Promise<MailPreferences | null> {
  const { moneyIn, disputes, failedCashouts, webhooksSwitchedOff } = DEFAULT_PREFERENCES
  const [row] = await db.query<MailPreferences>(sql`
    select coalesce(money_in, ${moneyIn}) as "moneyIn", coalesce(disputes, ${disputes}) as disputes,
      coalesce(failed_cashouts, ${failedCashouts}) as "failedCashouts",
      coalesce(webhooks_switched_off, ${webhooksSwitchedOff}) as "webhooksSwitchedOff",
      coalesce(preference.language, (
        select invitation.language from invitation join iam."user" person on invitation.email = lower(person.email)
        where person.id = ${personIdIn(sql`member.user_id`)} and invitation.account_id = member.account_id
        order by invitation.id desc limit 1
      ), ${LANGUAGES[0]}) as language
    from member left join mail_preference preference using (account_id, user_id)
    where account_id = ${accountId} and user_id = ${userId}`)
  return row ?? null
}

export const savePreferences = (
  tx: Transaction,
  { accountId, userId }: { accountId: number; userId: string },
  { language, moneyIn, disputes, failedCashouts, webhooksSwitchedOff }: MailPreferences,
  now: Date,
) =>
  tx.query(sql`
    insert into mail_preference (account_id, user_id, language, money_in, disputes, failed_cashouts, webhooks_switched_off,
      updated_at)
    values (${accountId}, ${userId}, ${language}, ${moneyIn}, ${disputes}, ${failedCashouts}, ${webhooksSwitchedOff}, ${now})
    on conflict (account_id, user_id) do update set language = excluded.language, money_in = excluded.money_in,
      disputes = excluded.disputes, failed_cashouts = excluded.failed_cashouts,
      webhooks_switched_off = excluded.webhooks_switched_off, updated_at = excluded.updated_at`)
