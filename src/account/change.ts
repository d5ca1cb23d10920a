// Changes an account, for its owner and for the operator. A change is decided under the lock of its account, so that two that come
// together both count, and is in force from its commit: nothing is cached anywhere.
import { type Actor, record } from '#audit/audit.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { type Account, type AccountChange, changed } from './account.ts'
import { refusedBinding } from './binding.ts'
import type { AccountDeps } from './feature.ts'
import { findAccount, lockAccount, setTestStatus, updateAccount } from './store.ts'

interface ChangeRequest {
  id: number
  change: AccountChange
  actor: Actor
  reason: string | null
}

export function changeAccount(
  { db, clock, secretBox, pspKinds }: Pick<AccountDeps, 'db' | 'clock' | 'secretBox' | 'pspKinds'>,
  { id, change, actor, reason }: ChangeRequest,
): Promise<Account | Failure> {
  return db.transaction(async tx => {
    const account = await lockAccount(tx, id)
    if (account === null) return notFound('account')
    const now = clock()
    const refusedInTest = refusedOfTestAccount(account, change)
    if (refusedInTest !== null) return refusedInTest
    const after = changed(account, change, { by: actor.kind === 'member' ? 'owner' : 'operator', now })
    if (after instanceof Failure) return after
    const refused = await refusedBinding(tx, pspKinds, account, after)
    if (refused !== null) return refused
    const sealed = change.postbackSecret === undefined ? null : secretBox.seal(change.postbackSecret)
    await updateAccount(tx, after, sealed, now)
    if (after.status !== account.status) await setTestStatus(tx, after, now)
    const detail = differences(account, after, change)
    const what = { accountId: id, action: 'account.changed', subject: 'account', subjectId: id }
    await record(tx, [{ ...what, actor, reason, detail }], now)
    return (await findAccount(tx, id)) ?? notFound('account')
  })
}

/** Who is stopped live is stopped at the test bank too, and by nothing else. */
const refusedOfTestAccount = ({ liveAccountId }: Account, { status }: AccountChange): Failure | null =>
  liveAccountId === null || status === undefined
    ? null
    : new Failure('CONFLICT', `The status of a test account is that of its live account, ${liveAccountId}`)

/** What of the account is another now. Of a secret only that it was set. */
function differences(before: Account, after: Account, change: AccountChange): Record<string, unknown> {
  const named = Object.keys(change).filter(key => key !== 'postbackSecret') as (keyof Account)[]
  const different = named.filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return {
    ...Object.fromEntries(different.map(key => [key, { before: before[key], after: after[key] }])),
    ...(change.postbackSecret !== undefined && { postbackSecret: 'set' }),
  }
}
