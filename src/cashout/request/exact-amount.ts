// A person names the amount that the recipient gets, and the fee is added: the gross amount follows from the fees in force.
import { Failure } from '#kernel/failure.ts'
import { type Centavos, toReais } from '#kernel/money.ts'
import { grossFor } from '#kernel/terms/terms.ts'
import type { Terms } from '../store.ts'

export interface ExactAmount {
  net: Centavos
  /** The gross amount that the person has seen and confirmed; null: any. */
  gross: Centavos | null
}

interface Priced {
  accountId: number
  amount: Centavos
  exact?: ExactAmount | null
}

/** With the gross amount that all rules judge by. A request without a possible gross amount keeps its net amount, and is refused. */
export function withGross<Ask extends Priced>(request: Ask, terms: Map<number, Terms>): Ask {
  const fees = terms.get(request.accountId)?.fees
  if (!request.exact || fees === undefined) return request
  return { ...request, amount: grossFor(request.exact.net, fees.cashout) ?? request.exact.net }
}

/** The fees have changed since the person confirmed what leaves the account. */
export function otherThanConfirmed({ amount, exact }: Priced): Failure | null {
  const confirmed = exact?.gross ?? null
  if (confirmed === null || confirmed === amount) return null
  return new Failure(
    'CONFLICT',
    `amount: by the fees in force ${toReais(amount)} leave the account, not ${toReais(confirmed)}`,
  )
}
