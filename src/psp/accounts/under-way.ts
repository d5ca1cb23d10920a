// What of a PSP account stays while payments of it are under way: its bank, its receiving account, its API of charges. It changes
// nothing.
import type { Transaction } from '#db/postgres.ts'
import type { Failure } from '#kernel/failure.ts'
import { CHARGES_UNDER_WAY } from './charges.ts'
import { isSameAddress, MOVED, RECEIVER_NEEDED } from './rules.ts'
import { hasChargesUnderWay, hasUnfinished, type ManagedAccount, needsReceivingAccount } from './store.ts'

interface Change {
  before: ManagedAccount
  after: ManagedAccount
  /** Whether calls go to another bank, or in another client's name, from now on. */
  elsewhere: boolean
}

export async function refusedWhileUnderWay(
  tx: Transaction,
  { before, after, elsewhere }: Change,
): Promise<Failure | null> {
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
