// Tells the customer what happened: POST {webhookUrl}/pix, until somebody answers 2xx. The body is rendered when the fact
// happens and kept; the address is the one registered when the call is made. Delivered at least once, never exactly once.
import { Agent, request } from 'undici'
import { SECOND_MS } from '#kernel/time.ts'
import type { House } from './house.ts'
import type { Worker } from './scheduler.ts'
import { findWebhook } from './webhook/store.ts'

interface CallbackRow {
  id: number
  chave: string
  body: string
  attempts: number
}

const HOUR_S = 3_600
/** After these waits, about a day together, a callback is given up. */
const WAITS_S = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, ...Array<number>(23).fill(HOUR_S)]
const MOST_AT_ONCE = 32
const PATIENCE_MS = 30 * SECOND_MS

/** Only a key that has a webhook at the time of the fact is told about it. */
export function queueCallback(house: House, chave: string, pix: object, dueAt: number): void {
  if (findWebhook(house, chave) === undefined) return
  const body = JSON.stringify({ pix: [pix] })
  house.database.run('insert into callback (chave, body, due_at) values (?, ?, ?)', chave, body, dueAt)
}

/** What waits for a retry is tried at once: the customer who comes back at a new address need not wait for his news. */
export function retryCallbacksNow({ database, clock }: House, chave: string): void {
  const sql = 'update callback set due_at = ? where chave = ? and closed_at is null and attempts > 0'
  database.run(sql, clock.now(), chave)
}

export function callbackWorker(house: House, wake: () => void): Worker {
  const { database, clock } = house
  const agent = new Agent()
  const closing = new AbortController()
  const underWay = new Map<number, Promise<void>>()

  async function deliver(row: CallbackRow): Promise<void> {
    const answer = await call(row)
    if (!closing.signal.aborted) keepAnswer(row, answer)
  }

  async function call(row: CallbackRow): Promise<string> {
    const url = findWebhook(house, row.chave)?.url
    if (url === undefined) return NO_ADDRESS
    try {
      const answer = await request(`${url}/pix`, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'banco-de-teste' },
        body: row.body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE_MS)]),
      })
      await answer.body.dump()
      return `HTTP ${answer.statusCode}`
    } catch (error) {
      return (error as { code?: string }).code ?? (error as Error).name
    }
  }

  function keepAnswer({ id, attempts }: CallbackRow, answer: string): void {
    const wait = WAITS_S[attempts]
    const isOver = /^HTTP 2/.test(answer) || answer === NO_ADDRESS || wait === undefined
    const now = clock.now()
    const sql = 'update callback set attempts = attempts + 1, last_answer = ?, due_at = ?, closed_at = ? where id = ?'
    database.run(sql, answer, now + (wait ?? 0) * SECOND_MS, isOver ? now : null, id)
  }

  function waiting(most: number): (CallbackRow & { due_at: number })[] {
    const sql = 'select * from callback where closed_at is null order by due_at, id limit ?'
    const rows = database.all<CallbackRow & { due_at: number }>(sql, most + underWay.size)
    return rows.filter(row => !underWay.has(row.id)).slice(0, most)
  }

  return {
    workOff() {
      for (const row of waiting(MOST_AT_ONCE - underWay.size)) {
        if (row.due_at > clock.now()) return
        const done = deliver(row).finally(() => {
          underWay.delete(row.id)
          wake()
        })
        underWay.set(row.id, done)
      }
    },
    nextDueAt: () => (underWay.size < MOST_AT_ONCE ? (waiting(1)[0]?.due_at ?? null) : null),
    async stop() {
      closing.abort()
      await Promise.all(underWay.values())
      await agent.destroy()
    },
  }
}

const NO_ADDRESS = 'no webhook registered'
