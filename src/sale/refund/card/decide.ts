// An operator says what became of a refund of a card whose answer was lost: it went, or it did not. Nobody else can, as its acquirer gives such
// a call no id. It ends like any other refund, in the commit of the entry in the audit log.
import { operator, type Person, record } from '#audit/audit.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { SaleDeps } from '../../deps.ts'
import type { SaleKey } from '../../sale.ts'
import type { RefundEnd, SaleRefund } from '../refund.ts'
import { settleRefunds } from '../settle.ts'
import { findUncertain, type UncertainRefund } from './store.ts'

export const REFUND_OUTCOMES = ['WENT', 'DID_NOT_GO'] as const

export interface OutcomeDecision {
  refund: SaleKey
  outcome: (typeof REFUND_OUTCOMES)[number]
  by: Person
  reason: string
}

export async function decideOutcome(deps: SaleDeps, decision: OutcomeDecision): Promise<SaleRefund | Failure> {
  const refund = await findUncertain(deps.db, decision.refund)
  if (refund === null) return notFound('Refund of a card')
  if (refund.status !== 'PENDING' || refund.sentAt === null) return notUncertain(refund)
  const ended: SaleRefund[] = []
  await settleRefunds(deps, [{ ...refund, end: endOf(decision, refund) }], async (tx, verdicts) => {
    const [verdict] = verdicts
    if (verdict?.origin !== 'sale' || verdict.ended === null) return
    ended.push(verdict.ended)
    await record(tx, [entryOf(decision, verdict.ended)], deps.clock())
  })
  return ended[0] ?? notUncertain(refund)
}

const notUncertain = ({ status }: UncertainRefund): Failure =>
  new Failure(
    'CONFLICT',
    status === 'PENDING' ? 'This refund has not been sent yet' : `This refund has ended: ${status}`,
  )

const endOf = ({ outcome }: OutcomeDecision, { amount }: UncertainRefund): RefundEnd =>
  outcome === 'WENT'
    ? { state: 'done', amount, rtrId: null }
    : { state: 'failed', code: 'NOT_EXECUTED', reason: 'The acquirer has not executed it' }

const entryOf = ({ by, reason, outcome }: OutcomeDecision, { accountId, id, uuid, saleUuid, amount }: SaleRefund) => ({
  accountId,
  actor: operator(by),
  action: 'refund.outcome-decided',
  subject: 'refund',
  subjectId: id,
  reason,
  detail: { refund: uuid, sale: saleUuid, outcome, amount: toCentsNumber(amount) },
})
