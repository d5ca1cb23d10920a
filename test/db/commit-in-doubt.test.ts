// What a verb answers when the answer to its COMMIT is lost: what it decided, where the look finds it, and the doubt elsewhere.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commitOrLookUp } from '#db/commit-in-doubt.ts'
import { CommitInDoubt, ConnectionTrouble, type Database, type Transaction } from '#db/postgres.ts'

const CUT = new CommitInDoubt(new Error('cut'))
const TX = { inTransaction: true } as Transaction

/** Its transactions run the work so many times, as deadlocks make them, and end like this. */
const database = (end: 'committed' | Error, times = 1) =>
  ({
    async transaction<T>(work: (tx: Transaction) => Promise<T>) {
      for (let n = 1; n < times; n++) await work(TX)
      const answer = await work(TX)
      if (end !== 'committed') throw end
      return answer
    },
  }) as unknown as Database

const never = () => assert.fail('no look is needed')

describe('a commit', () => {
  it('that was answered is not looked up', async () => {
    const committed = await commitOrLookUp(database('committed'), { work: async () => 'paid', isCommitted: never })
    assert.deepEqual(committed, { decided: 'paid', wasInDoubt: false })
  })

  it('that failed fails as it did', async () => {
    const refused = new Error('refused')
    await assert.rejects(commitOrLookUp(database(refused), { work: async () => 'paid', isCommitted: never }), refused)
  })

  it('in doubt that is found answers the decision of the last try', async () => {
    let tries = 0
    const looked: number[] = []
    const committed = await commitOrLookUp(database(CUT, 3), {
      work: async () => ++tries,
      async isCommitted(decided) {
        looked.push(decided)
        return true
      },
    })
    assert.deepEqual([committed, looked], [{ decided: 3, wasInDoubt: true }, [3]])
  })

  it('in doubt that is not found stays in doubt', async () => {
    const doubtful = { work: async () => 'paid', isCommitted: async () => false }
    await assert.rejects(commitOrLookUp(database(CUT), doubtful), CUT)
  })

  it('in doubt is looked up again while the database cannot be reached', async () => {
    let looks = 0
    const isCommitted = async () => {
      if (++looks === 1) throw new ConnectionTrouble(new Error('away'))
      return true
    }
    const committed = await commitOrLookUp(database(CUT), { work: async () => 'paid', isCommitted })
    assert.deepEqual([committed.decided, looks], ['paid', 2])
  })

  it('in doubt whose look fails stays in doubt, with both reasons', async () => {
    const broken = new Error('refused')
    const doubtful = { work: async () => 'paid', isCommitted: () => Promise.reject(broken) }
    await assert.rejects(commitOrLookUp(database(CUT), doubtful), error => {
      assert.ok(error instanceof CommitInDoubt && error.cause instanceof AggregateError)
      assert.deepEqual(error.cause.errors, [CUT.cause, broken])
      return true
    })
  })

  it('in doubt before anything was decided stays in doubt', async () => {
    const cut = { transaction: () => Promise.reject(CUT) } as unknown as Database
    await assert.rejects(commitOrLookUp(cut, { work: async () => 'paid', isCommitted: never }), CUT)
  })
})
