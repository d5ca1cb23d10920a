// An account: who sells here, under which terms, with which switches. What may be changed of it, and what a change must leave
// true, is decided here.
import { Failure } from '#kernel/failure.ts'
import type { Fees, Limits, Price, Reserve } from '#kernel/terms.ts'

/** Only an ACTIVE account is served by the API. PENDING waits for the operator; CLOSING and CLOSED are on their way out. */
export const ACCOUNT_STATUSES = ['PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** What becomes of money that no sale accepts: back to its payer, kept until a person decides, or the account's own. */
export const UNEXPECTED_RECEIPTS = ['RETURN', 'KEEP', 'CREDIT'] as const
export type UnexpectedReceipts = (typeof UNEXPECTED_RECEIPTS)[number]

export interface Account {
  /** The `userId` of the contract. */
  id: number
  uuid: string
  name: string
  email: string
  status: AccountStatus
  /** Off: cashouts through the API are refused. The house has a switch of its own. */
  apiCashoutEnabled: boolean
  houseApiCashoutEnabled: boolean
  /** Off: a manual or judicial stop. */
  transferAllowed: boolean
  /** Whether a sale that was cancelled or has expired is paid by money that comes then. */
  acceptsLatePayment: boolean
  /** null: nobody has chosen, and the default holds. */
  unexpectedReceipts: UnexpectedReceipts | null
  defaultUnexpectedReceipts: UnexpectedReceipts
  /** For so long a cashout that is equal to one before is refused; 0: never. */
  duplicateCashoutWindowSeconds: number
  fees: Fees
  limits: Limits
  reserve: Reserve
  postbackSecretSet: boolean
  /** null: it cannot sell. */
  payInPspAccountId: number | null
  /** null: it cannot be paid. */
  payOutPspAccountId: number | null
  createdAt: Date
  updatedAt: Date
}

/** What is absent stays as it is, down to the single price. */
export interface AccountChange {
  name?: string
  status?: AccountStatus
  apiCashoutEnabled?: boolean
  transferAllowed?: boolean
  acceptsLatePayment?: boolean
  unexpectedReceipts?: UnexpectedReceipts
  duplicateCashoutWindowSeconds?: number
  fees?: { pix?: Partial<Price>; cashout?: Partial<Price> }
  limits?: Partial<Limits>
  reserve?: Partial<Reserve>
  postbackSecret?: string
  payInPspAccountId?: number | null
  payOutPspAccountId?: number | null
}

export function changed(account: Account, change: AccountChange): Account | Failure {
  const limits = { ...account.limits, ...change.limits }
  if (limits.cashoutMinimumCentavos > limits.cashoutMaximumCentavos)
    return new Failure('INVALID_DATA', 'limits: expected cashoutMinimumCents not above cashoutMaximumCents')
  return {
    ...account,
    name: change.name ?? account.name,
    status: change.status ?? account.status,
    apiCashoutEnabled: change.apiCashoutEnabled ?? account.apiCashoutEnabled,
    transferAllowed: change.transferAllowed ?? account.transferAllowed,
    acceptsLatePayment: change.acceptsLatePayment ?? account.acceptsLatePayment,
    unexpectedReceipts: change.unexpectedReceipts ?? account.unexpectedReceipts,
    duplicateCashoutWindowSeconds: change.duplicateCashoutWindowSeconds ?? account.duplicateCashoutWindowSeconds,
    fees: {
      pix: { ...account.fees.pix, ...change.fees?.pix },
      cashout: { ...account.fees.cashout, ...change.fees?.cashout },
    },
    limits,
    reserve: { ...account.reserve, ...change.reserve },
    postbackSecretSet: account.postbackSecretSet || change.postbackSecret !== undefined,
    payInPspAccountId: change.payInPspAccountId === undefined ? account.payInPspAccountId : change.payInPspAccountId,
    payOutPspAccountId:
      change.payOutPspAccountId === undefined ? account.payOutPspAccountId : change.payOutPspAccountId,
  }
}
