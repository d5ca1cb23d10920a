// The way out to addresses that other people chose. One total deadline over finding, connecting, sending and answering, redirects
// not followed, answers read up to a bound, and in production nothing that is not on the public internet is reached, neither
// as a literal address nor by name. Never called inside a database transaction.
import { isPublicAddress } from '#kernel/ip-address.ts'
import { refuseInsideTransaction } from '#kernel/no-network.ts'
import { openDeadlines } from './deadlines.ts'
import { Exchange, type Posted, type Request } from './exchange.ts'
import { openLines } from './lines.ts'
import { type Names, publicNames, systemNames } from './names.ts'
import { CLOSING, reasonOf } from './obstacle.ts'
import { type EgressProxy, placeOf, tunnelThrough } from './proxy.ts'
import { type ProxyChanged, watchProxy } from './proxy-watch.ts'
import { socketOpener } from './sockets.ts'
import { type MayReach, type Target, targetOf } from './target.ts'
import { openTlsWay } from './tls-way.ts'

export type { EgressProxy, Names, Posted }

export interface Egress {
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<Posted>
  /** Aborts the requests under way. */
  close(): Promise<void>
}

export interface OpenEgress extends Egress {
  /** For addresses that only want to be opened. */
  get(url: string, headers: Record<string, string>): Promise<Posted>
}

export interface EgressSettings {
  publicOnly: boolean
  timeoutMs: number
  proxy?: EgressProxy | null
  /** Called when the proxy cannot be reached, and when it can be again. A request that is sent in between fails. */
  proxyChanged?: ProxyChanged
  /** Who is trusted in place of the authorities that Node knows. */
  ca?: string
  /** In place of the DNS. */
  names?: Names
  /** What counts as public. */
  isPublic?: MayReach
}

const MAX_TARGETS = 2_000

export function openEgress(settings: EgressSettings): OpenEgress {
  const { publicOnly, timeoutMs, proxy = null, isPublic = isPublicAddress, proxyChanged = () => {} } = settings
  const names = settings.names ?? (publicOnly ? publicNames() : systemNames)
  const tlsWay = openTlsWay(settings.ca)
  const mayReach = publicOnly ? isPublic : null
  // The operator's proxy may well stand inside.
  const toProxy = socketOpener({ names: systemNames, mayReach: null, tlsWay })
  const watch = proxy && watchProxy(opened => toProxy(placeOf(proxy.origin), opened), proxyChanged)
  const tunnel = proxy && tunnelThrough(proxy, toProxy, () => watch?.suspect())
  const lines = openLines(socketOpener({ names, mayReach, tlsWay, tunnel }))
  const deadlines = openDeadlines<Exchange>(timeoutMs, exchange => exchange.cut())
  const targets = new Map<string, Target>()
  let isClosed = false

  /** The judgement of an address is one of its text, so it holds for as long as that is known. */
  function targetAt(address: string): Target {
    const known = targets.get(address)
    if (known !== undefined) return known
    const target = targetOf(address, mayReach ?? (() => true))
    if (targets.size >= MAX_TARGETS) targets.clear()
    targets.set(address, target)
    return target
  }

  async function send(address: string, request: Request): Promise<Posted> {
    refuseInsideTransaction('a notification')
    if (isClosed) return unsent(CLOSING)
    let target: Target
    try {
      target = targetAt(address)
    } catch (error) {
      return unsent(reasonOf(error))
    }
    return new Promise(resolve => {
      const exchange = new Exchange(lines, target, request, (ended, posted) => {
        deadlines.remove(ended)
        resolve(posted)
      })
      deadlines.add(exchange)
      exchange.begin()
    })
  }

  return {
    post: (address, headers, body) => send(address, { method: 'POST', headers, body }),
    get: (address, headers) => send(address, { method: 'GET', headers, body: null }),
    async close() {
      isClosed = true
      watch?.close()
      for (const exchange of deadlines.pending()) exchange.cut(CLOSING)
      await lines.close()
    },
  }
}

const unsent = (error: string): Posted => ({ status: null, error, head: null, durationMs: 0 })
