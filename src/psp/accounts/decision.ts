// What a PSP account would be after a change, decided under the lock of all of them. It writes nothing.
import type { Transaction } from '#db/postgres.ts'
import type { Action } from '#http/audited-action.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { lockManaged, type ManagedAccount } from './store.ts'
import { refusedWhileUnderWay } from './under-way.ts'

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
