// The audit log: who did what, from where, with what was before, in the commit of its effect; read by whom it concerns.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { record } from '#audit/audit.ts'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'

describe('the audit log', () => {
  let gateway: TestGateway
  let olga: Person
  let ana: Person
  let bia: Person
  before(async () => {
    gateway = await openTestGateway()
    olga = await registerOperator(gateway)
    ana = await register(gateway)
    bia = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const own = async (person: Person, query = '') => (await person.call('GET', `/api/audit${query}`)).body.data

  it('says who changed what of an account, from what to what, and from where', async () => {
    const path = `/api/admin/accounts/${ana.accountId}`
    await olga.call('PATCH', path, { reserve: { basisPoints: 500 }, transferAllowed: true })
    const [entry] = (await olga.call('GET', `/api/admin/audit?userId=${ana.accountId}`)).body.data
    assert.deepEqual([entry.actor.kind, entry.actor.email, entry.address], ['operator', olga.email, '127.0.0.1'])
    assert.deepEqual([entry.action, entry.subject, entry.subjectId], ['account.changed', 'account', `${ana.accountId}`])
    assert.deepEqual(entry.detail, {
      reserve: { before: { basisPoints: 0, days: 30 }, after: { basisPoints: 500, days: 30 } },
    })
  })

  it('shows to an account what the operator did, and neither who of them, nor from where, nor their internal reason', async () => {
    const reason = 'Cliente do cunhado do diretor.'
    await gateway.db.transaction(async tx => {
      const [{ id = '' } = {}] = await tx.query<{ id: string }>(
        sql`select id from iam."user" where email = ${olga.email}`,
      )
      const actor = { kind: 'operator', id, address: '203.0.113.9' } as const
      await record(
        tx,
        [{ accountId: ana.accountId, actor, action: 'test.done', subject: 'test', subjectId: 1, reason }],
        new Date(),
      )
    })
    const path = `?action=test.done`
    const [seen] = (await olga.call('GET', `/api/admin/audit${path}`)).body.data
    assert.deepEqual([seen.actor.email, seen.address, seen.reason], [olga.email, '203.0.113.9', reason])
    const [entry] = await own(ana, path)
    assert.deepEqual([entry.id, entry.action], [seen.id, 'test.done'])
    assert.deepEqual(entry.actor, { kind: 'operator', id: null, name: null, email: null })
    assert.deepEqual([entry.address, entry.reason], [null, null])
    assert.deepEqual(await own(ana, `${path}&actorId=${seen.actor.id}`), [])
    const [terms] = await own(ana, '?action=account.changed')
    assert.deepEqual([terms.actor.kind, terms.actor.email, terms.address], ['operator', null, null])
  })

  it('keeps who an own member is, from where, and why', async () => {
    await ana.call('PATCH', '/api/account', { name: 'Loja da Ana' })
    const [entry] = await own(ana)
    assert.deepEqual([entry.actor.kind, entry.actor.email, entry.address], ['member', ana.email, '127.0.0.1'])
  })

  it('never holds a secret', async () => {
    const postbackSecret = 'a-secret-that-nobody-may-read'
    await olga.call('PATCH', `/api/admin/accounts/${ana.accountId}`, { postbackSecret })
    const [entry] = await own(ana)
    assert.deepEqual(entry.detail, { postbackSecret: 'set' })
  })

  it('has one entry for what was done, however often it is said', async () => {
    const { body: key } = await bia.call('POST', '/api/credentials', { name: 'Loja' })
    for (const _ of [1, 2]) assert.equal((await bia.call('DELETE', `/api/credentials/${key.id}`)).status, 204)
    const entries = await own(bia, `?subject=api_key&subjectId=${key.id}`)
    assert.deepEqual(
      entries.map(({ action, detail }: { action: string; detail: object }) => [action, detail]),
      [
        ['api-key.revoked', { name: 'Loja', publicKey: key.publicKey }],
        ['api-key.made', { name: 'Loja', publicKey: key.publicKey, scopes: null, expiresAt: null }],
      ],
    )
    await bia.call('PUT', '/api/allowed-ips', { ips: ['203.0.113.9'] })
    assert.equal((await bia.call('PUT', '/api/allowed-ips', { ips: ['no'] })).status, 400)
    await bia.call('PUT', '/api/allowed-ips', { ips: [] })
    const lists = (await own(bia, '?action=allowed-ips.replaced')).map(({ detail }: { detail: object }) => detail)
    assert.deepEqual(lists, [
      { before: ['203.0.113.9'], after: [] },
      { before: [], after: ['203.0.113.9'] },
    ])
  })

  it('is read where an entry names a person who is not stored', async () => {
    const actor = { kind: 'operator', id: 'nobody', address: '203.0.113.9' } as const
    const what = { accountId: ana.accountId, action: 'test.unknown', subject: 'test', subjectId: 1 }
    await gateway.db.transaction(tx => record(tx, [{ ...what, actor }], new Date()))
    const { body } = await olga.call('GET', '/api/admin/audit?action=test.unknown')
    assert.deepEqual(body.data[0].actor, { kind: 'operator', id: 'nobody', name: null, email: null })
  })

  it('shows an account its own entries only, and the operator all of them', async () => {
    await bia.call('PATCH', '/api/account', { name: 'Loja da Bia' })
    assert.deepEqual([...new Set((await own(bia)).map((entry: { userId: number }) => entry.userId))], [bia.accountId])
    const all = (await olga.call('GET', '/api/admin/audit')).body.data
    assert.ok(new Set(all.map((entry: { userId: number }) => entry.userId)).size >= 2)
    assert.equal((await ana.call('GET', '/api/admin/audit')).status, 403)
  })

  it('keeps what concerns the whole gateway under the operator', async () => {
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
      await assert.rejects(gateway.db.query(statement), /append-only/)
  })
})
