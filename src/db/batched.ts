// Batches of the hot verbs: calls that arrive while a flush is under way go with the next one, in one transaction. A batch that
// failed is halved only where the failure has certainly changed nothing.
import { makeBatch } from '#kernel/concurrency/batch.ts'
import { isWorthHalving } from './passing.ts'

const LARGEST_BATCH = 256
const MAX_WAITING = 4_096

/** `gather` is waited for before each batch is taken. */
export function batched<Request, Answer>(
  name: string,
  flush: (requests: Request[]) => Promise<Answer[]>,
  gather?: () => Promise<void>,
): (request: Request) => Promise<Answer> {
  return makeBatch({
    name,
    flush,
    ...(gather !== undefined && { gather }),
    max: LARGEST_BATCH,
    maxWaiting: MAX_WAITING,
    divisible: isWorthHalving,
  })
}

/** For work that has nothing to answer. */
export const batchedVoid = <Request>(
  name: string,
  work: (requests: Request[]) => Promise<void>,
  gather: () => Promise<void>,
): ((request: Request) => Promise<void>) =>
  batched(
    name,
    async requests => {
      await work(requests)
      return requests.map(() => undefined)
    },
    gather,
  )
