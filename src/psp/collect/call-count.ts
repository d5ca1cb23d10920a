// Counts the calls of an API whose PSP bounds those of a day, and raises an alert when most of them are used. No call waits for that: it is counted
// behind it, and what cannot be stored is not counted.
import type { Alerts } from '#alert/alerts.ts'
import { batched } from '#db/batched.ts'
import type { Database } from '#db/postgres.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { addDays, dateAt } from '#kernel/calendar/local-time.ts'
import type { Clock } from '#kernel/time.ts'
import { addCalls, type CountedCall, forgetCallsBefore } from './call-store.ts'

export interface CallCounterDeps {
  db: Database
  clock: Clock
  alerts: Pick<Alerts, 'raiseOnce'>
  log: { info: (context: object, message: string) => void }
}

export interface CallCounter {
  /** `allowed`: so often it may be made in a day. */
  count(pspAccountId: number, call: string, allowed: number): void
  /** Resolves when what was counted is stored. */
  idle(): Promise<void>
}

const ALERT_AT = 0.8

export function openCallCounter({ db, clock, alerts, log }: CallCounterDeps): CallCounter {
  const add = batched('calls of charges', store)
  const storing = new Set<Promise<void>>()

  async function store(calls: CountedCall[]): Promise<number[]> {
    const counted = await addCalls(db, calls)
    const counts = new Map(counted.map(row => [keyOf(row), row.count]))
    const first = counted.find(({ added, count }) => added === count)
    if (first !== undefined) await forgetCallsBefore(db, addDays(first.day, -1))
    return calls.map(call => counts.get(keyOf(call)) ?? 0)
  }

  async function counted(call: CountedCall, allowed: number): Promise<void> {
    const count = await add(call)
    if (count < allowed * ALERT_AT) return
    const { pspAccountId } = call
    alerts.raiseOnce('PSP_CALLS_NEARLY_USED', { ...call, allowed }, aboutPsp(pspAccountId), keyOf(call))
  }

  return {
    count(pspAccountId, call, allowed) {
      const task: Promise<void> = counted({ pspAccountId, day: dateAt(clock()), call }, allowed)
        .catch(error => log.info({ err: error, call }, 'a call of charges could not be counted'))
        .finally(() => storing.delete(task))
      storing.add(task)
    },
    async idle() {
      await Promise.all(storing)
    },
  }
}

const keyOf = ({ pspAccountId, day, call }: CountedCall) => `${pspAccountId} ${day} ${call}`

/** Efí counts each kind of call apart: one is its method and its path, whichever charge or token it names. */
export const callOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\?.*$/, '').replace(/^\/(charge\/card|charge|notification)\/(?!card\/)[^/]+/, '/$1/:id')}`
