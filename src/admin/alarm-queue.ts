// Alarms on their way into the database: each is tried until it is kept, and the same alarm again waits as one. What waits is
// bounded, and one write is under way at a time: a storm of alarms must take neither the memory nor the pool from the money.
import type { FastifyBaseLogger } from 'fastify'
import { ConnectionTrouble } from '#db/postgres.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { RungAlarm } from './alarm-store.ts'

export interface AlarmQueue {
  add(alarm: RungAlarm): void
  /** Tries what waits once more, and gives up the rest. */
  stop(): Promise<void>
}

export interface AlarmQueueNeeds {
  keep: (alarm: RungAlarm) => Promise<void>
  log: Pick<FastifyBaseLogger, 'error'>
}

const MOST_WAITING = 1_000
const FIRST_PAUSE_MS = SECOND_MS
const LONGEST_PAUSE_MS = 30 * SECOND_MS

export function openAlarmQueue({ keep, log }: AlarmQueueNeeds): AlarmQueue {
  const waiting = new Map<string, RungAlarm>()
  let running: Promise<void> | null = null
  let failures = 0
  let stopped = false
  let endPause = () => {}

  function hold(alarm: RungAlarm): void {
    const key = `${alarm.said} ${alarm.hash.toString('hex')}`
    const same = waiting.get(key)
    if (same !== undefined) waiting.set(key, oneOf(same, alarm))
    else if (waiting.size < MOST_WAITING) waiting.set(key, alarm)
    else lose(alarm)
  }

  const lose = ({ said, known }: RungAlarm) => log.error({ alarm: said, known }, 'an alarm could not be kept')

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const isLast = stopped
      await pass()
      if (isLast) giveUp()
      else if (failures > 0 && !stopped) await pause()
    }
    running = null
  }

  async function pass(): Promise<void> {
    const taken = [...waiting.values()]
    waiting.clear()
    const left = await unkept(taken)
    failures = left.length === 0 ? 0 : failures + 1
    // The older ones first: where there is no room for all, those that rang last are not kept.
    const newer = [...waiting.values()]
    waiting.clear()
    for (const alarm of [...left, ...newer]) hold(alarm)
  }

  /** Tries each once. Where the database cannot be reached the others are not tried either. */
  async function unkept(alarms: RungAlarm[]): Promise<RungAlarm[]> {
    const left: RungAlarm[] = []
    for (const [n, alarm] of alarms.entries()) {
      try {
        await keep(alarm)
      } catch (error) {
        log.error({ err: error, alarm: alarm.said }, 'an alarm is not kept yet')
        if (error instanceof ConnectionTrouble) return [...left, ...alarms.slice(n)]
        left.push(alarm)
      }
    }
    return left
  }

  function pause(): Promise<void> {
    return new Promise(resume => {
      const timer = setTimeout(resume, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS))
      endPause = () => {
        clearTimeout(timer)
        resume()
      }
    })
  }

  function giveUp(): void {
    for (const alarm of waiting.values()) lose(alarm)
    waiting.clear()
  }

  return {
    add(alarm) {
      hold(alarm)
      if (waiting.size > 0) running ??= run()
    },
    async stop() {
      stopped = true
      endPause()
      await running
    },
  }
}

/** What may ring once only is not counted. */
function oneOf(earlier: RungAlarm, later: RungAlarm): RungAlarm {
  return earlier.once ? earlier : { ...earlier, rung: earlier.rung + later.rung, lastAt: later.lastAt }
}
