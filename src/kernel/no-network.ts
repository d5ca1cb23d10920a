// Marks the async context of a database transaction, so that the network clients can refuse to work in it: a slow receiver must
// never hold a row lock. The rule is held here by an assertion, not by discipline.
import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<true>()

export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return transactions.run(true, work)
}

export function refuseInsideTransaction(what: string): void {
  if (transactions.getStore() === true) throw new Error(`${what} was attempted inside a database transaction`)
}
