// The SQL of the terms of an account, as far as they are about recurring PIX.
import sql from 'sql-template-tag'
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
        'hasReceivingAccount', receiver.receiver_account is not null) order by receiver.id <> own.id)
      from psp_account own join psp_account receiver
        on receiver.id = own.id or receiver.id = own.fallback_psp_account_id and receiver.environment = own.environment
      where own.id = account.pay_in_psp_account_id and receiver.pay_in_enabled
    ), '[]'::json) as receivers
    from account where id = ${accountId}`)
  return row ?? null
}
