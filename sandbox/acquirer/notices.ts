// Sends the notices: POST to the charge's own address, as a form with the one field `notification`. An answer ends nothing: a notice comes
// again until what its token stands for was read.
import { SECOND_MS } from '#kernel/time.ts'
import type { Caller } from '../callbacks.ts'
import type { Bank } from '../resources.ts'
import type { Worker } from '../scheduler.ts'

interface Notice {
  id: number
  due_at: number
  attempts: number
  url: string | null
  token: string
}

const HOUR_S = 3_600
const WAITS_S = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, ...Array<number>(23).fill(HOUR_S)]
const MAX_AT_ONCE = 16

export function noticeWorker(bank: Bank, caller: Caller, wake: () => void): Worker {
  const { database, clock } = bank
  const underWay = new Map<number, Promise<void>>()
  let stopped = false

  async function deliver({ id, url, token, attempts }: Notice): Promise<void> {
    const body = String(new URLSearchParams({ notification: token }))
    const answer = url === null ? 'no address' : await caller.post(url, body, { type: FORM })
    if (stopped) return
    const wait = WAITS_S[attempts]
    const now = clock.now()
    database.run(ATTEMPT, answer, now + (wait ?? 0) * SECOND_MS, wait === undefined ? now : null, id)
  }

  function waiting(max: number): Notice[] {
    const rows = database.all<Notice>(WAITING, max + underWay.size)
    return rows.filter(({ id }) => !underWay.has(id)).slice(0, max)
  }

  return {
    workOff() {
      for (const notice of waiting(MAX_AT_ONCE - underWay.size)) {
        if (notice.due_at > clock.now()) return
        const done = deliver(notice).finally(() => {
          underWay.delete(notice.id)
          wake()
        })
        underWay.set(notice.id, done)
      }
    },
    nextDueAt: () => (underWay.size < MAX_AT_ONCE ? (waiting(1)[0]?.due_at ?? null) : null),
    async stop() {
      stopped = true
      await Promise.all(underWay.values())
    },
  }
}

const FORM = 'application/x-www-form-urlencoded'

const WAITING = `
  select charge_notice.id, due_at, attempts, notification_url as url, token
  from charge_notice join charge on charge.id = charge_notice.charge_id
  where closed_at is null order by due_at, charge_notice.id limit ?`

// A token that was read while the call was under way stays read.
const ATTEMPT = `update charge_notice
  set attempts = attempts + 1, last_answer = ?, due_at = ?, closed_at = coalesce(closed_at, ?) where id = ?`
