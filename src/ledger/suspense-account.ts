// The house's own account: money that came for nobody is booked here. It sells nothing, has neither members nor keys, and
// stays out of every list of accounts.
export const SUSPENSE_ACCOUNT_ID = 1000
