// The disputes that owe work: defences to be sent, and deadlines to remind of. Found by their due time alone, also after the
// death of another process; defences in lanes by PSP account, so that one that is slow keeps no other waiting.
import { type DueLanes, startDueLanes } from '#db/queue/due-lanes.ts'
import { owedIn } from '#db/queue/owed.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { sendDefence } from './defence/send.ts'
import { type DueDefence, leaseDefences } from './defence/store.ts'
import type { DisputeDeps } from './deps.ts'
import type { DisputeKey } from './dispute.ts'
import { remind } from './remind.ts'
import { leaseReminders } from './store.ts'

/** A lookup, a sending and another lookup, with time to spare. */
const CALLS = 4
const REMINDING_MS = MINUTE_MS

const keyOf = ({ accountId, id }: DisputeKey) => `${accountId}/${id}`

export function startDefenceWork(deps: DisputeDeps): DueLanes<DueDefence> {
  const { db, clock, log, pspTimeoutMs } = deps
  return startDueLanes<DueDefence>({
    name: 'defences',
    everyMs: 1_000,
    batch: 20,
    max: 4,
    maxHeld: 20,
    log,
    owed: owedIn('dispute_defence', deps),
    keyOf,
    lease(limit, except) {
      const now = clock()
      return leaseDefences(db, now, new Date(now.getTime() + CALLS * pspTimeoutMs), limit, except)
    },
    laneOf: ({ pspAccountId }) => pspAccountId,
    work: defence => sendDefence(deps, defence),
    failed: (error, defence) => log.error({ err: error, dispute: keyOf(defence) }, 'a defence could not be sent'),
  })
}

export function startReminders(deps: DisputeDeps): DueLanes<DisputeKey> {
  const { db, clock, log } = deps
  return startDueLanes<DisputeKey>({
    name: 'reminders',
    everyMs: 1_000,
    batch: 20,
    max: 4,
    maxHeld: 20,
    log,
    owed: owedIn('dispute', deps),
    keyOf,
    lease(limit, except) {
      const now = clock()
      return except.length > 0
        ? Promise.resolve([])
        : leaseReminders(db, now, new Date(now.getTime() + REMINDING_MS), limit)
    },
    laneOf: () => 0,
    work: dispute => remind(deps, dispute),
    failed: (error, dispute) => log.error({ err: error, dispute: keyOf(dispute) }, 'nobody could be reminded'),
  })
}
