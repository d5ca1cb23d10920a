// What everything is measured against: the client alone, sending one constant body under constant headers as fast as the
// receivers take it, or at a rate. No database, no log, no signature.
import { Agent } from 'undici'
import { play, sharedNowMs } from './process.ts'
import { atRate } from './rate.ts'

export interface RawGiven {
  urls: string[]
  body: string
  headers: Record<string, string>
}

const CONNECTIONS = 16

play(async ({ urls, body, headers }: RawGiven) => {
  const agent = new Agent({ keepAliveTimeout: 60_000, pipelining: 1, connections: CONNECTIONS })
  const targets = urls.map(url => new URL(url))
  const bytes = Buffer.from(body)

  async function send(target: URL, own: Record<string, string> = headers): Promise<void> {
    const { origin, pathname: path } = target
    const answer = await agent.request({ origin, path, method: 'POST', headers: own, body: bytes })
    await answer.body.dump()
  }

  return {
    tasks: {
      /** As many at once as the engine has under way when all its lanes are wide open. */
      async flood(count: number) {
        const startedAt = performance.now()
        let begun = 0
        const slots = targets.flatMap(target => Array<URL>(CONNECTIONS).fill(target))
        const work = async (target: URL) => {
          while (begun++ < count) await send(target)
        }
        await Promise.all(slots.map(work))
        return performance.now() - startedAt
      },
      /** Answers when each was sent, by the id that it carried. */
      async steady({ ratePerSecond, forMs }: { ratePerSecond: number; forMs: number }) {
        const sentAt = new Map<string, number>()
        const sending = new Set<Promise<void>>()
        const startedAt = performance.now()
        await atRate(ratePerSecond, forMs, n => {
          const id = `raw-${startedAt}-${n}`
          sentAt.set(id, sharedNowMs())
          const target = targets[n % targets.length] as URL
          const sent = send(target, { ...headers, 'X-Service-Event-Id': id }).finally(() => sending.delete(sent))
          sending.add(sent)
        })
        await Promise.all(sending)
        return sentAt
      },
    },
    close: () => agent.destroy(),
  }
})
