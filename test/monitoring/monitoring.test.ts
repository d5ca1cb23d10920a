// Monitoring against money laundering, from the movements to the decision that is kept: through the operator's routes, with money that
// was really paid.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, register } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, sellerOf } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { openWatch, type Watch } from './watching.ts'

const CASES = '/api/admin/monitoring/cases'
const REASON = 'The buyer has paid in instalments, see the contract.'

/** What a member or a key may read without naming anything; what never ends is left out. */
const isReadBySellers = ({ method, url, rules }: ListedRoute) =>
  method === 'GET' &&
  ['session', 'person', 'api-key'].includes(rules.guard) &&
  !url.includes(':') &&
  !/\/(?:live|stream)$/.test(url)

describe('a case', () => {
  let watch: Watch
  let owner: Person
  let seller: Seller
  let uuid: string
  before(async () => {
    watch = await openWatch()
    owner = await register(watch.gateway)
    seller = await sellerOf(watch.gateway, owner)
    await watch.only('CASHOUT_STRUCTURING', { minCount: 3, limitCents: 300_00, windowHours: 1 })
    await watch.sells(seller, 2_000)
  })
  after(() => watch[Symbol.asyncDispose]())

  const decide = (body: object) => watch.olga.call('POST', `${CASES}/${uuid}/decide`, body)
  const alerts = async (code: string) => {
    const { body } = await watch.olga.call('GET', '/api/admin/alarms?status=open&limit=100')
    return body.data.filter((alert: { code: string }) => alert.code === code)
  }

  it('is opened when cashouts to one key, each below the limit, are together above it, and not before', async () => {
    await watch.pays(seller, 100)
    await watch.pays(seller, 300)
    await watch.pays(seller, 100)
    await watch.evaluated(seller)
    // Two below the limit; one that is not below it is none of them.
    assert.deepEqual(await watch.casesOf(seller), [])
    await watch.pays(seller, 100)
    await watch.evaluated(seller)
    // Three, and 300.00 is not above 300.00.
    assert.deepEqual(await watch.casesOf(seller), [])
    const last = await watch.pays(seller, 100.01)
    await watch.evaluated(seller)
    const [found, ...others] = await watch.casesOf(seller)
    assert.deepEqual(others, [])
    assert.ok(found)
    uuid = found.uuid
    const { rule, state, exceeded, subjectKind, subject, amount, movements } = found
    assert.deepEqual(
      { rule, state, exceeded, subjectKind, subject, amount, movements },
      {
        ...{ rule: 'CASHOUT_STRUCTURING', state: 'OPEN', exceeded: 'AMOUNT' },
        ...{ subjectKind: 'PIX_KEY', subject: 'maria@example.com', amount: 400_01, movements: 4 },
      },
    )
    const { body } = await watch.olga.call('GET', `${CASES}/${uuid}`)
    assert.deepEqual(
      body.evidence.map(({ direction, amount: cents, reference }: Record<string, unknown>) => [
        direction,
        cents,
        reference,
      ]),
      [100_00, 100_00, 100_00, 100_01].map(cents => ['CASHOUT', cents, 'cashout']),
    )
    assert.equal(body.evidence.at(-1).uuid, last)
    assert.deepEqual(body.parameters, { windowHours: 1, minCount: 3, limitCents: 300_00 })
    assert.deepEqual(body.decisions, [])
    const dueInMs = new Date(body.analysisDueAt).getTime() - new Date(body.openedAt).getTime()
    assert.equal(dueInMs, 45 * DAY_MS)
    const [alert] = await until(async () => {
      const open = await alerts('MONITORING_CASE_WAITING')
      return open.length > 0 ? open : null
    }, 'the alert')
    assert.equal(alert.known.case, uuid)
  })

  it('gathers what follows, and is not opened anew', async () => {
    await watch.pays(seller, 120)
    await watch.evaluated(seller)
    const cases = await watch.casesOf(seller)
    assert.deepEqual(
      cases.map(found => [found.uuid, found.amount, found.movements]),
      [[uuid, 520_01, 5]],
    )
    assert.equal((await watch.olga.call('GET', `${CASES}/${uuid}`)).body.evidence.length, 5)
    const { body: totals } = await watch.olga.call('GET', `${CASES}/totals`)
    assert.deepEqual(totals.states.OPEN, { count: 1, amount: 520_01 })
  })

  it('is decided with a reason, and with the protocol where it was reported', async () => {
    for (const [body, field] of [
      [{ decision: 'REPORTED', reason: REASON }, 'protocol'],
      [{ decision: 'DISMISSED', reason: REASON, protocol: '1' }, 'protocol'],
      [{ decision: 'DISMISSED', reason: '  .' }, 'reason'],
      [{ decision: 'DISMISSED' }, 'reason'],
    ] as const) {
      const refused = await decide(body)
      assert.equal(refused.status, 400, refused.text)
      assert.match(refused.text, new RegExp(field))
    }
    assert.equal((await decide({ decision: 'REOPENED', reason: REASON })).status, 409)
    const dismissed = await decide({ decision: 'DISMISSED', reason: REASON })
    assert.equal(dismissed.status, 202, dismissed.text)
    assert.equal(dismissed.body.state, 'DISMISSED')
    assert.equal((await decide({ decision: 'DISMISSED', reason: REASON })).status, 409)
    await until(async () => (await alerts('MONITORING_CASE_WAITING')).length === 0 || null, 'the alert to be resolved')
    assert.equal((await decide({ decision: 'REOPENED', reason: 'A letter has come.' })).body.state, 'OPEN')
    const reported = await decide({
      decision: 'REPORTED',
      reason: 'It has no reason in its business.',
      protocol: '4711',
    })
    assert.equal(reported.status, 202, reported.text)
    assert.deepEqual(
      reported.body.decisions.map(({ decision, protocol }: Record<string, unknown>) => [decision, protocol]),
      [
        ['DISMISSED', null],
        ['REOPENED', null],
        ['REPORTED', '4711'],
      ],
    )
    assert.equal(reported.body.decisions[0].reason, REASON)
    const { body: audit } = await watch.olga.call('GET', '/api/admin/audit?subject=monitoring_case')
    assert.deepEqual(
      audit.data.map(({ action }: { action: string }) => action),
      ['monitoring-case.reported', 'monitoring-case.reopened', 'monitoring-case.dismissed'],
    )
    assert.equal(audit.data.at(-1).reason, REASON)
    // Decisions cannot be changed, and nothing of a case can be removed.
    for (const statement of [
      sql`update monitoring_decision set reason = 'another'`,
      sql`delete from monitoring_evidence`,
      sql`delete from monitoring_case`,
    ])
      await assert.rejects(watch.gateway.db.query(statement), /append-only/)
  })

  it('that was decided is not counted again', async () => {
    await watch.pays(seller, 100)
    await watch.pays(seller, 100)
    await watch.evaluated(seller)
    assert.equal((await watch.casesOf(seller)).length, 1)
    await watch.pays(seller, 100.01)
    await watch.evaluated(seller)
    const [next] = await watch.casesOf(seller, '&state=OPEN')
    assert.deepEqual([next?.movements, next?.amount], [3, 300_01])
    const reopened = await decide({ decision: 'REOPENED', reason: 'Once more.' })
    assert.equal(reopened.status, 409, reopened.text)
  })

  it('is never shown to the seller, wherever they look', async () => {
    const shown = watch.gateway.gateway.routes.filter(isReadBySellers)
    for (const { url, rules } of shown) {
      const answer = await (rules.guard === 'api-key' ? seller.api('GET', url) : owner.call('GET', url))
      assert.doesNotMatch(answer.text, /monitor|coaf|lavagem|launder/i, url)
      assert.ok(!answer.text.includes(uuid), url)
    }
    assert.ok(shown.length > 40, `only ${shown.length} routes were read`)
    assert.ok(!(await owner.call('GET', `/api/search?q=${uuid}`)).text.includes(uuid))
    for (const path of [CASES, `${CASES}/${uuid}`, `${CASES}.csv`, '/api/admin/monitoring/rules'])
      assert.equal((await owner.call('GET', path)).status, 403, path)
    for (const mail of watch.gateway.mails) assert.doesNotMatch(JSON.stringify(mail), /monitor|coaf/i)
    await assertBooks(watch.gateway)
  })

  slow('is in the file of cases, with the decision that closed it', async () => {
    const file = await watch.olga.call('GET', `${CASES}.csv?format=iso&state=REPORTED`)
    const [head, row, ...more] = file.text.trim().split('\r\n')
    assert.match(head ?? '', /^uuid,accountId,accountName,rule,state,/)
    assert.match(
      row ?? '',
      new RegExp(`^${uuid},${seller.accountId},.*,CASHOUT_STRUCTURING,REPORTED,maria@example.com,.*520.01`),
    )
    assert.match(row ?? '', /It has no reason in its business\.,4711$/)
    assert.deepEqual(more, [])
  })

  slow('whose analysis is overdue raises its alert once, and resolves it when it is decided', async () => {
    const [open] = await watch.casesOf(seller, '&state=OPEN')
    watch.gateway.advance(44 * DAY_MS)
    await watch.evaluated(seller)
    assert.deepEqual(await alerts('MONITORING_CASE_OVERDUE'), [])
    watch.gateway.advance(DAY_MS)
    const overdue = () => alerts('MONITORING_CASE_OVERDUE')
    const [alert] = await until(async () => {
      watch.gateway.advance(5 * MINUTE_MS)
      const found = await overdue()
      return found.length > 0 ? found : null
    }, 'the alert')
    assert.equal(alert.known.case, open?.uuid)
    assert.equal((await watch.casesOf(seller, '&overdue=true')).length, 1)
    assert.equal((await watch.olga.call('GET', `${CASES}/totals`)).body.overdue, 1)
    await watch.olga.call('POST', `${CASES}/${open?.uuid}/decide`, { decision: 'DISMISSED', reason: REASON })
    await until(async () => (await overdue()).length === 0 || null, 'the alert to be resolved')
  })
})

slow('two processes evaluate an account once, and a restarted one goes on', async () => {
  await using watch = await openWatch()
  const { gateway } = watch
  const seller = await gateway.seller()
  await watch.only('NEW_ACCOUNT', { maxAmountCents: 100_00 })
  await watch.sells(seller, 60)
  await watch.sells(seller, 60)
  const bank = { url: gateway.bankUrl } as never
  const other = await openTestGateway({
    startsAt: new Date(gateway.now()),
    on: { connection: gateway.connection, bank },
  })
  try {
    other.advance(6 * MINUTE_MS)
    await watch.evaluated(seller)
    other.advance(6 * MINUTE_MS)
    await watch.evaluated(seller)
    assert.deepEqual(
      (await watch.casesOf(seller)).map(({ amount, movements }) => [amount, movements]),
      [[120_00, 2]],
    )
  } finally {
    await other[Symbol.asyncDispose]()
  }
})
