// What the doctor reports of a wrong row names only what its statement answers: every message, without a row being wrong.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { surveysOf } from '#doctor/examine.ts'
import type { Row, Survey } from '#doctor/survey.ts'
import { freshDatabase } from '../gateway.ts'

let client: pg.Client
let drop: () => Promise<void>
before(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  client = new pg.Client(fresh.connection)
  await client.connect()
})
after(async () => {
  await client?.end()
  await drop?.()
})

async function columnsOf({ table, judged }: Survey): Promise<string[]> {
  const page = sql`select * from ${raw(table)} limit 0`
  const { text, values } = judged(page, sql`true`)
  return (await client.query(text, values)).fields.map(({ name }) => name)
}

/** What a message reads of a row in which everything is there, and of one in which nothing is. */
function readBy(sentence: (row: Row) => string): string[] {
  const read = new Set<string>()
  for (const value of ['1', null]) {
    const row = new Proxy({} as Row, {
      get(_row, name) {
        read.add(String(name))
        return value
      },
    })
    sentence(row)
  }
  return [...read]
}

it('every message names only what its statement answers', async () => {
  for (const survey of surveysOf(new Date(), new Date()))
    for (const [check, sentence] of Object.entries(survey.checks)) {
      const columns = await columnsOf(survey)
      const missing = readBy(sentence).filter(name => !columns.includes(name))
      assert.deepEqual(missing, [], `${survey.table}.${check} speaks of them`)
    }
})
