// An account: who sells here, under which terms, with which switches. What may be changed of it, and what a change must leave
// true, is decided here.
import { Failure } from '#kernel/failure.ts'
import { given } from '#kernel/given-fields.ts'
import { type AgreedLimits, changedLimits, type LimitsChange } from '#kernel/terms/limits.ts'
import type { SettlementTerms } from '#kernel/terms/settlement.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'
import { changedFees, type FeesChange } from './fees.ts'

/** Only an ACTIVE account is served by the API. PENDING waits for the operator; CLOSING and CLOSED are on their way out. */
export const ACCOUNT_STATUSES = ['PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** What becomes of money that no sale accepts: back to its payer, kept until a person decides, or the account's own. */
export const UNEXPECTED_RECEIPTS = ['RETURN', 'KEEP', 'CREDIT'] as const
export type UnexpectedReceipts = (typeof UNEXPECTED_RECEIPTS)[number]

/** The methods of payment of single sales. */
export const SOLD_METHODS = ['PIX', 'BOLETO', 'CREDIT_CARD', 'DEBIT_CARD', 'TRANSFER'] as const
export type SoldMethod = (typeof SOLD_METHODS)[number]

export interface Account {
  /** The `userId` of the contract. */
  id: number
  uuid: string
  name: string
  email: string
  status: AccountStatus
  /** Off: cashouts through the API are refused. The operator has a switch for all accounts as well. */
  apiCashoutEnabled: boolean
  houseApiCashoutEnabled: boolean
  /** Off: a manual or judicial stop. */
  transferAllowed: boolean
  /** Whether a sale that was cancelled or has expired is paid by money that comes then. */
  acceptsLatePayment: boolean
  /** Whether the fee of a sale goes back with what is refunded of it. */
  returnsFeeOnRefund: boolean
  /** null: nobody has chosen, and the default holds. */
  unexpectedReceipts: UnexpectedReceipts | null
  defaultUnexpectedReceipts: UnexpectedReceipts
  /** For so long a cashout that is equal to one before is refused; 0: never. */
  duplicateCashoutWindowSeconds: number
  /** Critical acts in the panel are refused to members who have no second factor. */
  membersNeedSecondFactor: boolean
  fees: Fees
  /** The clock decides which of them are in force. */
  limits: AgreedLimits
  reserve: Reserve
  /** Of what is sold by boleto and card. */
  settlement: SettlementTerms
  postbackSecretSet: boolean
  /** null: it cannot sell. */
  payInPspAccountId: number | null
  /** null: it cannot be paid. */
  payOutPspAccountId: number | null
  /** The PSP account that receives PIX for it, or its fallback, is bound and switched on. */
  payInEnabled: boolean
  /** The same of the one that pays; while it is off, cashouts wait. */
  payOutEnabled: boolean
  /** The gateway is in recovery: nothing is paid out, and what has not been sent cannot be cancelled. */
  recovering: boolean
  /** null: it sells no boletos. */
  boletoPspAccountId: number | null
  /** null: it sells by no card. */
  cardPspAccountId: number | null
  /** So long it sells by no card, as too many were declined; in the past, or null: cards are on. */
  cardsOffUntil: Date | null
  /** What can be sold by now: a price is agreed, and a PSP account is bound that does it. */
  soldMethods: SoldMethod[]
  /** Of the PSP accounts that it is bound to, which are of one environment; null: it is bound to none. */
  environment: 'live' | 'test' | null
  /** Of a test account; null: it is a live one. */
  liveAccountId: number | null
  /** Its twin at the test bank; null: it has none. */
  testAccountId: number | null
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
  returnsFeeOnRefund?: boolean
  unexpectedReceipts?: UnexpectedReceipts
  duplicateCashoutWindowSeconds?: number
  membersNeedSecondFactor?: boolean
  fees?: FeesChange
  limits?: LimitsChange
  reserve?: Partial<Reserve>
  settlement?: Partial<SettlementTerms>
  postbackSecret?: string
  payInPspAccountId?: number | null
  payOutPspAccountId?: number | null
  boletoPspAccountId?: number | null
  cardPspAccountId?: number | null
  /** Cards are on again. */
  cardsOffUntil?: null
}

/** The account's own people are held to more than the operator is. */
export function changed(
  account: Account,
  change: AccountChange,
  how: { by: 'operator' | 'owner'; now: Date },
): Account | Failure {
  const { fees: newFees = {}, limits: newLimits, reserve, settlement, postbackSecret, cardsOffUntil, ...plain } = change
  const limits = newLimits === undefined ? account.limits : changedLimits(account.limits, newLimits, how)
  if (limits instanceof Failure) return limits
  const fees = changedFees(account.fees, newFees)
  if (fees instanceof Failure) return fees
  return {
    ...account,
    ...given(plain),
    fees,
    limits,
    reserve: { ...account.reserve, ...reserve },
    settlement: { ...account.settlement, ...settlement },
    cardsOffUntil: cardsOffUntil === null ? onAgain(account, how.now) : account.cardsOffUntil,
    postbackSecretSet: account.postbackSecretSet || postbackSecret !== undefined,
  }
}

/** What was declined until then counts no more. */
const onAgain = ({ cardsOffUntil }: Account, now: Date): Date | null =>
  cardsOffUntil !== null && cardsOffUntil > now ? now : cardsOffUntil
