// A batch of which some asks stand under keys: those that are new are decided, the others get what was told, and the answers
// are kept in the transaction that makes them true. Only for verbs that end with their transaction.
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { Answer, Replayed } from './answer.ts'
import { type Begun, beginKeys, expiryOf, findKeys } from './begin.ts'
import type { KeyRequest } from './key.ts'
import { finishKeys, forgetKeys, keepAnswers } from './store.ts'

/** Something that is asked, under a key or not. */
export interface Keyed {
  key?: KeyRequest | null
}

export interface Deciding<Ask, Outcome> {
  now: Date
  /** One outcome for each ask, in their order, which is that of arrival. */
  decide: (requests: Ask[]) => Promise<Outcome[]>
  /** null: it is not kept, and the key is as unused as before. */
  answerOf: (outcome: Outcome) => Answer | null
  /** What findKeys has answered for the keys of these asks, where they have been looked for already. */
  begun?: Begun[]
}

type KeyedOutcome<Outcome> = Outcome | Replayed | Failure

/** One answer for each ask, in their order. The caller holds a lock on which all asks of one account wait. */
export const underKeys = <Ask extends Keyed, Outcome>(
  tx: Transaction,
  requests: Ask[],
  deciding: Deciding<Ask, Outcome>,
) =>
  decideUnder(tx, requests, deciding, {
    begin: deciding.begun === undefined ? findKeys : async () => deciding.begun as Begun[],
    keep: (kept, now) => keepAnswers(tx, kept, now, expiryOf(now)),
  })

/** One ask on its own, before any other lock: whoever asks the same at the same moment waits for the key. */
export async function underKey<Ask extends Keyed, Outcome>(
  tx: Transaction,
  request: Ask,
  {
    now,
    decide,
    answerOf,
  }: { now: Date; decide: () => Promise<Outcome>; answerOf: (outcome: Outcome) => Answer | null },
): Promise<KeyedOutcome<Outcome>> {
  const deciding = { now, answerOf, decide: async () => [await decide()] }
  const [outcome] = await decideUnder(tx, [request], deciding, {
    begin: beginKeys,
    async keep(kept, _now, left) {
      if (kept.length > 0) await finishKeys(tx, kept)
      if (left.length > 0) await forgetKeys(tx, left)
    },
  })
  return outcome as KeyedOutcome<Outcome>
}

interface Keeping {
  begin: typeof beginKeys
  /** `left` are new keys that are not kept after all. */
  keep: (kept: Kept[], now: Date, left: KeyRequest[]) => Promise<void>
}

interface Kept {
  request: KeyRequest
  answer: Answer
}

async function decideUnder<Ask extends Keyed, Outcome>(
  tx: Transaction,
  requests: Ask[],
  { now, decide, answerOf }: Deciding<Ask, Outcome>,
  { begin, keep }: Keeping,
): Promise<KeyedOutcome<Outcome>[]> {
  const begun = await begunOf(requests, keys => begin(tx, keys, now))
  const fresh = [...requests.keys()].filter(n => isNew(begun[n]))
  const outcomes = fresh.length === 0 ? [] : await decide(fresh.map(n => requests[n] as Ask))
  const decided = new Map(fresh.map((n, place) => [n, outcomes[place] as Outcome]))
  const left: KeyRequest[] = []
  const kept = [...decided].flatMap(([n, outcome]): Kept[] => {
    const key = requests[n]?.key
    if (!key) return []
    const answer = answerOf(outcome)
    if (answer === null) left.push(key)
    return answer === null ? [] : [{ request: key, answer }]
  })
  await keep(kept, now, left)

  return requests.map((_, n) => {
    const known = begun[n]
    if (known instanceof Failure) return known
    if (known?.kind === 'replay') return { replayed: known.answer }
    if (known?.kind !== 'twin') return decided.get(n) as Outcome
    const first = decided.get(known.of) as Outcome
    const answer = answerOf(first)
    return answer === null ? first : { replayed: answer }
  })
}

/** For each ask; what stands under no key is new. Twins name their place among the asks. */
async function begunOf(requests: Keyed[], begin: (keys: KeyRequest[]) => Promise<Begun[]>): Promise<Begun[]> {
  const places = requests.flatMap(({ key }, n) => (key ? [n] : []))
  const begun: Begun[] = requests.map(() => ({ kind: 'fresh' }))
  const found = await begin(places.map(n => requests[n]?.key as KeyRequest))
  for (const [place, one] of found.entries()) {
    const isTwin = !(one instanceof Failure) && one.kind === 'twin'
    begun[places[place] as number] = isTwin ? { kind: 'twin', of: places[one.of] as number } : one
  }
  return begun
}

const isNew = (begun: Begun | undefined) => !(begun instanceof Failure) && begun?.kind === 'fresh'
