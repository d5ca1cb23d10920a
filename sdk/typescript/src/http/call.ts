// What a method of a resource asks of the transport, and what a caller may say about one call.

export interface Call {
  operation: string
  method: string
  /** With names in braces. */
  path: string
  ids?: Readonly<Record<string, string | number>>
  query?: object
  body?: unknown
  /** The gateway remembers its answer under an `Idempotency-Key`. */
  takesKey?: boolean
}

export interface CallOptions {
  /** Ends the call, its retries and the waits between them. */
  signal?: AbortSignal | undefined
  /** Of one attempt, in milliseconds. */
  timeoutMs?: number | undefined
  /** How often a call is made again where that is safe. 0: never. */
  maxRetries?: number | undefined
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * A name of yours for this call, 1 to 255 printable ASCII characters: under it the thing is done once, however often you call, for 48
   * hours. Without it the SDK makes one for each call, which covers its own retries only.
   */
  idempotencyKey?: string | undefined
}

/** Beside the body: what retries, pages and logs need. */
export interface Answered<T = unknown> {
  body: T
  status: number
  headers: Headers
  requestId: string | null
  attempts: number
}

// biome-ignore lint/suspicious/noExplicitAny: the generated method says what it is
export type Send = ((call: Call, options?: KeyedCallOptions) => Promise<any>) & {
  whole(call: Call, options?: KeyedCallOptions): Promise<Answered>
}
