// Changes of a PSP account that are refused. Pure; no secret is read.
import { TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { kindOf, type PspKinds } from '../kinds.ts'
import type { PspAccount } from '../store.ts'
import type { ManagedAccount } from './store.ts'

/** The other bank does not know the open payments: it would report them as absent, and they would be paid again or given up. */
export const MOVED = new Failure(
  'CONFLICT',
  'baseUrl and clientId stay while payouts, sales, refunds, recurrences, boletos or cards of this account are under way: another bank is another PSP account',
)

/** The debits of what payers have authorised could be credited nowhere. */
export const RECEIVER_NEEDED = new Failure(
  'CONFLICT',
  'receivingAccount stays while recurrences or debits of this account are under way: it may be changed, and not removed',
)

/** The same bank also where a live account changes from http:// to https:// and nothing else. */
export function isSameAddress(
  { environment }: Pick<PspAccount, 'environment'>,
  now: string,
  next: string | null,
): boolean {
  if (now === next) return true
  if (next === null) return false
  const [before, after] = [new URL(now), new URL(next)]
  const isSame = before.hostname === after.hostname && before.pathname === after.pathname
  return environment === 'live' && isSame && before.protocol === 'http:' && after.protocol === 'https:'
}

export function refusedSwitches(kinds: PspKinds, account: ManagedAccount): Failure | null {
  if (!account.payOutEnabled || kindOf(kinds, account).paysOut) return null
  return invalid('payOutEnabled', `false: the PSP of a ${account.kind} account only receives`)
}

export function refusedFallback(account: ManagedAccount, all: ManagedAccount[]): Failure | null {
  if (account.fallbackPspAccountId === null) return null
  const fallback = all.find(({ id }) => id === account.fallbackPspAccountId)
  const fits = fallback !== undefined && fallback.id !== account.id && isOpenTo(account, fallback)
  return fits ? null : invalid('fallbackPspAccountId', `another PSP account of the ${account.environment} environment`)
}

/** What one account alone sells through receives the sales of no other. */
const isOpenTo = (account: ManagedAccount, fallback: ManagedAccount): boolean =>
  fallback.environment === account.environment &&
  (fallback.ownerAccountId === null || fallback.ownerAccountId === account.ownerAccountId) &&
  isTestBank(fallback) === isTestBank(account)

/** The start leads the test bank of test mode: elsewhere its play money would be real, or another's. */
export function refusedTestBank(account: ManagedAccount, after: ManagedAccount, credentials: object): Failure | null {
  if (!isTestBank(account)) return null
  const isSame = account.baseUrl === after.baseUrl && account.collectBaseUrl === after.collectBaseUrl
  return isSame && Object.keys(credentials).length === 0 ? null : LED_BY_THE_START
}

const isTestBank = ({ ownerAccountId }: Pick<ManagedAccount, 'ownerAccountId'>): boolean =>
  ownerAccountId === TEST_SUSPENSE_ACCOUNT_ID

const LED_BY_THE_START = new Failure(
  'CONFLICT',
  'This is the test bank of test mode: its addresses and credentials are set by the start',
)

export function refusedName(
  account: Pick<PspAccount, 'environment' | 'name'>,
  others: ManagedAccount[],
): Failure | null {
  const isTaken = others.some(other => other.environment === account.environment && other.name === account.name)
  return isTaken ? new Failure('CONFLICT', 'name: another PSP account of this environment has it') : null
}

export type Place = Pick<PspAccount, 'environment' | 'baseUrl' | 'pixKey'>

/** Whether both are one account at the PSP. At the test bank there is one alone. */
export function isTwin(one: Place, other: ManagedAccount, isClient: (other: ManagedAccount) => boolean): boolean {
  const samePlace = other.baseUrl === one.baseUrl
  const sameKey = other.pixKey === one.pixKey && (samePlace || isLive(one, other))
  return sameKey || (samePlace && (isTestBank(other) || isClient(other)))
}

/** A key of the real Pix belongs to one account in the whole country; every test bank may have the same one. */
const isLive = (one: Place, other: Place) => one.environment === 'live' && other.environment === 'live'
