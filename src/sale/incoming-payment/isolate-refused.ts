// Work on many things of which one may be such that the database refuses it, today and at every later try. Its halves are
// tried by themselves then, so that such a thing fails alone and keeps nothing else back. Trouble that may pass is thrown.
import { failsAgain } from '#db/postgres.ts'

/** Answers the sum of the counts that `work` has answered. `refused` hears of each thing that the work failed on alone. */
export async function piecemeal<T>(
  things: T[],
  work: (things: T[]) => Promise<number>,
  refused: (thing: T, error: unknown) => void,
): Promise<number> {
  try {
    return await work(things)
  } catch (error) {
    if (!failsAgain(error)) throw error
    if (things.length > 1) {
      const middle = things.length >> 1
      const before = await piecemeal(things.slice(0, middle), work, refused)
      return before + (await piecemeal(things.slice(middle), work, refused))
    }
    for (const thing of things) refused(thing, error)
    return 0
  }
}
