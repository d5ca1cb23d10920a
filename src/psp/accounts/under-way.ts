// What a PSP account would be after a change, decided under the lock of all of them, and what of it stays while payments of it are under way: its
// bank, its receiving account, its API of charges. It changes nothing.
import type { Transaction } from '#db/postgres.ts'
import type { Action } from '#http/audited-action.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { CHARGES_UNDER_WAY } from './charges.ts'
import { isSameAddress, MOVED, RECEIVER_NEEDED } from './rules.ts'
import { hasChargesUnderWay, hasUnfinished, lockManaged, type ManagedAccount, needsReceivingAccount } from './store.ts'

export interface Decided {
  account: ManagedAccount
  callbackTokenHash: Buffer | null
  /** Whether calls go to another bank, or in another client's name, from now on. */
  elsewhere: boolean
  action: Action
}

export type Decision = (account: ManagedAccount, all: ManagedAccount[]) => Decided | Failure

/** `from`: the version that was decided upon. */
export async function decidedBy(
  tx: Transaction,
  id: number,
  decision: Decision,
): Promise<(Decided & { from: number }) | Failure> {
  const all = await lockManaged(tx)
  const before = all.find(one => one.id === id)
  if (before === undefined) return notFound('PSP account')
  const outcome = decision(before, all)
  if (outcome instanceof Failure) return outcome
  const { account: after, elsewhere } = outcome
  const refused = await refusedWhileUnderWay(tx, { before, after, elsewhere })
  return refused ?? { ...outcome, from: before.version }
}

interface Change {
  before: ManagedAccount
  after: ManagedAccount
  /** Whether calls go to another bank, or in another client's name, from now on. */
  elsewhere: boolean
}

async function refusedWhileUnderWay(tx: Transaction, { before, after, elsewhere }: Change): Promise<Failure | null> {
  const { id } = before
  if (elsewhere && (await hasUnfinished(tx, id))) return MOVED
  const losesReceiver = before.receiverAccount !== null && after.receiverAccount === null
  if (losesReceiver && (await needsReceivingAccount(tx, id))) return RECEIVER_NEEDED
  return losesCharges(before, after) && (await hasChargesUnderWay(tx, id)) ? CHARGES_UNDER_WAY : null
}

/** Whether open charges could be asked about no more, or the Pix codes of boletos not be known for theirs. */
function losesCharges(before: ManagedAccount, after: ManagedAccount): boolean {
  const { collectBaseUrl: address } = before
  const isElsewhere = address !== null && !isSameAddress(before, address, after.collectBaseUrl)
  return isElsewhere || (before.bolepix && !after.bolepix)
}
