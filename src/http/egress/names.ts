// Resolves names to addresses. Names that strangers chose are resolved by DNS queries directly: the system's own resolver works
// in few threads, and one receiver's dead name server would block them while others, a PSP among them, wait for a name.
import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { NAME_UNCLEAR, NAME_UNKNOWN, Obstacle } from './obstacle.ts'

export interface Names {
  /** A caller that aborts wants no answer any more. */
  resolve(name: string, signal?: AbortSignal): Promise<LookupAddress[]>
}

/** As any program on this machine resolves them, names of the machine and its network included. */
export const systemNames: Names = { resolve: name => lookup(name, { all: true }) }

const QUERY_MS = 3_000
const TRIES = 2

/** `servers`: in place of those that this machine is set to. */
export function publicNames(servers?: string[]): Names {
  return {
    async resolve(name, signal) {
      // One for each name: an unreadable answer fails every query over the same connection.
      const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES })
      if (servers !== undefined) resolver.setServers(servers)
      // It would go on asking name servers that are dead for much longer than anybody waits, and hold a socket for that.
      signal?.addEventListener('abort', () => resolver.cancel(), { once: true })
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const addresses = [...found(ipv4, 4), ...found(ipv6, 6)]
      if (addresses.length > 0) return addresses
      throw new Obstacle([ipv4, ipv6].every(isNo) ? NAME_UNKNOWN : NAME_UNCLEAR)
    },
  }
}

function found(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map(address => ({ address, family })) : []
}

/** The DNS has answered that there is none, which is another thing than no answer. */
function isNo(result: PromiseSettledResult<string[]>): boolean {
  return result.status === 'fulfilled' || ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(result.reason.code)
}
