// The figures of several children as one: each is asked for its own, and one of them for those of the gateway. What a child has counted stays
// in the sums when it dies, as far as it was scraped: a sum that went back would be taken for a gateway that began anew.
import { countsOf, type Snapshot } from './snapshot.ts'

/** A process that answers with its figures; null where it does not answer soon, or has none. */
export interface Scraped {
  /** Within so many milliseconds, at most four seconds. */
  scrape(of: 'process' | 'house', withinMs?: number): Promise<Snapshot | null>
}

export interface Scrapes {
  scrape(children: Scraped[]): Promise<Snapshot[]>
  /** It has ended. */
  over(child: Scraped): void
}

/** For all children together. */
const MAX_GATEWAY_MS = 4_000

export function openScrapes(): Scrapes {
  const latest = new Map<Scraped, Snapshot>()
  let ofTheDead: Snapshot[] = []
  let joining = Promise.resolve()

  /** Whether it has answered. */
  async function scrapeOne(child: Scraped): Promise<boolean> {
    const figures = await child.scrape('process')
    if (figures !== null) latest.set(child, figures)
    return figures !== null
  }

  /** Of whichever has answered with its own first: one that hangs would let all others wait. */
  async function scrapeGateway(asking: Promise<Scraped>[], answered: ReadonlySet<Scraped>): Promise<Snapshot> {
    await Promise.any(asking).catch(() => {})
    const untilMs = performance.now() + MAX_GATEWAY_MS
    for (const child of answered) {
      const figures = await child.scrape('house', Math.max(0, untilMs - performance.now()))
      if (figures !== null) return figures
      await Promise.allSettled(asking)
    }
    return []
  }

  /** Children may die again and again. */
  async function joinTheDead(): Promise<void> {
    const some = ofTheDead
    const joined = await countsOf(some)
    ofTheDead = [joined, ...ofTheDead.slice(some.length)]
  }

  return {
    async scrape(children) {
      const answered = new Set<Scraped>()
      const asking = children.map(async child => {
        if (!(await scrapeOne(child))) throw new Error('it is silent')
        answered.add(child)
        return child
      })
      const [gateway] = await Promise.all([scrapeGateway(asking, answered), Promise.allSettled(asking)])
      // Taken together: who has died meanwhile is among the dead, and nobody is in both.
      const silent = [...latest].filter(([child]) => !answered.has(child)).map(([, figures]) => figures)
      const living = [...latest].filter(([child]) => answered.has(child)).map(([, figures]) => figures)
      const counted = countsOf([...silent, ...ofTheDead])
      return [...living, await counted, gateway]
    },
    over(child) {
      const figures = latest.get(child)
      if (figures === undefined) return
      latest.delete(child)
      ofTheDead = [...ofTheDead, figures]
      joining = joining.then(joinTheDead)
    },
  }
}
