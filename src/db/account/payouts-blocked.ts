// The operator's block, in SQL: while an account is blocked, or may not transfer, none of its cashouts is submitted, however old and
// by whomever approved. Submissions that have begun go on.
import sql from 'sql-template-tag'

/** Of an account. */
export const PAYOUTS_BLOCKED = sql`(account.status = 'BLOCKED' or not account.transfer_allowed)`
