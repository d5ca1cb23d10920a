// What an operator asks of the daily comparison: one day, and what is open.
import assert from 'node:assert/strict'
import type { Person } from '../access/person.ts'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'

/** The finished run of the day, which is requested now. */
export async function reconciled(olga: Person, day: string, pspAccountId = 1): Promise<Answer['body']> {
  const asked = await olga.call('POST', '/api/admin/reconciliations', { pspAccountId, day })
  assert.equal(asked.status, 202, asked.text)
  return until(async () => {
    const { body } = await olga.call('GET', `/api/admin/reconciliations/${asked.body.id}`)
    return body.state === 'DONE' ? body : null
  }, `${day} to be read`)
}

export async function casesOf(olga: Person, query = ''): Promise<Answer['body'][]> {
  const { body, status, text } = await olga.call('GET', `/api/admin/reconciliation-cases?limit=100${query}`)
  assert.equal(status, 200, text)
  return body.data
}

/** "received MISSING_HERE 1000" of each case that is open, sorted. */
export async function openCases(olga: Person): Promise<string[]> {
  const cases = await casesOf(olga, '&state=OPEN')
  const { body: totals } = await olga.call('GET', '/api/admin/reconciliation-cases/totals?state=OPEN')
  const sum = cases.reduce((all, { difference }) => all + Math.abs(difference), 0)
  assert.deepEqual(totals, { count: cases.length, amount: sum, more: false })
  return cases.map(({ list, kind, difference }) => `${list} ${kind} ${difference}`).toSorted()
}

/** How many entries of the day agree, and each case that is open after it. */
export async function compared(olga: Person, day: string): Promise<{ matched: number; open: string[] }> {
  const { matched } = await reconciled(olga, day)
  return { matched, open: await openCases(olga) }
}
