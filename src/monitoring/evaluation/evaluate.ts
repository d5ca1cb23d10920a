// Evaluates one account: every rule that is switched on, over what has been booked since it was evaluated last. What is found and how
// far it was looked are one commit, under a lock of the account; so doing it twice, or in two processes, changes nothing.
import type { Transaction } from '#db/postgres.ts'
import { centavos } from '#kernel/money.ts'
import { DAY_MS, HOUR_MS, later } from '#kernel/time.ts'
import type { Direction } from '../case/case.ts'
import { type RuleSettings, windowMsOf } from '../rule/rule.ts'
import { aboveVelocity, inParts, inPartsToOne, muchForNew, passedThrough } from './exceeds-store.ts'
import { keepFound } from './keep.ts'
import {
  byPayer,
  byRecipient,
  type Look,
  look,
  ofAccount,
  type Stretch,
  throughAccount,
  type UsualAmount,
} from './look-store.ts'
import { lockProgress, type Progress, recordProgress } from './progress-store.ts'
import { COMPARED_DAYS, readUsual } from './usual.ts'
import type { MonitoringDeps } from './worker.ts'

/** Transfers that are evaluated at once. */
const MAX_NEW = 20_000

/** Answers whether there may be more of this account. */
export function evaluate(
  deps: Pick<MonitoringDeps, 'alerts' | 'db' | 'countBefore'>,
  accountId: number,
  settings: RuleSettings[],
  now: Date,
): Promise<boolean> {
  return deps.db.transaction(async tx => {
    const progress = await lockProgress(tx, accountId, MAX_NEW)
    if (progress === null) return false
    for (const rule of settings) if (rule.enabled) await apply(tx, deps, { accountId, progress, settings: rule, now })
    await recordProgress(tx, accountId, progress.upTo)
    return progress.upTo - progress.since === BigInt(MAX_NEW)
  })
}

interface Applying {
  accountId: number
  progress: Progress
  settings: RuleSettings
  now: Date
}

async function apply(
  tx: Transaction,
  deps: Pick<MonitoringDeps, 'alerts' | 'countBefore'>,
  applying: Applying,
): Promise<void> {
  const { accountId, progress, settings, now } = applying
  const windowMs = windowMsOf(settings)
  const { since, upTo, openedAt, firstAt } = progress
  if (isTooOld(settings, openedAt, firstAt)) return
  const [after = 0n] = await deps.countBefore(tx, accountId, [later(firstAt, -windowMs)])
  const asked = await lookOf(
    tx,
    deps,
    applying,
    { accountId, after: after < since ? after : since, since, upTo },
    windowMs,
  )
  for (const found of await look(tx, asked)) await keepFound(tx, deps, { accountId, settings, found, now })
}

/** Of a rule about new accounts, whether the account is none any more. */
function isTooOld({ rule, values }: RuleSettings, openedAt: Date, firstAt: Date): boolean {
  const { accountDays = null } = values
  if (rule !== 'NEW_ACCOUNT' && rule !== 'PASS_THROUGH') return false
  return accountDays !== null && firstAt > later(openedAt, accountDays * DAY_MS)
}

async function lookOf(
  tx: Transaction,
  deps: Pick<MonitoringDeps, 'countBefore'>,
  { accountId, progress, settings }: Applying,
  stretch: Stretch,
  windowMs: number,
): Promise<Look> {
  const { rule, values } = settings
  const { accountDays = null, limitCents = null } = values
  const whole = { ...stretch, rule, windowMs }
  const newUntil = accountDays === null ? null : later(progress.openedAt, accountDays * DAY_MS)
  switch (rule) {
    case 'INCOMING_VELOCITY':
    case 'CASHOUT_VELOCITY': {
      const direction: Direction = rule === 'INCOMING_VELOCITY' ? 'INCOMING' : 'CASHOUT'
      const usual =
        values.timesUsual == null ? [] : await usualAmounts(tx, deps, { accountId, progress, direction }, windowMs)
      return { ...whole, movements: ofAccount(direction, stretch), exceeds: aboveVelocity(values), usual }
    }
    case 'INCOMING_STRUCTURING':
      return { ...whole, movements: byPayer(stretch, limitCents), exceeds: inParts(values) }
    case 'CASHOUT_STRUCTURING':
      return { ...whole, movements: byRecipient(stretch, limitCents), exceeds: inPartsToOne(values) }
    case 'NEW_ACCOUNT':
      return { ...whole, movements: ofAccount('INCOMING', stretch), exceeds: muchForNew(values, newUntil) }
    case 'PASS_THROUGH':
      return { ...whole, movements: throughAccount(stretch), exceeds: passedThrough(values, newUntil) }
  }
}

/** In windows of this length, by the day on which they begin. */
async function usualAmounts(
  tx: Transaction,
  { countBefore }: Pick<MonitoringDeps, 'countBefore'>,
  { accountId, progress, direction }: { accountId: number; progress: Progress; direction: Direction },
  windowMs: number,
): Promise<UsualAmount[]> {
  const hours = BigInt(windowMs / HOUR_MS)
  const days = await readUsual(tx, countBefore, accountId, progress, windowMs)
  return days.map(({ begins, ends, sums }) => ({
    begins,
    ends,
    amount: centavos((sums[direction] * hours) / BigInt(COMPARED_DAYS * 24)),
  }))
}
