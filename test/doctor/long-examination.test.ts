// An examination takes as long as it takes: neither connection of it is ended for waiting while the other one reads, and its
// pages are as small as they must be for a server that is slow.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { type ExamineOptions, examine } from '#doctor/examine.ts'
import { nextPace } from '#doctor/survey.ts'
import { systemClock } from '#kernel/time.ts'
import { type ClosedGateway, closedGateway } from './scene.ts'

let gateway: ClosedGateway
before(async () => {
  gateway = await closedGateway()
})
after(() => gateway?.[Symbol.asyncDispose]())

interface Slow {
  /** How long a connection may wait in a transaction. */
  idleMs: number
  /** Whether a page of this statement takes long. */
  isSlow: (text: string) => boolean
  pageMs: number
}

function examineSlowly({ idleMs, isSlow, pageMs }: Slow, options: ExamineOptions = {}) {
  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    gateway.db.transaction(async tx => {
      await tx.query(sql`set local idle_in_transaction_session_timeout = ${raw(`${idleMs}`)}`)
      return work({
        inTransaction: true,
        async query(statement) {
          if (isSlow(statement.text)) await tx.query(sql`select pg_sleep(${pageMs / 1_000})`)
          return tx.query(statement)
        },
      })
    })
  return examine({ db: { transaction }, clock: systemClock }, options)
}

it('is not ended for waiting in one connection while it reads through the other', async () => {
  const isSlow = (text: string) => text.includes('select * from sale where account_id')
  const examination = await examineSlowly({ idleMs: 300, isSlow, pageMs: 1_000 })
  assert.deepEqual(examination?.findings, [])
})

it('reads smaller pages where the server is slow, and larger ones where it is quick', () => {
  assert.deepEqual(
    [nextPace(2_000, 100, 20_000), nextPace(16_000, 100, 20_000), nextPace(8_000, 2_000, 20_000)],
    [4_000, 20_000, 8_000],
  )
  assert.deepEqual(
    [nextPace(8_000, 5_000, 20_000), nextPace(150, 5_000, 20_000), nextPace(3, 5_000, 3)],
    [4_000, 100, 3],
  )
})
