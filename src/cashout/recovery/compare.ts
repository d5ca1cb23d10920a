// Compares a page of the PSP's own list of payments with our attempts. Where the list disagrees with our books, the gateway
// asks the PSP about that payment; nothing is settled from the list itself, and an alert is raised for what the PSP does not
// confirm. A payment under an id of ours without an attempt means that this database has lost commits: the cashout is restored
// (restore.ts). The operator's own payments are ignored.

import pLimit from 'p-limit'
import { isTestAccount, liveAccountOf } from '#kernel/account/test-account.ts'
import { about } from '#kernel/alert-subject.ts'
import { accountOfPspId, mintPspId } from '#kernel/ids.ts'
import type { Payout } from '#psp/port.ts'
import { suspenseOf } from '#psp/store.ts'
import type { Submission } from '../deps.ts'
import { leftOf, paidOf } from '../settlement/booked.ts'
import { pollStatus } from '../submission/poll-status.ts'
import { adoptSent } from './adopt.ts'
import { findOurs, type OurPayment, type Unknown, wordOf } from './compare-store.ts'
import { type Orphan, restoreCashouts } from './restore.ts'

/** The largest number of concurrent calls to the PSP. */
const MAX_CALLS = 8

/** Answers how many payments our books did not know. Throws where the PSP does not answer at all. */
export async function compareSent(
  deps: Submission,
  pspAccountId: number,
  payouts: Payout[],
): Promise<{ orphans: number }> {
  const listed = withAccount(payouts)
  if (listed.length === 0) return { orphans: 0 }
  const ours = await findOurs(deps.db, listed)
  const orphans = listed.filter(({ payout }) => payout.amount > 0n && ours.get(payout.payoutId)?.known === false)
  const found = await bringBack(deps, pspAccountId, orphans, ours)
  await lookInto(
    deps,
    pspAccountId,
    listed.filter(one => isInDoubt(one, ours)),
  )
  return { orphans: found }
}

type Ours = Map<string, OurPayment | Unknown>

/** Play money is brought back into no live account, and real money into no test account. */
async function bringBack(deps: Submission, pspAccountId: number, orphans: Orphan[], ours: Ours): Promise<number> {
  const suspense = await suspenseOf(deps.db, pspAccountId)
  const own = orphans.filter(({ accountId }) => isTestAccount(accountId) === isTestAccount(suspense))
  return own.length === 0 ? 0 : bringBackOwn(deps, { pspAccountId, suspense }, own, ours)
}

async function bringBackOwn(
  deps: Submission,
  { pspAccountId, suspense }: { pspAccountId: number; suspense: number },
  orphans: Orphan[],
  ours: Ours,
): Promise<number> {
  const isLost = ({ payout }: Orphan) => {
    const own = ours.get(payout.payoutId)
    return own?.known === false && own.lost
  }
  const lost = orphans.filter(isLost)
  // Before anything else: an account that is opened meanwhile must not inherit the payments of another.
  if (lost.length > 0) await deps.passAccountNumbers(Math.max(...lost.map(({ accountId }) => liveAccountOf(accountId))))
  await deps.forgotten(pspAccountId, orphans.length)
  const adopted = await adoptSent(
    deps,
    pspAccountId,
    orphans.filter(orphan => !isLost(orphan)),
  )
  const forgotten = orphans.filter(({ payout }) => !adopted.has(payout.payoutId))
  const restored = await restoreCashouts(
    deps,
    pspAccountId,
    forgotten.map(orphan => (isLost(orphan) ? { ...orphan, accountId: suspense } : orphan)),
  )
  return adopted.size + restored
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

async function lookInto(deps: Submission, pspAccountId: number, doubtful: Orphan[]): Promise<void> {
  const calls = pLimit(MAX_CALLS)
  const answers = await Promise.all(doubtful.map(one => calls(() => confirmOrphan(deps, one))))
  const [first] = doubtful
  if (first === undefined) return
  const silent = answers.filter(answered => !answered).length
  if (silent === answers.length && !(await answersAtAll(deps, pspAccountId, first)))
    throw new Error(`${silent} payments of the list could not be looked into`)
  // The page counts as read: the hourly sweep further back reads it again.
  const ours = await findOurs(deps.db, doubtful)
  const left = new Set(
    doubtful.filter((one, n) => answers[n] === false || (hasEnded(one, ours) && isInDoubt(one, ours))),
  )
  for (const one of doubtful) {
    const { accountId, payout } = one
    const { payoutId } = payout
    const subject = about('payout', { accountId, id: payoutId })
    if (!left.has(one)) deps.alerts.resolve('PAYOUT_NOT_CONFIRMED', subject)
    else deps.alerts.raise('PAYOUT_NOT_CONFIRMED', { pspAccountId, payoutId, told: wordOf(payout) }, subject)
  }
}

/** Answers whether the PSP answered. */
async function confirmOrphan(deps: Submission, { accountId, payout: { payoutId } }: Orphan): Promise<boolean> {
  try {
    return (await pollStatus(deps, accountId, payoutId, false)) === 'done'
  } catch (error) {
    deps.log.error({ err: error, payoutId }, 'a payment of the list could not be looked into')
    return false
  }
}

/** Asks about a payment that does not exist: one payment that cannot be looked up must not stop the list, an outage must. */
async function answersAtAll(deps: Submission, pspAccountId: number, { accountId }: Orphan): Promise<boolean> {
  const payOut = await deps.psps.payOut(pspAccountId)
  return (await payOut.find(mintPspId(accountId, deps.random))).kind !== 'unknown'
}

function hasEnded({ payout }: Orphan, ours: Ours): boolean {
  const own = ours.get(payout.payoutId)
  return own?.known === true && own.state !== 'submitted'
}

/** While the PSP repeats the same report, an open or decided anomaly is not looked up again. */
function isInDoubt({ payout }: Orphan, ours: Ours): boolean {
  const own = ours.get(payout.payoutId)
  if (own?.known !== true) return false
  if (own.state === 'submitted') return payout.state !== 'processing'
  if (payout.state === 'processing') return false
  if (payout.state === 'paid' && payout.returns.some(({ rtrId }) => !own.returns.has(rtrId))) return true
  const word = wordOf(payout)
  if (own.answered.has(word)) return false
  return (own.reports.size > 0 && !own.reports.has(word)) || !agrees(own, payout)
}

const agrees = ({ booked }: OurPayment, { state, amount }: Payout): boolean =>
  state === 'failed' ? leftOf(booked) <= 0n : amount === paidOf(booked)
