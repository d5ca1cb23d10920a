// Where the gateway says what it is at, for those who measure it: channels of node:diagnostics_channel. While nobody listens, work is
// done as if they were not there. Names only: no id, key or amount is handed to a listener.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** Of work that has ended the channel adds these. */
export interface Ended<Answer> {
  result?: Answer
  error?: unknown
}

export interface BatchRun {
  name: string
  size: number
  /** How long each request has waited for it. */
  waitsMs: number[]
  /** What each of them belongs to, see `belonging`. */
  origins: unknown[]
}

export interface PspCall {
  /** Of the PSP. */
  kind: string
  operation: string
}

export interface DeliveryAttempt {
  /** From the event to the beginning of this attempt; null where it is not the first one. */
  lagMs: number | null
  origin: unknown
}

/** What the work at hand belongs to, as whoever traces it has put it here; undefined where nobody does. */
export const belonging = new AsyncLocalStorage<unknown>()

/** Work that goes on in nobody's course, such as a loop that some request happened to wake. */
export const inNobodysCourse = <T>(work: () => T): T =>
  belonging.getStore() === undefined ? work() : belonging.run(undefined, work)

export interface Observed<Work extends object, Answer> {
  readonly channel: TracingChannel<object, Work & Ended<Answer>>
  /** Does the task. `work` is made only where somebody listens. */
  during<T extends Answer>(work: () => Work, task: () => Promise<T>): Promise<T>
}

function observed<Work extends object, Answer>(name: string): Observed<Work, Answer> {
  const channel = tracingChannel<object, Work & Ended<Answer>>(`porteira.${name}`)
  return {
    channel,
    during: (work, task) => (channel.hasSubscribers ? channel.tracePromise(task, work()) : task()),
  }
}

export const batchRuns = observed<BatchRun, unknown>('batch')
export const transactions = observed<object, unknown>('transaction')
export const pspCalls = observed<PspCall, { kind: 'done' | 'refused' | 'unknown'; unsent?: true }>('psp-call')
export const deliveryAttempts = observed<DeliveryAttempt, { status: number | null }>('delivery')

/** A request at the HTTP server. */
export interface ServedRequest {
  method: string
  /** The template of its route; null: there is none. */
  route: string | null
  /** As the caller has sent it, where the caller is a proxy that is trusted. */
  traceparent: string | undefined
  /** Known at its end; null: the caller has gone before there was an answer. */
  status: number | null
  durationMs: number
}

/** Its `start` is told with the route found, its `asyncEnd` when the answer has gone out. */
export const servedRequests = tracingChannel<object, ServedRequest>('porteira.request')
