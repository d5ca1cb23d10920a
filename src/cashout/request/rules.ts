// Why a request for a cashout is refused, in the order in which the reasons are checked: references and duplicates, switches,
// limits, the balance, and the remaining reasons of GENERAL_ERROR. Pure; the route has found the request valid in form.
import { isTestAccount, TEST_MODE_OFF } from '#kernel/account/test-account.ts'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, centavos, toReais } from '#kernel/money.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import type { Limits } from '#kernel/terms/limits.ts'
import { feeOf } from '#kernel/terms/terms.ts'
import type { Terms } from '../terms-store.ts'
import { duplicateKey, duplicateOf, referenceKey, type Sameness } from './duplicate.ts'
import { aboveSpending, type Spending } from './period-limits.ts'

export interface RequestRules {
  /** The answer of this gateway to an amount below the minimum. */
  belowMinimum: 'MINIMUM_VALUE' | 'TRANSFER_NOT_ALLOWED'
  strictPixKeys: boolean
}

/** A person names the amount that the recipient gets, and the fee is added: the gross amount follows from the fees in force. */
export interface ExactAmount {
  net: Centavos
  /** The gross amount that the person has seen and confirmed; null: any. */
  gross: Centavos | null
}

/** `askHash` is null where an equal cashout is no reason. */
export type RequestInput = Sameness & { askHash: Buffer | null; exact?: ExactAmount | null }

/** The inputs of the rules. */
export interface Judging {
  terms: Terms
  /** In force. */
  limits: Limits
  /** What the account may take out. */
  available: Centavos
  /** The uuids of the live cashouts that references name, by account and reference. */
  references: Map<string, string>
  /** The uuids of the live cashouts that equal a request, by account and hash. */
  duplicates: Map<string, string>
  spending: Spending
}

export const refusalOf = (
  rules: RequestRules,
  { terms, limits, available, references, duplicates, spending }: Judging,
  request: RequestInput,
): Failure | null =>
  invalidPixKey(rules, request) ??
  known(terms, references, duplicates, request) ??
  otherThanConfirmed(request) ??
  switchedOff(terms) ??
  outsideLimits(rules, limits, request.amount) ??
  aboveSpending(limits, spending.get(request.accountId), request.amount) ??
  uncovered(available, request) ??
  feesExceedAmount(terms, request)

function invalidPixKey({ strictPixKeys }: RequestRules, { pixKey, pixKeyType }: RequestInput): Failure | null {
  if (!strictPixKeys || normalisePixKey(pixKeyType, pixKey) !== null) return null
  return new Failure('INVALID_DATA', `pixKey: expected a key that can exist for the type ${pixKeyType}`)
}

function known(
  terms: Terms,
  references: Map<string, string>,
  duplicates: Map<string, string>,
  request: RequestInput,
): Failure | null {
  const named = request.externalReference === null ? undefined : references.get(referenceKey(request))
  if (named !== undefined) return new Failure('CONFLICT', `externalReference: already names the cashout ${named}`)
  const equal = request.askHash === null ? undefined : duplicates.get(duplicateKey(request.accountId, request.askHash))
  return equal === undefined ? null : duplicateOf(equal, terms.duplicateWindowSeconds)
}

/** The fees have changed since the person confirmed what leaves the account. */
function otherThanConfirmed({ amount, exact }: RequestInput): Failure | null {
  const confirmed = exact?.gross ?? null
  if (confirmed === null || confirmed === amount) return null
  return new Failure(
    'CONFLICT',
    `amount: by the fees in force ${toReais(amount)} leave the account, not ${toReais(confirmed)}`,
  )
}

function switchedOff({ apiCashoutEnabled, transferAllowed }: Terms): Failure | null {
  if (!apiCashoutEnabled)
    return new Failure('API_WITHDRAWAL_DISABLED_GLOBALLY', 'Cashouts through the API are disabled for this user')
  return transferAllowed ? null : new Failure('TRANSFER_NOT_ALLOWED', 'This account may not transfer')
}

function outsideLimits({ belowMinimum }: RequestRules, limits: Limits, amount: Centavos): Failure | null {
  const { cashoutMinimumCentavos: min, cashoutMaximumCentavos: max } = limits
  const code = belowMinimum === 'MINIMUM_VALUE' ? 'MINIMUM_VALUE' : 'BELOW_MINIMUM_NOT_ALLOWED'
  if (amount < BigInt(min)) return new Failure(code, `amount: the minimum is ${toReais(centavos(min))}`)
  if (amount > BigInt(max)) return new Failure('MAXIMUM_VALUE', `amount: the maximum is ${toReais(centavos(max))}`)
  return null
}

function uncovered(available: Centavos, { amount }: RequestInput): Failure | null {
  if (available >= amount) return null
  return new Failure('INSUFFICIENT_BALANCE', 'The available balance does not cover the amount')
}

const NOBODY_PAYS = 'Cashouts are not available for this account: no bank pays them'

/** The remaining reasons of GENERAL_ERROR. */
function feesExceedAmount(terms: Terms, { amount, exact }: RequestInput): Failure | null {
  if (!terms.paysOut) return new Failure('GENERAL_ERROR', isTestAccount(terms.holder.id) ? TEST_MODE_OFF : NOBODY_PAYS)
  const net = amount - feeOf(amount, terms.fees.cashout).total
  if (exact && net !== exact.net)
    return new Failure('GENERAL_ERROR', 'netAmount: no amount leaves exactly that after the fees')
  return net > 0n ? null : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}
