// `from` and `to` mean the same on every route that takes them: days of São Paulo, the last one included, or moments, `to` excluded. Every
// listed row falls into exactly one of two neighbouring periods.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addDays, boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { REQUEST } from '../cashout/requesting.ts'
import { memberOf } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'

const day = dateAt(new Date())
const next = addDays(day, 1)
const midnight = boundsOf(day).to

describe('a period', () => {
  let gateway: TestGateway
  let seller: Seller
  let ana: Person
  let olga: Person
  before(async () => {
    gateway = await openTestGateway({ startsAt: new Date(midnight.getTime() - 30 * MINUTE_MS) })
    ;[seller, olga] = [await gateway.seller({ funds: 500_00 }), await registerOperator(gateway)]
    ana = await memberOf(gateway, seller, 'OWNER')
    await happens()
    gateway.advance(HOUR_MS)
    await happens()
  })
  after(() => gateway[Symbol.asyncDispose]())

  async function happens(): Promise<void> {
    await seller.sell(10_00)
    const { body } = await seller.api('POST', '/api/public/cashout', { ...REQUEST, pixKey: 'negada@example.com' })
    await seller.reaches(`/api/public/cashout/${body.uuid}`, 'FAILED')
    await ana.call('PATCH', '/api/account', { name: 'Loja' })
  }

  async function pages(call: (path: string) => Promise<Answer>, path: string): Promise<string[]> {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await call(path + cursor)
      ids.push(...body.data.map(({ id }: { id: string | number }) => String(id)))
      if (body.nextCursor === null) return ids
      cursor = `&cursor=${body.nextCursor}`
    }
  }

  const routes: [path: string, call: (path: string) => Promise<Answer>][] = [
    ['/api/transactions', path => seller.api('GET', path)],
    ['/api/public/cashout', path => seller.api('GET', path)],
    ['/api/public/statement', path => seller.api('GET', path)],
    ['/api/sales', path => ana.call('GET', path)],
    ['/api/withdrawals', path => ana.call('GET', path)],
    ['/api/statement', path => ana.call('GET', path)],
    ['/api/audit', path => ana.call('GET', path)],
    ['/api/sales/export.csv', path => ana.call('GET', path)],
    ['/api/withdrawals/export.csv', path => ana.call('GET', path)],
    ['/api/statement/export.csv', path => ana.call('GET', path)],
    ['/api/admin/audit', path => olga.call('GET', path)],
  ]
  for (const [path, call] of routes)
    it(`of ${path} has days of São Paulo, and the last one whole`, async () => {
      const read = async (query: string): Promise<string[]> => {
        const answer = await call(`${path}?${path.endsWith('csv') ? '' : 'limit=100&'}${query}`)
        assert.equal(answer.status, 200, answer.text)
        if (path.endsWith('csv')) return answer.text.trim().split('\r\n').slice(1)
        return answer.body.data.map(({ id }: { id: string | number }) => String(id))
      }
      const [whole, first, second] = [await read(''), await read(`to=${day}`), await read(`from=${next}`)]
      assert.ok(first.length > 0 && second.length > 0)
      assert.deepEqual([...second, ...first], whole)
      assert.deepEqual(await read(`from=${day}&to=${day}`), first)
      assert.deepEqual(await read(`from=${next}&to=${next}`), second)
      assert.deepEqual(await read(`to=${midnight.toISOString()}`), first)
      assert.deepEqual(await read(`from=${midnight.toISOString()}`), second)
      if (!path.endsWith('csv')) assert.deepEqual(await pages(call, `${path}?limit=1&from=${day}`), whole)
      for (const query of ['from=2026-02-30', 'to=2026-01-31T12:00:00', `from=${next}&to=${day}`])
        assert.equal((await call(`${path}?${query}`)).status, 400, query)
    })
})
