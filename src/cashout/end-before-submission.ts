// A cashout ends before its submission: cancelled by its account, rejected, or not approved in time. It ends under the locks of its
// wallet and of itself, under which an attempt begins as well (submission/attempt.ts), so that it is either submitted or ended and
// never both. One that an older copy of this database may have sent already is looked up at the PSP first.
import { type Entry, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { payoutIdOf } from '#kernel/ids.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import { type ApprovalOutcome, endApprovals, findRecovery } from './approval/store.ts'
import { type Cashout, moved } from './cashout.ts'
import type { CashoutDeps } from './deps.ts'
import { publish } from './events.ts'
import { adoptSent } from './recovery/adopt.ts'
import { releaseOf } from './settlement/postings.ts'
import { updateCashouts } from './store.ts'
import { findPayOutAccounts } from './submission/attempt-store.ts'

/** When recovery last began: a cashout that was requested after that moment was never sent without this database's knowledge. */
export interface NotSubmittedProof {
  enteredAt: Date | null
}

const RECOVERY_SECONDS = 60
const PSP_SECONDS = 10

const finding = () =>
  new Failure('UNAVAILABLE', 'The gateway is finding out what has been sent; please try again later', {
    retryAfterSeconds: RECOVERY_SECONDS,
  })

/** Before any lock: whether the cashout is certainly unsent. One that was submitted needs no lookup. */
export async function proveNotSubmitted(deps: CashoutDeps, cashout: Cashout): Promise<NotSubmittedProof | Failure> {
  const { recovering, enteredAt } = await findRecovery(deps.db)
  if (recovering) return finding()
  if (cashout.state !== 'requested' || enteredAt === null || cashout.createdAt > enteredAt) return { enteredAt }
  return (await askPsp(deps, cashout)) ?? { enteredAt }
}

/** null: the PSP does not have it, or cannot be asked at all. */
async function askPsp(deps: CashoutDeps, cashout: Cashout): Promise<Failure | null> {
  const { accountId, uuid } = cashout
  const account = (await findPayOutAccounts(deps.db, [accountId])).get(accountId)
  if (account === undefined) return silent()
  const payOut = await deps.psps.payOut(account.pspAccountId)
  if (!payOut.capabilities.lookup) return null
  const found = await payOut.find(payoutIdOf(accountId, uuid))
  if (found.kind !== 'done') return silent()
  if (found.value === null) return null
  await adoptSent(deps, account.pspAccountId, [{ accountId, payout: found.value }])
  return new Failure('CONFLICT', 'The cashout had been sent before')
}

const silent = () =>
  new Failure('PSP_UNAVAILABLE', 'The payment provider did not say whether it was sent; please try again', {
    retryAfterSeconds: PSP_SECONDS,
  })

/** Under the lock: the result of the lookup still holds. */
export async function stillNotSubmitted(tx: Transaction, { enteredAt }: NotSubmittedProof): Promise<Failure | null> {
  const now = await findRecovery(tx)
  return now.recovering || now.enteredAt?.getTime() !== enteredAt?.getTime() ? finding() : null
}

export interface Ending {
  outcome: Exclude<ApprovalOutcome, 'APPROVED' | 'SENT_BEFORE'>
  /** What the account reads; null where the account itself cancelled. */
  failure: Cashout['failure']
  entry: Pick<Entry, 'actor' | 'action' | 'reason' | 'detail'>
}

export interface Ended {
  cashout: Cashout
  pendingDeliveries: PendingDeliveries
}

/** The wallet and the requested cashout are locked. */
export async function endBeforeSubmission(
  tx: Transaction,
  outbox: Outbox,
  books: Books,
  cashout: Cashout,
  { outcome, failure, entry }: Ending,
  now: Date,
): Promise<Ended> {
  const { accountId, uuid } = cashout
  books.mustPost(accountId, releaseOf(cashout))
  await books.write()
  const after = moved(cashout, 'cancelled', now, { failure })
  await updateCashouts(tx, [after], null)
  await endApprovals(tx, [after], outcome, now)
  const pendingDeliveries = await publish(tx, outbox, [after], now)
  const detail = { ...detailOf(cashout), ...entry.detail }
  await record(tx, [{ ...entry, detail, accountId, subject: 'cashout', subjectId: uuid }], now)
  return { cashout: after, pendingDeliveries: pendingDeliveries.flat() }
}

/** What an audit entry says about a cashout: the amount and the recipient. */
export const detailOf = ({ amount, pixKey }: Cashout) => ({ amount: toCentsNumber(amount), pixKey })
