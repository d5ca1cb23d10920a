// Which PSP accounts an account receives and is paid by and which one makes its boletos, and what a change of that must leave true: play money and real money
// never meet in one account. It changes nothing.
import type { Transaction } from '#db/postgres.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { kindOf, type PspKinds } from '#psp/kinds.ts'
import { findOwner, findPspAccount, type PspAccount } from '#psp/store.ts'
import type { Account } from './account.ts'
import { hasDealt } from './store.ts'

type Bound = Pick<Account, 'id' | Binding>
type Binding = (typeof BINDINGS)[number]

const BINDINGS = ['payInPspAccountId', 'payOutPspAccountId', 'boletoPspAccountId'] as const

/** Null where the account may be bound so. Sales and payouts under way keep the PSP account that they began with. */
export async function refusedBinding(
  tx: Transaction,
  kinds: PspKinds,
  before: Bound,
  after: Bound,
): Promise<Failure | null> {
  if (BINDINGS.every(binding => before[binding] === after[binding])) return null
  const payIn = await boundTo(tx, after.id, 'payInPspAccountId', after.payInPspAccountId)
  if (payIn instanceof Failure) return payIn
  const payOut = await boundTo(tx, after.id, 'payOutPspAccountId', after.payOutPspAccountId)
  if (payOut instanceof Failure) return payOut
  if (payOut !== null && !kindOf(kinds, payOut).paysOut)
    return invalid('payOutPspAccountId', 'a PSP account that pays out')
  const boleto = await boundTo(tx, after.id, 'boletoPspAccountId', after.boletoPspAccountId)
  if (boleto instanceof Failure) return boleto
  const isNewBoleto = before.boletoPspAccountId !== after.boletoPspAccountId
  if (isNewBoleto && boleto !== null && boleto.collectBaseUrl === null)
    return invalid('boletoPspAccountId', 'a PSP account that makes boletos: it has a collectBaseUrl')
  const environment = (payIn ?? payOut ?? boleto)?.environment
  if (payOut !== null && payOut.environment !== environment) return another('payOutPspAccountId', environment)
  if (boleto !== null && boleto.environment !== environment) return another('boletoPspAccountId', environment)
  return refusedEnvironment(tx, before, environment)
}

const another = (field: Binding, environment?: string) =>
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
  if (account === null || (owner !== null && owner !== accountId))
    return invalid(field, 'the id of a PSP account that is open to this account')
  return account
}

/** Money that was played with once stays in the balance, and would be paid out as real. */
async function refusedEnvironment(tx: Transaction, before: Bound, environment?: string): Promise<Failure | null> {
  const earlier = before.payInPspAccountId ?? before.payOutPspAccountId ?? before.boletoPspAccountId
  if (earlier === null || environment === undefined) return null
  const was = (await findPspAccount(tx, earlier))?.environment
  if (was === environment || !(await hasDealt(tx, before.id))) return null
  return new Failure('CONFLICT', `The account has sold or been paid in the ${was} environment and stays there`)
}
