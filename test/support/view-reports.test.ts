// What is reported to the account of a support view: that it was opened, everything that was read, before it is shown, and that it has
// ended; and how much one view may read.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { MAX_READ } from '#support/support-view.ts'
import type { Person } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import { FORBIDDEN, type Looking, of, openLooking, refusal, viewing, WHY } from './looking.ts'

let looking: Looking
let gateway: TestGateway
let ana: Person
let olga: Person
let looks: Looking['looks']

before(async () => {
  looking = await openLooking()
  ;({ gateway, ana, olga, looks } = looking)
})
after(() => gateway[Symbol.asyncDispose]())

/** The path goes out as it is. */
async function rawStatus(person: Person, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(gateway.url)
  const asking = request({ hostname, port, path, headers: { cookie: person.cookie, ...of(ana) } }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

interface Entry {
  action: string
  subjectId: string
  detail: { reason: string }
  actor: unknown
  address: unknown
  reason: unknown
}

const reported = async (): Promise<Entry[]> =>
  (await ana.call('GET', '/api/audit?limit=100')).body.data.filter(({ action }: { action: string }) =>
    action.startsWith('support-view.'),
  )

describe('what is reported to the account', () => {
  it('is that support has come, why, what it has read, once each, and that it has gone; not who it was', async () => {
    const before = (await reported()).length
    {
      await using here = await viewing(looking)
      for (const path of ['/api/sales?q=maria', '/api/sales?cursor=x', '/api/withdrawals/999999999', '/api/balance'])
        await Promise.all([looks(here, path), looks(here, path)])
    }
    const entries = (await reported()).slice(0, -before || undefined)
    const message = entries.map(({ action, subjectId, detail, actor, address, reason }: Entry) => ({
      action,
      actor,
      address,
      reason,
      why: detail.reason,
      path: action === 'support-view.read' ? subjectId : null,
    }))
    const nobody = {
      actor: { kind: 'operator', id: null, name: null, email: null },
      address: null,
      reason: null,
      why: WHY,
    }
    const read = (path: string) => ({ action: 'support-view.read', ...nobody, path })
    assert.deepEqual(message, [
      { action: 'support-view.ended', ...nobody, path: null },
      read('/api/balance'),
      read('/api/withdrawals/999999999'),
      read('/api/sales'),
      { action: 'support-view.opened', ...nobody, path: null },
    ])
  })

  it('is in the audit log of the operators with the operator, the address and the reason', async () => {
    const path = `/api/admin/audit?userId=${ana.accountId}&action=support-view.opened&limit=1`
    const [{ actor, address, reason }] = (await olga.call('GET', path)).body.data
    assert.deepEqual([actor.kind, actor.email, address, reason], ['operator', olga.email, '127.0.0.1', WHY])
  })

  it('is reported before it is shown, and has a bound: then a view shows nothing new', async () => {
    await using here = await viewing(looking)
    await gateway.db.query(sql`
      insert into support_view_read (account_id, view_id, path, read_at)
      select ${ana.accountId}, ${here.view.id}::bigint, '/api/sales/' || n, now() from generate_series(1, ${MAX_READ}) n`)
    const answer = await looks(here, '/api/balance')
    assert.deepEqual(refusal(answer), FORBIDDEN)
    assert.match(answer.body.error.message, /300 different things/)
    assert.equal((await looks(here, '/api/sales/7')).status, 404)
  })

  it('has that bound also for requests at the same moment', async () => {
    await using here = await viewing(looking)
    const [left, asked] = [5, 20]
    await gateway.db.query(sql`
      insert into support_view_read (account_id, view_id, path, read_at)
      select ${ana.accountId}, ${here.view.id}::bigint, '/api/sales/' || n, now()
      from generate_series(1, ${MAX_READ - left}) n`)
    const paths = Array.from({ length: asked }, (_, n) => `/api/withdrawals/${1_000_000 + n}`)
    const answers = await Promise.all(paths.flatMap(path => [looks(here, path), looks(here, path)]))
    const shown = answers.flatMap(({ status }, n) => (status === 404 ? [paths[n >> 1]] : []))
    assert.equal(new Set(shown).size, left)
    for (const answer of answers) if (answer.status !== 404) assert.deepEqual(refusal(answer), FORBIDDEN)
    const [row] = await gateway.db.query<{ read: number }>(sql`
      select count(*)::int as read from support_view_read where view_id = ${here.view.id}::bigint`)
    assert.equal(row?.read, MAX_READ)
    const entries = (await reported()).filter(({ subjectId }) => subjectId.startsWith('/api/withdrawals/1000'))
    assert.deepEqual(entries.map(({ subjectId }) => subjectId).sort(), [...new Set(shown)].sort())
  })

  it('names what was read also where the address names a host, as in a request to a proxy', async () => {
    await using here = await viewing(looking)
    for (const host of [new URL(gateway.url).host, 'x'.repeat(300)]) {
      const path = `http://${host}/api/webhook/deliveries/${host.length}`
      assert.equal(await rawStatus(here, path), 404)
      const [last] = await reported()
      assert.equal(last?.subjectId, `/api/webhook/deliveries/${host.length}`)
    }
  })

  it('names what was read however its path was written', async () => {
    await using here = await viewing(looking)
    const encoded = (path: string) => path.replaceAll(/[a-z\d]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)
    for (const path of [`/${encoded('api/webhook/deliveries/4711')}`, '/api/sales/%34%37'])
      assert.equal((await looks(here, path)).status, 404)
    const [second, first] = await reported()
    assert.deepEqual([first?.subjectId, second?.subjectId], ['/api/webhook/deliveries/4711', '/api/sales/47'])
  })

  it('is readable whatever was requested', async () => {
    await using here = await viewing(looking)
    for (const path of ['/api/sales/%00', '/api/sales/%ED%A0%80', `/api/sales/${'9'.repeat(5_000)}`, '/api/sales/ç'])
      assert.ok((await looks(here, path)).status < 500, path)
    const [last] = await reported()
    assert.ok((last?.subjectId.length ?? 0) <= 200)
  })
})
