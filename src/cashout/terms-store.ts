// The SQL of the terms by which an account's cashouts are decided: the switches, fees, limits and rules in force.
import sql, { type Sql } from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import type { Queryable } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import type { AgreedLimits } from '#kernel/terms/limits.ts'
import type { Fees } from '#kernel/terms/terms.ts'
import type { Rules } from './approval/policy.ts'
import type { Holder } from './cashout.ts'

export interface Terms {
  /** The operator's switch and the account's. */
  apiCashoutEnabled: boolean
  transferAllowed: boolean
  /** Whether the account is bound to a PSP that pays out. While that PSP is switched off, cashouts wait; those of a test account are refused. */
  paysOut: boolean
  /** 0: duplicates are not refused. */
  duplicateWindowSeconds: number
  fees: Fees
  /** The clock decides which of them are in force. */
  limits: AgreedLimits
  holder: Holder
  /** The rules that make its cashouts wait. */
  rules: Rules
}

interface TermsRow extends Omit<Terms, 'holder' | 'rules'>, Holder, Rules {}

const IS_BOUND = sql`pay_out_psp_account_id is not null`

/** The bank of test accounts is looked at where one of them asks: what live accounts ask stays as cheap as it is. */
const paysOut = (accountIds: number[]): Sql =>
  accountIds.some(isTestAccount)
    ? sql`${IS_BOUND} and (${isLive(sql`account.id`)}
        or (select pay_out_enabled from psp_account where psp_account.id = pay_out_psp_account_id))`
    : IS_BOUND

/** By account id. Read under the lock of the wallet, so that a switch is in force from its own commit on. */
export async function findTerms(db: Queryable, accountIds: number[]): Promise<Map<number, Terms>> {
  const rows = await db.query<TermsRow>(sql`
    select account.id, name, email, account.api_cashout_enabled and house.api_cashout_enabled as "apiCashoutEnabled",
      transfer_allowed as "transferAllowed", ${paysOut(accountIds)} as "paysOut",
      duplicate_cashout_window_seconds as "duplicateWindowSeconds", fees, limits, approval, outflow as velocity,
      (select outflow from payout_rule where account_id = ${SUSPENSE_ACCOUNT_ID}) as gateway
    from house, account left join payout_rule on payout_rule.account_id = account.id
    where account.id = any(${accountIds}::int[])`)
  return new Map(rows.map(row => [row.id, termsOf(row)]))
}

const termsOf = ({ id, name, email, approval, velocity, gateway, ...terms }: TermsRow): Terms => ({
  ...terms,
  holder: { id, name, email },
  // What leaves the test bank is no money of the gateway's own.
  rules: { approval, velocity, gateway: isTestAccount(id) ? null : gateway },
})
