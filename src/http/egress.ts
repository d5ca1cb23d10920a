// The way out to addresses that other people chose. One total deadline over connecting and answering, redirects not
// followed, answers read up to a bound, and in production nothing that is not on the public internet is reached, neither
// as a literal address nor by name. Never called inside a database transaction.
import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { Agent } from 'undici'
import { isPublicAddress } from '#kernel/ip-address.ts'
import { refuseInsideTransaction } from '#kernel/no-network.ts'

export interface Posted {
  status: number | null
  error: string | null
  /** The first 2 KiB of the answer. */
  head: string | null
  durationMs: number
}

export interface Egress {
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<Posted>
  close(): Promise<void>
}

const HEAD_BYTES = 2048
const MOST_READ_BYTES = 64 * 1024
const KEEP_ALIVE_MS = 60_000

export function openEgress({ publicOnly, timeoutMs }: { publicOnly: boolean; timeoutMs: number }): Egress {
  const agent = new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    connections: 16,
    connect: { timeout: timeoutMs, ...(publicOnly && { lookup: publicLookup }) },
  })

  async function send(url: URL, headers: Record<string, string>, body: Buffer): Promise<Omit<Posted, 'durationMs'>> {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.statusCode, error: null, head: await readHead(answer.body) }
  }

  return {
    async post(address, headers, body) {
      refuseInsideTransaction('a notification')
      const startedAt = performance.now()
      const took = () => Math.round(performance.now() - startedAt)
      try {
        const url = new URL(address)
        // A literal address never reaches the lookup, so it is judged here.
        if (publicOnly && isLiteral(url) && !isPublicAddress(bare(url.hostname))) throw new Inward()
        return { ...(await send(url, headers, body)), durationMs: took() }
      } catch (error) {
        return { status: null, error: reasonOf(error), head: null, durationMs: took() }
      }
    },
    close: () => agent.destroy(),
  }
}

class Inward extends Error {
  readonly code = 'INWARD_ADDRESS'
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')
const isLiteral = (url: URL) => isIP(bare(url.hostname)) !== 0

/** Refuses a name as soon as one of its addresses is not public, and connects to the addresses that were judged. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) callback(error, [])
    else if (!addresses.every(({ address }) => isPublicAddress(address))) callback(new Inward(), [])
    else callback(null, addresses)
  })
}

/** The status has decided already: of a body that is cut short, or does not end in time, what came is enough. */
async function readHead(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      if (bytes < HEAD_BYTES) chunks.push(chunk)
      bytes += chunk.length
      // Leaving the loop closes the connection: whoever answers this much is not worth keeping it for.
      if (bytes > MOST_READ_BYTES) break
    }
  } catch {
    // The deadline, or the receiver, ended it.
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES).toString('utf8').replaceAll('\0', '')
}

const REASONS: Record<string, string> = {
  INWARD_ADDRESS: 'the address is not on the public internet',
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the name does not resolve',
  ECONNRESET: 'connection reset',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
}

function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return 'no answer in time'
  return REASONS[code ?? ''] ?? `network failure (${code ?? name ?? 'unknown'})`
}
