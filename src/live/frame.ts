// Server-sent events as text. A frame's id is the number up to which everything has been sent: a caller who comes back names it.
import type { Changed, LiveEvent } from './wire.ts'

/** For clients that reconnect by themselves. */
export const PREAMBLE = 'retry: 2000\n\n'

/** Shows proxies in between that the connection is alive. */
export const KEEP_ALIVE = ':\n\n'

export function frameOf(event: LiveEvent, upTo: bigint, changes: Changed[] = []): string {
  const data = JSON.stringify(event === 'changed' ? changes : {})
  return `event: ${event}\nid: ${upTo}\ndata: ${data}\n\n`
}
