// What an account is bound to at PSPs, as SQL about a row of `account`: who receives for it, and whether its money is real.
import sql, { type Sql } from 'sql-template-tag'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'

/** FROM and WHERE: its own PSP account and the fallback of that, as far as they take sales. The statement reads `receiver`. */
export const FROM_RECEIVERS: Sql = sql`psp_account own join psp_account receiver
    on receiver.id = own.id or receiver.id = own.fallback_psp_account_id and receiver.environment = own.environment
  where own.id = account.pay_in_psp_account_id and receiver.pay_in_enabled`

/** The fallback comes last. */
export const OWN_FIRST: Sql = sql`receiver.id <> own.id`

/** Those that it is bound to are of one environment. null: it is bound to none. */
export const ENVIRONMENT: Sql = sql`case when account.live_account_id is not null then 'test' else (
  select bound.environment from psp_account bound where bound.id = coalesce(account.pay_in_psp_account_id, account.pay_out_psp_account_id,
    account.boleto_psp_account_id, account.card_psp_account_id)) end`

const dealtBy = (from: Sql): Sql => sql`(select psp_account_id from ${from} and account_id = account.id limit 1)`

/**
 * Of what it has sold, received or been paid: its money stays of that environment. null: there is nothing yet, or it is the suspense account, which has
 * whatever came for nobody.
 */
export const DEALT_IN: Sql = sql`(select dealt.environment from psp_account dealt
  where account.id <> ${SUSPENSE_ACCOUNT_ID} and dealt.id = coalesce(${dealtBy(sql`sale where true`)},
    ${dealtBy(sql`receipt where status <> 'MOVED'`)}, ${dealtBy(sql`payout_attempt where true`)}))`

/** What was never bound to anything may be bound to real money. */
export const LIVE_UNLESS_BOUND: Sql = sql`coalesce(${ENVIRONMENT}, ${DEALT_IN}, 'live')`
