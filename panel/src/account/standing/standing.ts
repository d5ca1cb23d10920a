// What keeps an account from charging or from paying out, in the order in which the gateway refuses. It is shown on the first
// pages, and actions that the gateway would refuse for it are not offered.
import type { Account } from '../../api/access/session.ts'

const STANDINGS = [
  ...(['PENDING', 'BLOCKED', 'CLOSING', 'CLOSED'] as const),
  ...([
    'ALL_CASHOUTS_SUSPENDED',
    'CASHOUTS_SUSPENDED',
    'TRANSFERS_STOPPED',
    'NO_PAY_OUT',
    'NO_PAY_IN',
    'DEBT',
  ] as const),
] as const
export type Standing = (typeof STANDINGS)[number]
export type Stop = Exclude<Standing, 'DEBT'>

export type Judged = Pick<
  Account,
  | 'status'
  | 'apiCashoutEnabled'
  | 'houseApiCashoutEnabled'
  | 'transferAllowed'
  | 'payInPspAccountId'
  | 'payOutPspAccountId'
>

export function stopOfCharges({ status, payInPspAccountId }: Judged): Stop | null {
  if (status !== 'ACTIVE') return status
  return payInPspAccountId === null ? 'NO_PAY_IN' : null
}

/** An account that is not active pays nothing out, whatever its switches are. */
function stopsOfCashouts(account: Judged): Stop[] {
  if (account.status !== 'ACTIVE') return [account.status]
  return [
    // The switches of the API hold for the panel too.
    ...(account.houseApiCashoutEnabled ? [] : (['ALL_CASHOUTS_SUSPENDED'] as const)),
    ...(account.apiCashoutEnabled ? [] : (['CASHOUTS_SUSPENDED'] as const)),
    ...(account.transferAllowed ? [] : (['TRANSFERS_STOPPED'] as const)),
    ...(account.payOutPspAccountId === null ? (['NO_PAY_OUT'] as const) : []),
  ]
}

export const stopOfCashouts = (account: Judged): Stop | null => stopsOfCashouts(account)[0] ?? null

/** Everything that is so. */
export function standingsOf(account: Judged, available: number): Standing[] {
  const charges = stopOfCharges(account)
  const stops = [...stopsOfCashouts(account), ...(charges === null ? [] : [charges])]
  return [...new Set<Standing>(stops), ...(available < 0 ? (['DEBT'] as const) : [])]
}
