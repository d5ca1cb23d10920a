// Which rows are of live accounts: what the operator counts, lists and is alerted about leaves test accounts out, unless one is named.
import sql, { raw, type Sql } from 'sql-template-tag'
import { TEST_NUMBERS } from '#kernel/account/test-account.ts'

/** `column`: the number of an account, as the statement around it calls it. */
export const isLive = (column: Sql): Sql => sql`${column} < ${raw(String(TEST_NUMBERS))}`

export const IS_LIVE: Sql = isLive(sql`account_id`)

/** Of the side of whoever reports it: what the test bank says changes nothing that is live, nor the other way round. */
export const isOfSide = (isTest: boolean, column: Sql = sql`account_id`): Sql =>
  isTest ? sql`not ${isLive(column)}` : isLive(column)

/** Both are live, or both are tests: an id of a PSP is good once on each side. */
export const onOneSide = (one: Sql, other: Sql): Sql => sql`(${isLive(one)}) = (${isLive(other)})`

export interface NamedAccounts {
  accountId?: number | null | undefined
  accountIds?: number[] | null | undefined
}

/** Of a list of all accounts; whoever names a test account sees what it has. */
export const isShown = ({ accountId, accountIds }: NamedAccounts, column: Sql = sql`account_id`): Sql =>
  (accountId ?? accountIds ?? null) === null ? isLive(column) : sql`true`
