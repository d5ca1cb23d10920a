// Databases that commit, or do not, and never answer.
import assert from 'node:assert/strict'
import { CommitInDoubt, type Database } from '#db/postgres.ts'

/** A database whose first transaction ends without an answer to its COMMIT, committed or not. */
export function losingAnswer(db: Database, committed: boolean): Database {
  let lost = false
  return {
    ...db,
    async transaction(work) {
      if (lost) return db.transaction(work)
      lost = true
      const undone = new Error('rolled back')
      await db
        .transaction(async tx => {
          await work(tx)
          if (!committed) throw undone
        })
        .catch(error => assert.equal(error, undone))
      throw new CommitInDoubt(new Error('cut'))
    },
  }
}
