// The alerts on their way into the database: each is tried until it is stored, and the same alert again waits as one. The queue
// is bounded, and one write is under way at a time: a storm of alerts must take neither the memory nor the connections from the
// money.
import { ConnectionTrouble } from '#db/postgres.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { AlertsDeps } from './alerts.ts'
import type { RaisedAlert } from './store.ts'

export interface AlertQueue {
  add(alert: RaisedAlert): void
  /** Tries the waiting ones once more, and gives up the rest. */
  stop(): Promise<void>
}

const MAX_WAITING = 1_000
const FIRST_PAUSE_MS = SECOND_MS
const MAX_PAUSE_MS = 30 * SECOND_MS

export function openAlertQueue({
  keep,
  log,
}: Pick<AlertsDeps, 'log'> & { keep: (alert: RaisedAlert) => Promise<void> }): AlertQueue {
  const waiting = new Map<string, RaisedAlert>()
  let running: Promise<void> | null = null
  let failures = 0
  let stopped = false
  let endPause = () => {}

  function hold(alert: RaisedAlert): void {
    const key = `${alert.code} ${alert.hash.toString('hex')}`
    const same = waiting.get(key)
    if (same !== undefined) waiting.set(key, oneOf(same, alert))
    else if (waiting.size < MAX_WAITING) waiting.set(key, alert)
    else lose(alert)
  }

  const lose = ({ code, message, params }: RaisedAlert) =>
    log.error({ code, alert: message, context: params }, 'an alert could not be kept')

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
    // The older ones first: where there is no room for all, those that were raised last are not stored.
    const newer = [...waiting.values()]
    waiting.clear()
    for (const alert of [...left, ...newer]) hold(alert)
  }

  /** Tries each once. Where the database cannot be reached the others are not tried either. */
  async function unkept(alerts: RaisedAlert[]): Promise<RaisedAlert[]> {
    const left: RaisedAlert[] = []
    for (const [n, alert] of alerts.entries()) {
      try {
        await keep(alert)
      } catch (error) {
        log.error({ err: error, code: alert.code, alert: alert.message }, 'an alert is not kept yet')
        if (error instanceof ConnectionTrouble) return [...left, ...alerts.slice(n)]
        left.push(alert)
      }
    }
    return left
  }

  function pause(): Promise<void> {
    return new Promise(resume => {
      const timer = setTimeout(resume, Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS))
      endPause = () => {
        clearTimeout(timer)
        resume()
      }
    })
  }

  function giveUp(): void {
    for (const alert of waiting.values()) lose(alert)
    waiting.clear()
  }

  return {
    add(alert) {
      hold(alert)
      if (waiting.size > 0) running ??= run()
    },
    async stop() {
      stopped = true
      endPause()
      await running
    },
  }
}

/** What is raised once only is not counted. */
function oneOf(earlier: RaisedAlert, later: RaisedAlert): RaisedAlert {
  return earlier.once ? earlier : { ...earlier, rung: earlier.rung + later.rung, lastAt: later.lastAt }
}
