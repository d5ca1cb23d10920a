// Why an ask for a cashout is refused, in the order in which it is told: what names another cashout, switches, limits, the
// balance, and what is left for GENERAL_ERROR. Pure; the ask has been found valid in form by the door.
import { Failure } from '#kernel/failure.ts'
import type { Limits } from '#kernel/limits.ts'
import { type Centavos, centavos, toReais } from '#kernel/money.ts'
import { normalisePixKey } from '#kernel/pix-key.ts'
import { feeOf } from '#kernel/terms.ts'
import type { Books } from '#ledger/books.ts'
import { duplicateKey, duplicateOf, type Sameness } from './duplicate.ts'
import { type ExactAmount, otherThanConfirmed } from './exact-amount.ts'
import { referenceKey } from './request-store.ts'
import { aboveSpending, type Spending } from './spending.ts'
import type { Terms } from './store.ts'

export interface RequestRules {
  /** How this house answers an amount below the minimum. */
  belowMinimum: 'MINIMUM_VALUE' | 'TRANSFER_NOT_ALLOWED'
  strictPixKeys: boolean
}

/** The cashouts that other asks of the account name, or are equal to, by their UUIDs. */
export interface Taken {
  /** By account and reference. */
  references: Map<string, string>
  /** By account and hash of the ask. */
  equals: Map<string, string>
}

/** `askHash` is null where an equal cashout is no reason. */
export type Ask = Sameness & { askHash: Buffer | null; exact?: ExactAmount | null }

/** What an ask is judged by. */
export interface Judging {
  terms: Terms
  /** In force. */
  limits: Limits
  taken: Taken
  spending: Spending
  books: Books
}

export const refusalOf = (
  rules: RequestRules,
  { terms, limits, taken, spending, books }: Judging,
  ask: Ask,
): Failure | null =>
  impossible(rules, ask) ??
  known(terms, taken, ask) ??
  otherThanConfirmed(ask) ??
  switchedOff(terms) ??
  outsideLimits(rules, limits, ask.amount) ??
  aboveSpending(limits, spending.get(ask.accountId), ask.amount) ??
  uncovered(books, ask) ??
  hopeless(terms, ask)

function impossible({ strictPixKeys }: RequestRules, { pixKey, pixKeyType }: Ask): Failure | null {
  if (!strictPixKeys || normalisePixKey(pixKeyType, pixKey) !== null) return null
  return new Failure('INVALID_DATA', `pixKey: expected a key that can exist for the type ${pixKeyType}`)
}

function known(terms: Terms, { references, equals }: Taken, ask: Ask): Failure | null {
  const named = ask.externalReference === null ? undefined : references.get(referenceKey(ask))
  if (named !== undefined) return new Failure('CONFLICT', `externalReference: already names the cashout ${named}`)
  const equal = ask.askHash === null ? undefined : equals.get(duplicateKey(ask.accountId, ask.askHash))
  return equal === undefined ? null : duplicateOf(equal, terms.duplicateWindowSeconds)
}

function switchedOff({ apiCashoutEnabled, transferAllowed }: Terms): Failure | null {
  if (!apiCashoutEnabled)
    return new Failure('API_WITHDRAWAL_DISABLED_GLOBALLY', 'Cashouts through the API are disabled for this user')
  return transferAllowed ? null : new Failure('TRANSFER_NOT_ALLOWED', 'This account may not transfer')
}

function outsideLimits({ belowMinimum }: RequestRules, limits: Limits, amount: Centavos): Failure | null {
  const { cashoutMinimumCentavos: least, cashoutMaximumCentavos: most } = limits
  const code = belowMinimum === 'MINIMUM_VALUE' ? 'MINIMUM_VALUE' : 'BELOW_MINIMUM_NOT_ALLOWED'
  if (amount < BigInt(least)) return new Failure(code, `amount: the minimum is ${toReais(centavos(least))}`)
  if (amount > BigInt(most)) return new Failure('MAXIMUM_VALUE', `amount: the maximum is ${toReais(centavos(most))}`)
  return null
}

function uncovered(books: Books, ask: Ask): Failure | null {
  if (books.available(ask.accountId) >= ask.amount) return null
  return new Failure('INSUFFICIENT_BALANCE', 'The available balance does not cover the amount')
}

/** What is left for GENERAL_ERROR. */
function hopeless(terms: Terms, { amount, exact }: Ask): Failure | null {
  if (!terms.paysOut)
    return new Failure('GENERAL_ERROR', 'Cashouts are not available for this account: no bank pays them')
  const net = amount - feeOf(amount, terms.fees.cashout).total
  if (exact && net !== exact.net)
    return new Failure('GENERAL_ERROR', 'netAmount: no amount leaves exactly that after the fees')
  return net > 0n ? null : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}
