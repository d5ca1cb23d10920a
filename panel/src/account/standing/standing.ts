// What keeps an account from charging or from paying out, in the order in which the gateway refuses. It is shown on the first
// pages, and actions that the gateway would refuse for it are not offered.
import type { Account } from '../../api/access/session.ts'

const STANDINGS = [
  ...(['PENDING', 'BLOCKED', 'CLOSING', 'CLOSED'] as const),
  ...([
    'ALL_CASHOUTS_SUSPENDED',
    'CASHOUTS_SUSPENDED',
    'TRANSFERS_STOPPED',
    'TEST_MODE_OFF',
    'NO_PAY_OUT',
    'NO_PAY_IN',
    'PAY_IN_OFF',
    'RECOVERY',
    'PAY_OUT_OFF',
    'DEBT',
  ] as const),
] as const
export type Standing = (typeof STANDINGS)[number]
/** With these, cashouts are taken and wait. */
export type Delay = 'RECOVERY' | 'PAY_OUT_OFF'
export type Stop = Exclude<Standing, 'DEBT' | Delay>

export type Judged = Pick<
  Account,
  | 'status'
  | 'apiCashoutEnabled'
  | 'houseApiCashoutEnabled'
  | 'transferAllowed'
  | 'payInPspAccountId'
  | 'payOutPspAccountId'
  | 'payInEnabled'
  | 'payOutEnabled'
  | 'recovering'
  | 'liveAccountId'
  | 'soldMethods'
>

/** Of what is paid by Pix, or by transfer to the same provider. */
export function stopOfPix({ status, payInPspAccountId, payInEnabled, liveAccountId }: Judged): Stop | null {
  if (status !== 'ACTIVE') return status
  if (payInPspAccountId === null) return 'NO_PAY_IN'
  if (payInEnabled) return null
  return liveAccountId === null ? 'PAY_IN_OFF' : 'TEST_MODE_OFF'
}

const AT_RECEIVER: readonly string[] = ['PIX', 'TRANSFER']
const sellsOtherwise = ({ soldMethods }: Judged): boolean => soldMethods.some(method => !AT_RECEIVER.includes(method))

/** Of charges by whatever the account sells. */
export function stopOfCharges(account: Judged): Stop | null {
  const stop = stopOfPix(account)
  return stop === 'PAY_IN_OFF' && sellsOtherwise(account) ? null : stop
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
    ...(isTestModeOff(account) ? (['TEST_MODE_OFF'] as const) : []),
  ]
}

const isTestModeOff = ({ liveAccountId, payOutPspAccountId, payOutEnabled }: Judged): boolean =>
  liveAccountId !== null && payOutPspAccountId !== null && !payOutEnabled

export const stopOfCashouts = (account: Judged): Stop | null => stopsOfCashouts(account)[0] ?? null

/** A cashout is taken, and waits until this is over. */
export function delayOfCashouts(account: Judged): Delay | null {
  if (stopOfCashouts(account) !== null) return null
  if (account.recovering) return 'RECOVERY'
  return account.payOutEnabled ? null : 'PAY_OUT_OFF'
}

/** Everything that is so. */
export function standingsOf(account: Judged, available: number): Standing[] {
  const found = [...stopsOfCashouts(account), stopOfPix(account), delayOfCashouts(account)]
  const standings = new Set<Standing>(found.filter(one => one !== null))
  return [...standings, ...(available < 0 ? (['DEBT'] as const) : [])]
}
