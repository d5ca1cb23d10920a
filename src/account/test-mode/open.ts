// Opens the test account of a live account: its twin at the test bank, with its people, its terms as they are now, and nothing else of it.
// It has a ledger, keys, webhooks and buyers of its own, so that neither side is seen from the other.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Account } from '../account.ts'
import type { AccountDeps } from '../feature.ts'
import { insertTestAccount, lockAccount } from '../store.ts'

export interface OpenedTest {
  accountId: number
  /** It was there before. */
  known: boolean
}

export async function openTestAccount(
  deps: Pick<AccountDeps, 'db' | 'clock'> & {
    /** The PSP account where test accounts sell and are paid; null: this gateway has no test mode. */
    testBank: () => Promise<number | null>
  },
  accountId: number,
  actor: Actor,
): Promise<OpenedTest | Failure> {
  const { db, clock, testBank } = deps
  if (isTestAccount(accountId)) return { accountId, known: true }
  const bank = await testBank()
  if (bank === null) return new Failure('CONFLICT', 'This gateway has no test mode')
  return db.transaction(tx => openOnce(tx, { accountId, bank, actor, now: clock() }))
}

async function openOnce(
  tx: Transaction,
  { accountId, bank, actor, now }: { accountId: number; bank: number; actor: Actor; now: Date },
): Promise<OpenedTest | Failure> {
  const live = await lockAccount(tx, accountId)
  if (live === null) return notFound('account')
  if (live.testAccountId !== null) return { accountId: live.testAccountId, known: true }
  const refused = refusedTwin(live)
  if (refused !== null) return refused
  const id = await insertTestAccount(tx, accountId, bank, now)
  const what = { action: 'account.test-opened', subject: 'account', subjectId: id }
  await record(tx, [{ accountId, ...what, actor }], now)
  return { accountId: id, known: false }
}

const refusedTwin = ({ environment }: Account): Failure | null =>
  environment === 'test' ? new Failure('CONFLICT', 'This account is of the test environment already') : null
