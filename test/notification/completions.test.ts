// Ended attempts on their way into the log, where the database does not take them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import type { Completion } from '#notification/delivery/completion-store.ts'
import { openCompletions } from '#notification/delivery/completions.ts'

const refusal = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code })

/** What is written, batch by batch, where `refuse` says why a batch is not. */
async function written(count: number, refuse: (batch: Completion[], tries: number) => Error | null): Promise<number[]> {
  const sizes: number[] = []
  const completions = openCompletions({
    log: pino({ level: 'silent' }),
    written() {},
    async write(batch) {
      sizes.push(batch.length)
      const refused = refuse(batch, sizes.length)
      if (refused !== null) throw refused
    },
  })
  for (let n = 0; n < count; n++) completions.add({ at: new Date(n) } as Completion)
  await completions.drain()
  return sizes
}

describe('a batch of ended attempts that is refused', () => {
  for (const code of ['55P03', '40P01', '57014'])
    it(`with ${code} is repeated whole: its parts would only conflict in the same way more often`, async () => {
      assert.deepEqual(await written(256, (_, tries) => (tries === 1 ? refusal(code) : null)), [256, 256])
    })

  it('because of one of them is divided, until that one is alone', async () => {
    let refusedAlone = 0
    const isPoisoned = (batch: Completion[]) => batch.some(({ at }) => at.getTime() === 3)
    const sizes = await written(4, batch => {
      if (!isPoisoned(batch) || refusedAlone > 0) return null
      if (batch.length === 1) refusedAlone++
      return refusal('22P02')
    })
    assert.deepEqual(
      sizes.toSorted((a, b) => b - a),
      [4, 2, 2, 1, 1, 1],
    )
  })
})
