// What a key of a request that was refused stands for from then on.
import type { Transaction } from '#db/postgres.ts'
import type { Answer } from './answer.ts'
import type { KeyRequest } from './key.ts'
import { finishKeys, forgetKeys } from './store.ts'

/** The refusal is the answer of the key; null: the key is as unused as before. */
export async function endKey(tx: Transaction, request: KeyRequest, answer: Answer | null): Promise<void> {
  if (answer === null) await forgetKeys(tx, [request])
  else await finishKeys(tx, [{ request, answer }])
}
