// A batch of requests of which some stand under keys: which of them are new and have to be decided, what the others are
// answered, and which answers are to be kept. Pure: keys are looked up before, and answers are written after.
import { Failure } from '#kernel/failure.ts'
import type { Answer, Replayed } from './answer.ts'
import type { Begun } from './begin.ts'
import type { KeyRequest } from './key.ts'
import type { Keyed } from './under.ts'

export interface KeptAnswer {
  request: KeyRequest
  answer: Answer
}

export interface KeyedBatch<Request extends Keyed, Outcome> {
  /** To be decided, in the order of arrival. */
  fresh: Request[]
  /** `decided`: one outcome for each fresh request, in their order. */
  answersToKeep(decided: Outcome[]): KeptAnswer[]
  /** The keys of fresh requests whose outcome is not kept: they stay as unused as before. */
  keysToForget(decided: Outcome[]): KeyRequest[]
  /** One outcome for each request of the batch, in their order. */
  outcomes<Final extends Outcome>(decided: Final[]): (Final | Replayed | Failure)[]
}

/** The keys of a batch, as `findKeys` and `beginKeys` take them. */
export const keysOf = (requests: Keyed[]): KeyRequest[] => requests.flatMap(({ key }) => key ?? [])

/**
 * `begun` is what is known of `keysOf(requests)`. `answerOf` answers null for an outcome that is not kept: then its twins of the
 * batch share the outcome itself.
 */
export function keyedBatch<Request extends Keyed, Outcome>(
  requests: Request[],
  begun: Begun[],
  answerOf: (outcome: Outcome, request: Request) => Answer | null,
): KeyedBatch<Request, Outcome> {
  const known = knownOf(requests, begun)
  const freshPlaces = [...requests.keys()].filter(n => isFresh(known[n]))
  const fresh = freshPlaces.map(n => requests[n] as Request)
  const placeOf = new Map(freshPlaces.map((n, place) => [n, place]))

  const answered = (decided: Outcome[]) =>
    fresh.flatMap((request, n) =>
      request.key ? [{ request: request.key, answer: answerOf(decided[n] as Outcome, request) }] : [],
    )

  return {
    fresh,
    answersToKeep: decided =>
      answered(decided).flatMap(({ request, answer }) => (answer === null ? [] : [{ request, answer }])),
    keysToForget: decided => answered(decided).flatMap(({ request, answer }) => (answer === null ? [request] : [])),
    outcomes<Final extends Outcome>(decided: Final[]) {
      const decidedAt = (n: number) => decided[placeOf.get(n) as number] as Final
      return requests.map((_, n): Final | Replayed | Failure => {
        const one = known[n] as Begun
        if (one instanceof Failure) return one
        if (one.kind === 'replay') return { replayed: one.answer }
        if (one.kind !== 'twin') return decidedAt(n)
        const answer = answerOf(decidedAt(one.of), requests[one.of] as Request)
        return answer === null ? decidedAt(one.of) : { replayed: answer }
      })
    },
  }
}

/** For each request; one without a key is fresh. Twins name their place among the requests. */
function knownOf(requests: Keyed[], begun: Begun[]): Begun[] {
  const places = requests.flatMap(({ key }, n) => (key ? [n] : []))
  const known: Begun[] = requests.map(() => ({ kind: 'fresh' }))
  for (const [place, one] of begun.entries()) {
    const isTwin = !(one instanceof Failure) && one.kind === 'twin'
    known[places[place] as number] = isTwin ? { kind: 'twin', of: places[one.of] as number } : one
  }
  return known
}

const isFresh = (begun: Begun | undefined) => !(begun instanceof Failure) && begun?.kind === 'fresh'
