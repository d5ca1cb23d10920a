// The audit log: who did what, from where, with what was before, in the commit of its effect; read by whom it concerns.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestHouse, type TestHouse } from '../house.ts'

describe('the audit log', () => {
  let house: TestHouse
  let olga: Person
  let ana: Person
  let bia: Person
  before(async () => {
    house = await openTestHouse()
    olga = await registerOperator(house)
    ana = await register(house)
    bia = await register(house)
  })
  after(() => house[Symbol.asyncDispose]())

  const own = async (person: Person, query = '') => (await person.call('GET', `/api/audit${query}`)).body.data

  it('says who changed what of an account, from what to what, and from where', async () => {
    const path = `/api/admin/accounts/${ana.accountId}`
    await olga.call('PATCH', path, { reserve: { basisPoints: 500 }, transferAllowed: true })
    const [entry] = await own(ana)
    assert.deepEqual([entry.actor.kind, entry.actor.email, entry.address], ['operator', olga.email, '127.0.0.1'])
    assert.deepEqual([entry.action, entry.subject, entry.subjectId], ['account.changed', 'account', `${ana.accountId}`])
    assert.deepEqual(entry.detail, {
      reserve: { before: { basisPoints: 0, days: 30 }, after: { basisPoints: 500, days: 30 } },
    })
  })

  it('never holds a secret', async () => {
    const postbackSecret = 'a-secret-that-nobody-may-read'
    await olga.call('PATCH', `/api/admin/accounts/${ana.accountId}`, { postbackSecret })
    const [entry] = await own(ana)
    assert.deepEqual(entry.detail, { postbackSecret: 'set' })
  })

  it('shows an account its own entries only, and the operator all of them', async () => {
    await bia.call('PATCH', '/api/account', { name: 'Loja da Bia' })
    assert.deepEqual(
      (await own(bia)).map((entry: { userId: number }) => entry.userId),
      [bia.accountId],
    )
    const all = (await olga.call('GET', '/api/admin/audit')).body.data
    assert.ok(new Set(all.map((entry: { userId: number }) => entry.userId)).size >= 2)
    assert.equal((await ana.call('GET', '/api/admin/audit')).status, 403)
  })

  it('keeps what concerns the whole house under the house', async () => {
    await olga.call('PATCH', '/api/admin/switches', { apiCashoutEnabled: true })
    const { body } = await olga.call('GET', '/api/admin/audit?action=switches.changed&limit=1')
    assert.deepEqual([body.data[0].userId, body.data[0].detail], [1000, { apiCashoutEnabled: true }])
  })

  it('is read in pages and by filters', async () => {
    const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)
    const whole = ids((await olga.call('GET', '/api/admin/audit?limit=100')).body)
    const pages: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await olga.call('GET', `/api/admin/audit?limit=2${cursor}`)
      pages.push(...ids(body))
      if (body.nextCursor === null) break
      cursor = `&cursor=${body.nextCursor}`
    }
    assert.deepEqual(pages, whole)
    assert.deepEqual(await own(ana, '?action=nothing.of.the.kind'), [])
    assert.deepEqual(await own(ana, `?to=${new Date(0).toISOString()}`), [])
    assert.equal((await ana.call('GET', '/api/audit?from=yesterday')).status, 400)
  })

  it('cannot be changed or emptied', async () => {
    for (const statement of [sql`update audit set reason = 'other'`, sql`delete from audit`, sql`truncate audit`])
      await assert.rejects(house.db.query(statement), /append-only/)
  })
})
