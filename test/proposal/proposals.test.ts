// What takes two persons: one proposes, another one decides, once; and every step is in the audit log.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { type Person, register, signIn } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { freshDatabase, openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { type Operators, ORDER, openHoldOperations } from '../hold/holding.ts'
import type { Answer } from '../http.ts'
import { until } from '../until.ts'

describe('a proposal', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  /** Of the same database. */
  let other: TestGateway
  let operators: Operators
  let olga: Person
  let otto: Person
  let seller: Seller
  before(async () => {
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    gateway = resources.use(await openTestGateway({ on: { connection, bank } }))
    other = resources.use(await openTestGateway({ on: { connection, bank } }))
    operators = await openHoldOperations(gateway)
    ;({ olga, otto } = operators)
    seller = await gateway.seller({ funds: 1_000_00 })
  })
  after(() => resources.disposeAsync())

  const REASON = { reason: 'Conferido.' }
  const propose = async (more: Record<string, unknown> = {}) =>
    (await operators.place(seller.accountId, { amount: 1_00, ...more })).body
  const say = (
    person: Pick<Person, 'call'>,
    word: string,
    { id }: { id: number },
    body: object = REASON,
    headers = {},
  ) => person.call('POST', `/api/admin/proposals/${id}/${word}`, body, headers)
  const read = async ({ id }: { id: number }) => (await olga.call('GET', `/api/admin/proposals/${id}`)).body
  const refusal = ({ status, body }: Answer) => [status, body.error.message]
  /** Manual holds that came of it. */
  async function heldFor({ id }: { id: number }): Promise<number | undefined> {
    const [row] = await gateway.db.query<{ count: number }>(sql`
      select count(*)::int as count from hold join hold_order on subject = 'hold_order' and hold_order.id = subject_id
      where proposal_id = ${id}`)
    return row?.count
  }

  it('shows who proposes what, why, and until when', async () => {
    const proposal = await propose()
    const { body: me } = await olga.call('GET', '/api/auth/get-session')
    assert.deepEqual(proposal, {
      id: proposal.id,
      kind: 'hold.place',
      accountId: seller.accountId,
      payload: { reason: 'JUDICIAL', amount: 1_00, document: ORDER.document, releaseAt: null },
      reason: ORDER.note,
      proposedBy: { id: me.user.id, name: 'Olga Operadora', email: olga.email },
      state: 'OPEN',
      createdAt: proposal.createdAt,
      expiresAt: new Date(Date.parse(proposal.createdAt) + 7 * DAY_MS).toISOString(),
      decision: null,
      outcome: null,
    })
    const you = { mayConfirm: false, mayNotBecause: 'PROPOSED_BY_YOU', mayConfirmFrom: null, mayReject: false }
    assert.deepEqual(await read(proposal), { ...proposal, you: { ...you, mayWithdraw: true } })
  })

  it('is shown with what each operator may do; one who has just become one confirms nothing for a day', async () => {
    const proposal = await propose()
    const youOf = async (person: Person) => (await person.call('GET', `/api/admin/proposals/${proposal.id}`)).body.you
    assert.deepEqual((await youOf(otto)).mayConfirm, true)
    const nina = await register(gateway, 'Nina')
    await gateway.db.query(sql`update iam."user" set operator = true where email = ${nina.email}`)
    const { mayConfirm, mayNotBecause, mayConfirmFrom, mayReject } = await youOf(nina)
    assert.deepEqual([mayConfirm, mayNotBecause, mayReject], [false, 'TOO_NEW', true])
    const early = await say(nina, 'confirm', proposal)
    assert.deepEqual(
      [early.status, early.body.error.code, early.body.error.message.includes(mayConfirmFrom)],
      [403, 'APPROVER_TOO_NEW', true],
    )
    await gateway.db.query(sql`update iam."user" set operator = false where email = ${olga.email}`)
    const orphaned = await say(otto, 'confirm', proposal)
    assert.deepEqual([orphaned.status, (await youOf(otto)).mayNotBecause], [409, 'AUTHOR_LEFT'])
    await gateway.db.query(sql`
      update iam."user" set operator = true, "operatorSince" = '2000-01-01' where email = ${olga.email}`)
    assert.equal((await say(otto, 'reject', proposal)).status, 202)
  })

  it('is never confirmed or rejected by who made it, nor withdrawn by another', async () => {
    const proposal = await propose()
    for (const word of ['confirm', 'reject']) {
      const answer = await say(olga, word, proposal)
      assert.deepEqual(refusal(answer), [403, 'This takes another person than the one who proposed it'])
    }
    assert.deepEqual(refusal(await say(otto, 'withdraw', proposal)), [403, 'Only who proposed it may withdraw it'])
    assert.deepEqual([(await read(proposal)).state, await heldFor(proposal)], ['OPEN', 0])
    for (const state of ['CONFIRMED', 'REJECTED'])
      await assert.rejects(
        gateway.db.query(sql`
          update proposal set state = ${state}, decided_by = proposed_by, decided_at = now(),
            outcome = case when ${state} = 'CONFIRMED' then '{}'::jsonb end
          where id = ${proposal.id}`),
        /proposal_takes_two/,
      )
  })

  const words: [word: string, by: () => Person, state: string][] = [
    ['confirm', () => otto, 'CONFIRMED'],
    ['reject', () => otto, 'REJECTED'],
    ['withdraw', () => olga, 'WITHDRAWN'],
  ]
  for (const [word, by, state] of words)
    it(`that got the answer ${word} is ${state} for good: the same answer again changes nothing, any other is refused`, async () => {
      const proposal = await propose()
      const answer = await say(by(), word, proposal)
      assert.deepEqual([answer.status, answer.body.state], [202, state])
      assert.deepEqual([answer.body.decision.by.email, answer.body.decision.reason], [by().email, REASON.reason])
      assert.deepEqual((await say(by(), word, proposal)).body, answer.body)
      const message = `A proposal that is ${state} cannot be decided about`
      for (const [another, person] of [
        ['confirm', otto],
        ['reject', otto],
        ['withdraw', olga],
        ['confirm', olga],
      ] as const)
        if (another !== word || person !== by())
          assert.deepEqual(refusal(await say(person, another, proposal)), [409, message])
      assert.equal(await heldFor(proposal), state === 'CONFIRMED' ? 1 : 0)
    })

  it('is done once when many confirm it at once, at two gateways', async () => {
    const proposal = await propose()
    const elsewhere = await signIn(other, otto)
    const answers = await Promise.all(
      [otto, elsewhere, otto, elsewhere].map(person => say(person, 'confirm', proposal)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202, 202, 202],
    )
    assert.equal(await heldFor(proposal), 1)
  })

  it('raced by its confirmation, its rejection and its author has one end', async () => {
    for (let round = 0; round < 4; round++) {
      const proposal = await propose()
      const elsewhere = await signIn(other, otto)
      const answers = await Promise.all([
        say(otto, 'confirm', proposal),
        say(elsewhere, 'reject', proposal),
        say(olga, 'withdraw', proposal),
      ])
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409, 409])
      const { state } = await read(proposal)
      assert.equal(await heldFor(proposal), state === 'CONFIRMED' ? 1 : 0)
    }
  })

  it('under a key is made once, and decided once', async () => {
    const headers = { 'idempotency-key': 'a proposal' }
    const make = (note = ORDER.note) =>
      olga.call('POST', `/api/admin/accounts/${seller.accountId}/holds`, { ...ORDER, amount: 1_00, note }, headers)
    const [first, again] = [await make(), await make()]
    assert.deepEqual([again.status, again.body], [first.status, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await make('Outra coisa.')).status, 422)
    const decided = await say(otto, 'reject', first.body, REASON, headers)
    const replayed = await say(otto, 'reject', first.body, REASON, headers)
    assert.deepEqual([replayed.body, replayed.headers.get('idempotency-replayed')], [decided.body, 'true'])
  })

  it('is in the audit log of the operators, step by step, with the reason', async () => {
    const proposal = await propose()
    await say(otto, 'confirm', proposal)
    const { body } = await olga.call('GET', `/api/admin/audit?subject=proposal&subjectId=${proposal.id}`)
    assert.deepEqual(
      body.data.map(({ userId, action, actor, reason, address }: Record<string, { email: string }>) => [
        ...[userId, action, actor?.email, reason, address],
      ]),
      [
        [1000, 'proposal.confirmed', otto.email, REASON.reason, '127.0.0.1'],
        [1000, 'proposal.made', olga.email, ORDER.note, '127.0.0.1'],
      ],
    )
  })

  it('is read in pages and by filters', async () => {
    const ids = (answer: Answer) => answer.body.data.map(({ id }: { id: number }) => id)
    const whole = ids(await olga.call('GET', '/api/admin/proposals?limit=100'))
    const first = await olga.call('GET', '/api/admin/proposals?limit=3')
    const second = await olga.call('GET', `/api/admin/proposals?limit=3&cursor=${first.body.nextCursor}`)
    assert.deepEqual([...ids(first), ...ids(second)], whole.slice(0, 6))
    const { body } = await olga.call(
      'GET',
      `/api/admin/proposals?state=REJECTED&kind=hold.place&accountId=${seller.accountId}`,
    )
    assert.ok(body.data.length > 0 && body.data.every(({ state }: { state: string }) => state === 'REJECTED'))
    for (const query of ['kind=other', 'accountId=1', 'proposedBy=nobody'])
      assert.deepEqual(ids(await olga.call('GET', `/api/admin/proposals?${query}`)), [])
  })

  it('refuses what it does not understand, and every caller who is no operator', async () => {
    const proposal = await propose()
    const refusals: [person: Person, method: string, path: string, body: unknown, status: number][] = [
      [otto, 'POST', `${proposal.id}/confirm`, {}, 400],
      [otto, 'POST', `${proposal.id}/confirm`, { reason: '   ' }, 400],
      [otto, 'POST', `${proposal.id}/confirm`, { reason: 'because', state: 'CONFIRMED' }, 400],
      [otto, 'POST', `${proposal.id}/forget`, REASON, 404],
      [otto, 'POST', 'x/confirm', REASON, 400],
      [otto, 'POST', '999999/confirm', REASON, 404],
      [otto, 'GET', '999999', undefined, 404],
      [otto, 'GET', '?state=GONE', undefined, 400],
    ]
    for (const [person, method, path, body, status] of refusals) {
      const url = path.startsWith('?') ? `/api/admin/proposals${path}` : `/api/admin/proposals/${path}`
      const answer = await person.call(method, url, body)
      assert.equal(answer.status, status, `${method} ${path} ${answer.text}`)
    }
    const member = await operators.memberOf(seller.accountId)
    assert.equal((await say(member, 'confirm', proposal)).status, 403)
    assert.equal((await member.call('GET', '/api/admin/proposals')).status, 403)
    assert.equal((await say(otto, 'confirm', proposal, REASON, { origin: 'http://evil.example' })).status, 403)
    assert.equal((await read(proposal)).state, 'OPEN')
  })

  it('ends by itself after seven days, and cannot be confirmed from that moment on', async () => {
    const [forgotten, late] = [await propose(), await propose()]
    gateway.advance(7 * DAY_MS - MINUTE_MS)
    assert.equal((await read(forgotten)).state, 'OPEN')
    gateway.advance(2 * MINUTE_MS)
    const answer = await say(otto, 'confirm', late)
    assert.equal(answer.status, 409)
    assert.match(answer.body.error.message, /has run out|EXPIRED/)
    await until(async () => (await read(forgotten)).state === 'EXPIRED' || null, 'the end')
    assert.deepEqual((await read(forgotten)).decision.by, null)
    const { body } = await olga.call('GET', `/api/admin/audit?subject=proposal&subjectId=${forgotten.id}&limit=1`)
    assert.deepEqual([body.data[0].action, body.data[0].actor.kind], ['proposal.expired', 'house'])
  })

  it('leaves the books in order', () => assertBooks(gateway))
})
