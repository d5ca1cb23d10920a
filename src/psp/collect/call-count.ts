// Counts the calls of an API whose PSP bounds those of a day, and raises an alert when most of them are used. No call waits for that: they are
// added up in memory and stored every few seconds. The count is nearly right: what a process that dies has not stored is missing, and so is what
// could not be stored, since it may have been all the same, and nothing is counted twice.
import { aboutPsp } from '#kernel/alert-subject.ts'
import { addDays, dateAt } from '#kernel/calendar/local-time.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Opening, PspsDeps } from '../deps.ts'
import { addCalls, type CallsOfDay, type CountedCall, forgetCallsBefore } from './call-store.ts'

export interface CallCounter {
  /** `allowed`: so often it may be made in a day. */
  count(pspAccountId: number, call: string, allowed: number): void
  /** Stores what was counted. */
  stop(): Promise<void>
}

interface Gathered extends CallsOfDay {
  allowed: number
}

const ALERT_AT = 0.8
const GATHER_MS = 5 * SECOND_MS

export function openCallCounter(
  deps: Pick<Opening, 'alerts' | 'clock' | 'log'> & Pick<PspsDeps, 'db' | 'callsGatheredMs'>,
): CallCounter {
  const { db, clock, alerts, log, callsGatheredMs = GATHER_MS } = deps
  let gathered = new Map<string, Gathered>()
  let timer: NodeJS.Timeout | null = null
  /** One after the other, so that the last one has all. */
  let storing = Promise.resolve()

  function store(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const calls = [...gathered.values()]
    gathered = new Map()
    if (calls.length > 0)
      storing = storing
        .then(() => stored(calls))
        .catch(error => log.info({ err: error, calls }, 'calls of charges could not be counted'))
    return storing
  }

  async function stored(calls: Gathered[]): Promise<void> {
    const counts = new Map((await addCalls(db, calls)).map(row => [keyOf(row), row.count]))
    for (const { added, allowed, ...one } of calls) {
      const count = counts.get(keyOf(one)) ?? 0
      if (count >= allowed * ALERT_AT)
        alerts.raiseOnce('PSP_CALLS_NEARLY_USED', { ...one, allowed }, aboutPsp(one.pspAccountId), keyOf(one))
    }
    const first = calls.find(one => counts.get(keyOf(one)) === one.added)
    if (first !== undefined) await forgetCallsBefore(db, addDays(first.day, -1))
  }

  return {
    count(pspAccountId, call, allowed) {
      const one = { pspAccountId, day: dateAt(clock()), call }
      const key = keyOf(one)
      gathered.set(key, { ...one, added: (gathered.get(key)?.added ?? 0) + 1, allowed })
      timer ??= setTimeout(store, callsGatheredMs)
    },
    stop: store,
  }
}

const keyOf = ({ pspAccountId, day, call }: CountedCall) => `${pspAccountId} ${day} ${call}`

/** Efí counts each kind of call apart: one is its method and its path, whichever charge or token it names. */
export const callOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\?.*$/, '').replace(/^\/(charge\/card|charge|notification)\/(?!card\/)[^/]+/, '/$1/:id')}`
