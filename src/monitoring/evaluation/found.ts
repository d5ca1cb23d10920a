// What a rule has found in one account, before it is kept. Pure.
import type { Centavos } from '#kernel/money.ts'
import type { Exceeded, SubjectKind } from '../case/case.ts'
import type { AnyValues, Rule } from '../rule/rule.ts'

/** What the movements of one other party, or of the account as a whole, came to. */
export interface Found {
  subjectKind: SubjectKind
  /** '' for ACCOUNT. */
  subject: string
  subjectName: string | null
  /** The first and the last movement that belong to it. */
  windowFrom: Date
  windowTo: Date
  /** The number of that last one. */
  throughSeq: bigint
  /** Of the fullest stretch above the limit. */
  count: number
  amount: Centavos
  /** PASS_THROUGH: what went out in it. */
  passed: Centavos | null
  /** What is usual in a stretch that long, where that is known. */
  usual: Centavos | null
  /** How many movements belong to it, and the numbers of the largest. */
  members: number
  seqs: bigint[]
}

/** Which limit the movements of a rule are above. */
export function exceededOf(
  rule: Rule,
  values: AnyValues,
  { count, amount }: Pick<Found, 'count' | 'amount'>,
): Exceeded {
  if (rule === 'PASS_THROUGH') return 'SHARE'
  const { maxAmountCents, maxCount } = values
  if (!rule.endsWith('_VELOCITY')) return 'AMOUNT'
  if (maxAmountCents != null && amount > BigInt(maxAmountCents)) return 'AMOUNT'
  return maxCount != null && count > maxCount ? 'COUNT' : 'USUAL'
}
