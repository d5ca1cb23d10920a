// Which PSP accounts an account receives and is paid by, and what a change of that must leave true: play money and real money
// never meet in one account. It changes nothing.
import type { Transaction } from '#db/postgres.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { kindOf, type PspKinds } from '#psp/kinds.ts'
import { findOwner, findPspAccount, type PspAccount } from '#psp/store.ts'
import type { Account } from './account.ts'
import { hasDealt } from './store.ts'

type Bound = Pick<Account, 'id' | 'payInPspAccountId' | 'payOutPspAccountId'>

/** Null where the account may be bound so. Sales and payouts under way keep the PSP account that they began with. */
export async function refusedBinding(
  tx: Transaction,
  kinds: PspKinds,
  before: Bound,
  after: Bound,
): Promise<Failure | null> {
  const isSame =
    before.payInPspAccountId === after.payInPspAccountId && before.payOutPspAccountId === after.payOutPspAccountId
  if (isSame) return null
  const payIn = await boundTo(tx, after.id, 'payInPspAccountId', after.payInPspAccountId)
  if (payIn instanceof Failure) return payIn
  const payOut = await boundTo(tx, after.id, 'payOutPspAccountId', after.payOutPspAccountId)
  if (payOut instanceof Failure) return payOut
  if (payOut !== null && !kindOf(kinds, payOut).paysOut)
    return invalid('payOutPspAccountId', 'a PSP account that pays out')
  const environment = payIn?.environment ?? payOut?.environment
  if (payOut !== null && payOut.environment !== environment)
    return invalid('payOutPspAccountId', `a PSP account of the ${environment} environment, as the other one is`)
  return refusedEnvironment(tx, before, environment)
}

async function boundTo(
  tx: Transaction,
  accountId: number,
  field: string,
  id: number | null,
): Promise<PspAccount | Failure | null> {
  if (id === null) return null
  const account = await findPspAccount(tx, id)
  const owner = account === null ? null : await findOwner(tx, id)
  if (account === null || (owner !== null && owner !== accountId))
    return invalid(field, 'the id of a PSP account that is open to this account')
  return account
}

/** Money that was played with once stays in the balance, and would be paid out as real. */
async function refusedEnvironment(tx: Transaction, before: Bound, environment?: string): Promise<Failure | null> {
  const earlier = before.payInPspAccountId ?? before.payOutPspAccountId
  if (earlier === null || environment === undefined) return null
  const was = (await findPspAccount(tx, earlier))?.environment
  if (was === environment || !(await hasDealt(tx, before.id))) return null
  return new Failure('CONFLICT', `The account has sold or been paid in the ${was} environment and stays there`)
}
