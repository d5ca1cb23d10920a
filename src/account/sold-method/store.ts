// The SQL of what an account can sell: which methods are agreed and bound, and whether its PSP account receives now.
import sql, { type Sql } from 'sql-template-tag'
import { FROM_RECEIVERS } from '#db/account/psp-accounts.ts'
import type { SoldMethod } from '../account.ts'

/** The method, where there is a PSP account of which this holds. */
const soldAt = (method: SoldMethod, holds: Sql): Sql =>
  sql`case when exists (select from psp_account where ${holds}) then ${method}::text end`

export const SOLD_METHODS = sql`array_remove(array[
    case when pay_in_psp_account_id is not null then 'PIX' end,
    ${soldAt('BOLETO', sql`fees ? 'boleto' and psp_account.id = boleto_psp_account_id and boleto_enabled and collect_base_url <> ''`)},
    ${soldAt('CREDIT_CARD', sql`fees ? 'creditCard' and psp_account.id = card_psp_account_id and card_enabled and collect_base_url <> ''`)},
    ${soldAt('DEBIT_CARD', sql`fees ? 'debitCard' and psp_account.id = card_psp_account_id and debit_enabled and collect_base_url <> ''`)},
    ${soldAt('TRANSFER', sql`fees ? 'transfer' and psp_account.id = pay_in_psp_account_id and transfer_enabled`)}
  ]::text[], null)`

/** Its own PSP account, or the fallback of that: as sales are begun (sale/store.ts). */
export const RECEIVES = sql`exists (select from ${FROM_RECEIVERS})`
