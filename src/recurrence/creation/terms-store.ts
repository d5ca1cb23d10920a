// The SQL of the terms of an account, as far as they are about recurring PIX.
import sql from 'sql-template-tag'
import { FROM_RECEIVERS, OWN_FIRST } from '#db/account/psp-accounts.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'

export interface SellerTerms {
  fees: Fees
  reserve: Reserve
  /** Those that receive for the account: its own, then its fallback. Both may be switched off. */
  receivers: Receiver[]
}

export interface Receiver {
  pspAccountId: number
  recurrenceEnabled: boolean
  hasReceivingAccount: boolean
}

export async function findSellerTerms(db: Queryable, accountId: number): Promise<SellerTerms | null> {
  const [row] = await db.query<SellerTerms>(sql`
    select fees, reserve, coalesce((
      select json_agg(json_build_object('pspAccountId', receiver.id, 'recurrenceEnabled', receiver.recurrence_enabled,
        'hasReceivingAccount', receiver.receiver_account is not null) order by ${OWN_FIRST})
      from ${FROM_RECEIVERS}
    ), '[]'::json) as receivers
    from account where id = ${accountId}`)
  return row ?? null
}
