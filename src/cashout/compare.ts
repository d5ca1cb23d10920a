// A page of the PSP's own list of what it paid, against our attempts. What disagrees is looked into by asking the PSP about
// that payment; nothing is ever settled from the list itself. A payment under an id of ours that no attempt knows means that
// this database has lost commits: it is restored (restore.ts). The operator's own payments are none of our business.
import type { FastifyBaseLogger } from 'fastify'
import { accountOfPspId } from '#kernel/ids.ts'
import { limited } from '#kernel/limited.ts'
import type { Payout } from '#psp/port.ts'
import { type AdoptNeeds, adoptSent } from './adopt.ts'
import type { CashoutState } from './cashout.ts'
import { findOurs, type OurPayment } from './compare-store.ts'
import { inquire } from './inquire.ts'
import { type Orphan, restoreCashouts } from './restore.ts'
import type { SubmitNeeds } from './submit.ts'

export interface CompareNeeds extends SubmitNeeds, AdoptNeeds {
  log: Pick<FastifyBaseLogger, 'error'>
  /**
   * So many payments are not of this database's memory. Told before any of them is brought back, so that a process that dies
   * in between, or a PSP that fails, leaves the house warned and not only mended.
   */
  forgotten: (pspAccountId: number, payments: number) => Promise<void>
}

/** Calls to the PSP under way at once. */
const MOST_CALLS = 8

/** Answers how many payments our books knew nothing of. Throws where the PSP did not answer for one of them. */
export async function compareSent(
  needs: CompareNeeds,
  pspAccountId: number,
  payouts: Payout[],
): Promise<{ orphans: number }> {
  const told = withAccount(payouts)
  if (told.length === 0) return { orphans: 0 }
  const ours = await findOurs(needs.db, told)
  const orphans = told.filter(({ payout }) => payout.amount > 0n && ours.get(payout.payoutId)?.known === false)
  if (orphans.length > 0) await needs.forgotten(pspAccountId, orphans.length)
  const adopted = await adoptSent(needs, pspAccountId, orphans)
  const forgotten = orphans.filter(({ payout }) => !adopted.has(payout.payoutId))
  const restored = await restoreCashouts(needs, pspAccountId, forgotten)
  const doubtful = told.filter(({ payout }) => {
    const own = ours.get(payout.payoutId)
    return own?.known === true && disagrees(own, payout)
  })
  await lookInto(needs, doubtful)
  return { orphans: adopted.size + restored }
}

/** Ids in our form, each once. */
function withAccount(payouts: Payout[]): Orphan[] {
  const seen = new Set<string>()
  return payouts.flatMap(payout => {
    const accountId = accountOfPspId(payout.payoutId)
    if (accountId === null || seen.has(payout.payoutId)) return []
    seen.add(payout.payoutId)
    return [{ accountId, payout }]
  })
}

async function lookInto(needs: CompareNeeds, doubtful: Orphan[]): Promise<void> {
  const calls = limited(MOST_CALLS)
  const answers = await Promise.all(
    doubtful.map(({ accountId, payout: { payoutId } }) =>
      calls.run(async () => {
        try {
          return await inquire(needs, accountId, payoutId, false)
        } catch (error) {
          needs.log.error({ err: error, payoutId }, 'a payment of the list could not be looked into')
          return 'later'
        }
      }),
    ),
  )
  const open = answers.filter(answer => answer === 'later').length
  if (open > 0) throw new Error(`${open} payments of the list could not be looked into`)
}

type Disagreement = (own: OurPayment, told: Payout) => boolean

/** By the state that the cashout is in. What is kept as an anomaly already is not asked about again. */
const DISAGREEMENTS: Record<CashoutState, Disagreement> = {
  requested: () => false,
  submitted: (_own, told) => told.state !== 'processing',
  settled: (own, told) =>
    told.state === 'failed'
      ? !own.anomalies.has('FAILED_AFTER_PAID')
      : hasUnbookedReturn(own, told) || (told.amount !== own.net && !own.anomalies.has('OTHER_AMOUNT')),
  refused: (own, told) => told.state === 'paid' && own.anomalies.size === 0,
  cancelled: () => false,
}

const disagrees: Disagreement = (own, told) => DISAGREEMENTS[own.state](own, told)

const hasUnbookedReturn: Disagreement = (own, told) => told.returns.some(({ rtrId }) => !own.returns.has(rtrId))
