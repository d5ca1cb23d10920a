// Which PSP accounts an account receives and is paid by and which ones make its boletos and take its cards, and what a change of that must
// leave true: play money and real money never meet in one account. It changes nothing.
import type { Transaction } from '#db/postgres.ts'
import { TEST_SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { kindOf, type PspKinds } from '#psp/kinds.ts'
import { findOwner, findPspAccount, type PspAccount } from '#psp/store.ts'
import type { Account } from './account.ts'
import { findDealtEnvironment } from './store.ts'

type Bound = Pick<Account, 'id' | Binding>
type Binding = (typeof BINDINGS)[number]

const BINDINGS = ['payInPspAccountId', 'payOutPspAccountId', 'boletoPspAccountId', 'cardPspAccountId'] as const

/** Null where the account may be bound so. Sales and payouts under way keep the PSP account that they began with. */
export async function refusedBinding(
  tx: Transaction,
  kinds: PspKinds,
  before: Bound,
  after: Bound,
): Promise<Failure | null> {
  if (BINDINGS.every(binding => before[binding] === after[binding])) return null
  const bound: PspAccount[] = []
  for (const binding of BINDINGS) {
    const psp = await boundTo(tx, after.id, binding, after[binding])
    if (psp instanceof Failure) return psp
    if (psp === null) continue
    const refused = refusedUse(kinds, binding, psp, before)
    if (refused !== null) return refused
    const [first] = bound
    if (first !== undefined && first.environment !== psp.environment) return another(binding, first.environment)
    bound.push(psp)
  }
  return refusedEnvironment(tx, before, bound[0]?.environment)
}

/** One that is bound already may have lost its address since. */
function refusedUse(kinds: PspKinds, binding: Binding, psp: PspAccount, before: Bound): Failure | null {
  if (binding === 'payInPspAccountId' || before[binding] === psp.id) return null
  if (binding === 'payOutPspAccountId')
    return kindOf(kinds, psp).paysOut ? null : invalid(binding, 'a PSP account that pays out')
  const does = binding === 'boletoPspAccountId' ? 'makes boletos' : 'takes cards'
  return psp.collectBaseUrl === null ? invalid(binding, `a PSP account that ${does}: it has a collectBaseUrl`) : null
}

const another = (field: Binding, environment: string) =>
  invalid(field, `a PSP account of the ${environment} environment, as the other one is`)

async function boundTo(
  tx: Transaction,
  accountId: number,
  field: Binding,
  id: number | null,
): Promise<PspAccount | Failure | null> {
  if (id === null) return null
  const account = await findPspAccount(tx, id)
  const owner = account === null ? null : await findOwner(tx, id)
  if (account === null || !isOpenTo(accountId, owner))
    return invalid(field, 'the id of a PSP account that is open to this account')
  return account
}

/** Test accounts have the test bank and nothing else, and nobody else has it. */
const isOpenTo = (accountId: number, owner: number | null): boolean =>
  isTestAccount(accountId) ? owner === TEST_SUSPENSE_ACCOUNT_ID : owner === null || owner === accountId

/** Money that was played with once stays in the balance, and would be paid out as real: also where the account was bound to nothing in between. */
async function refusedEnvironment(tx: Transaction, { id }: Bound, environment?: string): Promise<Failure | null> {
  if (environment === undefined) return null
  const dealtIn = await findDealtEnvironment(tx, id)
  if (dealtIn === null || dealtIn === environment) return null
  return new Failure('CONFLICT', `The account has sold or been paid in the ${dealtIn} environment and stays there`)
}
