// A test account is the twin of a live account at the test bank. Its number says so, here as in the schema: whatever is kept, counted or
// sent by account is told apart without a look-up.

/** The number of a test account is that of its live account and this. */
export const TEST_NUMBERS = 1_000_000_000

export const isTestAccount = (accountId: number): boolean => accountId >= TEST_NUMBERS

/** Of a live account. */
export const testAccountOf = (liveAccountId: number): number => liveAccountId + TEST_NUMBERS

/** Whose people, and whose status, hold for this account: its own, or those of the live account whose twin it is. */
export const liveAccountOf = (accountId: number): number =>
  isTestAccount(accountId) ? accountId - TEST_NUMBERS : accountId

/** What the test bank would have to do, where it takes no part. */
export const TEST_MODE_OFF = 'Test mode is switched off in this gateway'
