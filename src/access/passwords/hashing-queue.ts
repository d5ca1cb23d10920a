// Passwords are hashed a few at a time, each of which takes a core and 19 MiB for a moment. Who waits has a turn by network, one
// after another, so that a burst from one place delays only itself. It is this process's own: so are its cores.
import type { FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { networkOf } from '#kernel/ip-address.ts'

export interface HashingQueue {
  /** Throws RATE_LIMITED where too many of this network, or of all, wait already. */
  run<T>(request: Pick<FastifyRequest, 'ip'>, work: () => Promise<T>): Promise<T>
}

const MAX_RUNNING = 2
const MAX_OF_NETWORK = 16
const MAX_WAITING = 200

export function openHashingQueue(): HashingQueue {
  /** In the order of their turns: a network that has had one goes to the end. */
  const lanes = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  function takeNext(): void {
    for (const [network, lane] of lanes) {
      const go = lane.shift()
      lanes.delete(network)
      if (lane.length > 0) lanes.set(network, lane)
      if (go === undefined) continue
      waiting--
      running++
      go()
      return
    }
  }

  async function begin(network: string): Promise<void> {
    if (running < MAX_RUNNING) return void running++
    const lane = lanes.get(network) ?? []
    // Who has nothing waiting is let into a full queue all the same, or many networks together would shut it.
    if (lane.length >= MAX_OF_NETWORK || (waiting >= MAX_WAITING && lane.length > 0)) throw BUSY
    if (waiting >= 2 * MAX_WAITING) throw BUSY
    waiting++
    lanes.set(network, lane)
    return new Promise(go => lane.push(go))
  }

  return {
    async run({ ip }, work) {
      await begin(networkOf(ip))
      try {
        return await work()
      } finally {
        running--
        takeNext()
      }
    },
  }
}

const BUSY = new Failure('RATE_LIMITED', 'Too many passwords are being judged at this moment: try again', {
  retryAfterSeconds: 2,
})
