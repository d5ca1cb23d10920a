// The suspense account: money that came for no known account is booked here. It sells nothing, has neither members nor keys, and
// stays out of every list of accounts.
export const SUSPENSE_ACCOUNT_ID = 1000
