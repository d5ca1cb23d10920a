// What cancelling a debit comes to, by how far it is.
import type { Debit } from '../../api/recurrence/debits.ts'
import { isOpenTry } from './tries.ts'

/** A planned debit is skipped, one whose try has failed is not tried again, and the bank is asked not to make any other. */
export function wayToCancel({ status, tentativas }: Debit): 'skip' | 'giveUp' | 'ask' {
  if (status === 'PLANEJADA') return 'skip'
  return tentativas.length > 0 && !tentativas.some(isOpenTry) ? 'giveUp' : 'ask'
}
