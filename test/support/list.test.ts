// Who looks at which account for support: the operator's list, and what the members of an account see of it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Person, register, registerOperator, signIn } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'

const VIEWS = '/api/admin/support-views'

let gateway: TestGateway
let ana: Person
let bia: Person
let olga: Person
let otto: Person

before(async () => {
  gateway = await openTestGateway()
  ana = await register(gateway, 'Loja da Ana')
  bia = await register(gateway, 'Loja da Bia')
  olga = await registerOperator(gateway)
  otto = await registerOperator(gateway)
  await gateway.db.query(sql`update iam."user" set name = 'Otto' where email = ${otto.email}`)
})
after(() => gateway[Symbol.asyncDispose]())

const opened = async (person: Person, { accountId }: Person, reason = 'Chamado 4711') => {
  const { status, body } = await person.call('POST', `/api/admin/accounts/${accountId}/support-views`, { reason })
  assert.equal(status, 201)
  return body
}
const ended = async (person: Person, { id }: { id: string }) =>
  assert.equal((await person.call('POST', `${VIEWS}/${id}/end`)).status, 202)
const listed = async (query = '', person = olga) => (await person.call('GET', `${VIEWS}${query}`)).body.data
const idsOf = (views: { id: string }[]) => views.map(({ id }) => id)
const seenBy = async (person: Person) => (await person.call('GET', '/api/support-views')).body

describe('the list of support views', () => {
  it('has the open ones, with who, which account, why and until when, the newest first', async () => {
    const [here, there] = [await signIn(gateway, olga), await signIn(gateway, otto)]
    const first = await opened(here, ana)
    const second = await opened(there, bia, 'Chamado 4712')
    const views = await listed()
    assert.deepEqual(idsOf(views), [second.id, first.id])
    const { openedBy, ...rest } = views[0]
    assert.equal(openedBy.name, 'Otto')
    const { openedAt, expiresAt } = second
    assert.deepEqual(rest, {
      id: second.id,
      accountId: bia.accountId,
      accountName: 'Loja da Bia',
      reason: 'Chamado 4712',
      openedAt,
      expiresAt,
      status: 'OPEN',
      endedAt: null,
      endedBy: null,
    })
    assert.deepEqual(idsOf(await listed(`?accountId=${ana.accountId}`)), [first.id])
    assert.deepEqual(idsOf(await listed('?status=ENDED')), [])
    for (const [person, view] of [
      [here, first],
      [there, second],
    ] as const)
      await ended(person, view)
  })

  it('has the ended ones by a filter: with who ended them, and no one where the time or the session was over', async () => {
    const [one, two, three] = [await signIn(gateway, olga), await signIn(gateway, olga), await signIn(gateway, olga)]
    const byOther = await opened(one, ana)
    const signedOut = await opened(two, ana)
    await ended(otto, byOther)
    assert.equal((await two.call('POST', '/api/auth/sign-out', {})).status, 200)
    const ranOut = await opened(three, ana)
    await gateway.db.query(sql`update support_view set expires_at = opened_at where id = ${ranOut.id}::bigint`)
    assert.deepEqual(await listed(), [])
    const views = await listed('?status=ENDED&limit=3')
    assert.deepEqual(
      views.map(({ id, status, endedAt, endedBy }: Record<string, { name: string } | null>) => ({
        id,
        status,
        by: endedBy?.name ?? null,
        isEnded: endedAt !== null,
      })),
      [
        { id: ranOut.id, status: 'ENDED', by: null, isEnded: false },
        { id: signedOut.id, status: 'ENDED', by: null, isEnded: false },
        { id: byOther.id, status: 'ENDED', by: 'Otto', isEnded: true },
      ],
    )
  })

  it('does not have those of a person who is no operator any more as open', async () => {
    const gone = await registerOperator(gateway)
    const view = await opened(gone, ana)
    await gateway.db.query(sql`update iam."user" set operator = false where email = ${gone.email}`)
    assert.deepEqual(await listed(), [])
    assert.deepEqual((await seenBy(ana)).data, [])
    assert.equal((await listed('?status=ENDED&limit=1'))[0].id, view.id)
    await ended(olga, view)
  })

  it('comes in pages', async () => {
    const made: string[] = []
    for (let n = 0; n < 5; n++) {
      const view = await opened(olga, bia, `Chamado ${n}`)
      made.unshift(view.id)
      await ended(olga, view)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await olga.call('GET', `${VIEWS}?status=ENDED&accountId=${bia.accountId}&limit=2${more}`)
      assert.ok(body.data.length <= 2)
      seen.push(...idsOf(body.data))
      cursor = body.nextCursor
    } while (cursor !== null)
    assert.deepEqual(seen.slice(0, made.length), made)
    assert.equal(new Set(seen).size, seen.length)
  })

  it('is for operators, and takes what it knows', async () => {
    assert.equal((await ana.call('GET', VIEWS)).status, 403)
    for (const query of ['status=OPENED', 'accountId=0', 'accountId=x', 'limit=0', 'cursor=AAAA'])
      assert.equal((await olga.call('GET', `${VIEWS}?${query}`)).status, 400, query)
  })

  it('finds the open ones by an index, among many that ran out', async () => {
    await gateway.db.query(sql`
      insert into support_view (account_id, opened_by, session_id, reason, opened_at, expires_at)
      select ${ana.accountId}, gen_random_uuid()::text, gen_random_uuid()::text, 'long ago',
        now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '30 minutes'
      from generate_series(1, 20000) n`)
    await gateway.db.query(sql`analyze support_view`)
    const plan = await gateway.db.query<{ 'QUERY PLAN': string }>(sql`
      explain select id from support_view where ended_at is null and expires_at > now() order by id desc limit 21`)
    assert.match(plan.map(row => row['QUERY PLAN']).join('\n'), /support_view_until/)
  })
})

describe('the people of an account', () => {
  it('see that support is there, why and until when, and not who; and none of another account', async () => {
    const view = await opened(olga, ana)
    const { id, openedAt, expiresAt, reason } = view
    assert.deepEqual(await seenBy(ana), { data: [{ id, reason, openedAt, expiresAt }], nextCursor: null })
    assert.deepEqual((await seenBy(bia)).data, [])
    await ended(olga, view)
    assert.deepEqual((await seenBy(ana)).data, [])
  })

  it('see it go when its time is over', async () => {
    await opened(olga, ana)
    assert.equal((await seenBy(ana)).data.length, 1)
    gateway.advance(30 * MINUTE_MS)
    assert.deepEqual((await seenBy(ana)).data, [])
    assert.deepEqual(await listed(), [])
  })
})
