// Sends the callbacks: POST {webhookUrl}/pix, /rec or /cobr, until an answer is 2xx. What is sent was written down with the payment; here it is
// only carried out. Delivered at least once, never exactly once.
import { Agent, request } from 'undici'
import { SECOND_MS } from '#kernel/time.ts'
import type { Bank } from './resources.ts'
import type { Worker } from './scheduler.ts'
import { callbackUrl } from './webhook/address.ts'

interface CallbackRow {
  id: number
  /** A key or a topic. */
  chave: string
  body: string
  attempts: number
}

const HOUR_S = 3_600
/** After these waits, about a day together, a callback is given up. */
const WAITS_S = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, ...Array<number>(23).fill(HOUR_S)]
const MAX_AT_ONCE = 32
const TIMEOUT_MS = 30 * SECOND_MS

/** PEM texts. What the bank shows of itself where it calls back by https, and whom it trusts there. */
export interface CallbackTls {
  cert?: string | undefined
  key?: string | undefined
  ca?: string | undefined
}

export interface Caller {
  /** Whether the bank has a certificate to show. */
  readonly hasCertificate: boolean
  /** "HTTP 200", or in one word why no answer came. */
  post(url: string, body: string, more?: { asStranger?: boolean; timeoutMs?: number; type?: string }): Promise<string>
  /** Ends what is under way, and refuses what comes later. */
  close(): Promise<void>
}

export function openCaller({ cert, key, ca }: CallbackTls = {}): Caller {
  const trust = ca === undefined ? {} : { ca }
  const shown = cert === undefined || key === undefined ? null : { cert, key }
  const agent = new Agent({ connect: { ...trust, ...shown } })
  const stranger = new Agent({ connect: trust })
  const closing = new AbortController()
  return {
    hasCertificate: shown !== null,
    async post(url, body, { asStranger = false, timeoutMs = TIMEOUT_MS, type = 'application/json' } = {}) {
      try {
        const answer = await request(url, {
          dispatcher: asStranger ? stranger : agent,
          method: 'POST',
          headers: { 'content-type': type, 'user-agent': 'banco-de-teste' },
          body,
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
        })
        await answer.body.dump()
        return `HTTP ${answer.statusCode}`
      } catch (error) {
        return (error as { code?: string }).code ?? (error as Error).name
      }
    },
    async close() {
      closing.abort()
      await Promise.all([agent.destroy(), stranger.destroy()])
    },
  }
}

export const isAccepted = (answer: string): boolean => /^HTTP 2/.test(answer)

export function callbackWorker(bank: Bank, caller: Caller, wake: () => void): Worker {
  const { database, clock } = bank
  const underWay = new Map<number, Promise<void>>()
  let stopped = false

  async function deliver(row: CallbackRow): Promise<void> {
    const url = callbackUrl(bank, row.chave)
    const answer = url === undefined ? NO_ADDRESS : await caller.post(url, row.body)
    if (!stopped) keepAnswer(row, answer)
  }

  function keepAnswer({ id, attempts }: CallbackRow, answer: string): void {
    const wait = WAITS_S[attempts]
    const isOver = isAccepted(answer) || answer === NO_ADDRESS || wait === undefined
    const now = clock.now()
    const sql = 'update callback set attempts = attempts + 1, last_answer = ?, due_at = ?, closed_at = ? where id = ?'
    database.run(sql, answer, now + (wait ?? 0) * SECOND_MS, isOver ? now : null, id)
  }

  function waiting(max: number): (CallbackRow & { due_at: number })[] {
    const rows = database.all<CallbackRow & { due_at: number }>(WAITING, max + underWay.size)
    return rows.filter(row => !underWay.has(row.id)).slice(0, max)
  }

  return {
    workOff() {
      for (const row of waiting(MAX_AT_ONCE - underWay.size)) {
        if (row.due_at > clock.now()) return
        const done = deliver(row).finally(() => {
          underWay.delete(row.id)
          wake()
        })
        underWay.set(row.id, done)
      }
    },
    nextDueAt: () => (underWay.size < MAX_AT_ONCE ? (waiting(1)[0]?.due_at ?? null) : null),
    async stop() {
      stopped = true
      await caller.close()
      await Promise.all(underWay.values())
    },
  }
}

// One that is to come after another waits until that one has been answered, or given up.
const WAITING = `
  select * from callback
  where closed_at is null and not exists (
    select 1 from callback_after join callback as earlier on earlier.id = callback_after.after_id
    where callback_after.callback_id = callback.id and earlier.closed_at is null)
  order by due_at, id limit ?`

const NO_ADDRESS = 'no webhook registered'
