// The suspense account: money that came for no known account is booked here. It sells nothing, has neither members nor keys, and
// stays out of every list of accounts.
import { isTestAccount, testAccountOf } from './test-account.ts'

export const SUSPENSE_ACCOUNT_ID = 1000

/** Its twin: owns the test bank of test mode, and what arrives there for nobody. */
export const TEST_SUSPENSE_ACCOUNT_ID = testAccountOf(SUSPENSE_ACCOUNT_ID)

/** Where what belongs to an account that is gone is booked: play money apart from real money. */
export const suspenseAccountOf = (accountId: number): number =>
  isTestAccount(accountId) ? TEST_SUSPENSE_ACCOUNT_ID : SUSPENSE_ACCOUNT_ID
