// Who approves: no member whom the holder of one session has just admitted, and no member who has left. Cashouts, rules and their owners'
// mail.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, register } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { slow } from '../long.ts'
import { joinByMail } from '../member/guests.ts'
import { until } from '../until.ts'
import { openWaitingShop, type Taken, type WaitingShop } from './approval-shop.ts'
import { REQUEST } from './requesting.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
before(async () => {
  gateway = resources.use(await openTestGateway())
})
after(async () => {
  await assertBooks(gateway)
  await resources.disposeAsync()
})

const BIG = { amount: 500.01 }
const idOf = async (owner: Person, email: string): Promise<string> =>
  (await owner.call('GET', '/api/members')).body.data.find((member: { email: string }) => member.email === email).id
const youOf = async (person: Person, { uuid }: Taken) => (await person.call('GET', `/api/withdrawals/${uuid}`)).body.you
const error = ({ status, body }: Answer) => [status, body.error?.code]
const mailTo = (email: string, pattern: RegExp) =>
  until(async () => gateway.mails.find(mail => mail.to === email && pattern.test(mail.text)) ?? null, `mail ${pattern}`)

/** A shop where two approve, and a person who has joined it by the owner's invitation a moment ago. */
async function openWithGuest(role: string): Promise<{ shop: WaitingShop; guest: Person }> {
  const shop = await openWaitingShop(gateway)
  assert.equal((await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 2 })).status, 200)
  const guest = await joinByMail(gateway, shop.ana, { role })
  return { shop, guest }
}

describe('a member who has just been admitted', () => {
  it('approves nothing for a day, reads from when on, and every owner hears of it by mail', async () => {
    const { shop, guest } = await openWithGuest('FINANCE')
    await mailTo(shop.ana.email, new RegExp(`convidou ${guest.email}|invited ${guest.email}`))
    const joined = await mailTo(shop.ana.email, new RegExp(`${guest.email} (entrou|has joined)`))
    assert.match(
      joined.text,
      /a partir de \d{1,2} de \w{3}\. de \d{4}, \d\d:\d\d|from \d{1,2} \w{3,4} \d{4}, \d\d:\d\d/,
      'from when on',
    )
    const cashout = await shop.requestCashout(BIG)
    assert.equal((await shop.approve(shop.bia, cashout)).status, 202)
    const early = await shop.approve(guest, cashout)
    assert.deepEqual(error(early), [403, 'APPROVER_TOO_NEW'])
    const from = /from (\S+) on$/.exec(early.body.error.message)?.[1] ?? ''
    assert.ok(Math.abs(Date.parse(from) - Date.now() - DAY_MS) < 10 * MINUTE_MS, from)
    assert.deepEqual(await youOf(guest, cashout), {
      mayApprove: false,
      mayNotBecause: 'TOO_NEW',
      mayApproveFrom: from,
      mayReject: true,
    })
    assert.equal((await shop.read(cashout)).status, 'PENDING')
    gateway.advance(23 * HOUR_MS)
    const later = await shop.requestCashout(BIG)
    await shop.approve(shop.bia, later)
    assert.deepEqual(error(await shop.approve(guest, later)), [403, 'APPROVER_TOO_NEW'])
    gateway.advance(HOUR_MS + MINUTE_MS)
    assert.equal((await youOf(guest, later)).mayApprove, true)
    assert.equal((await shop.approve(guest, later)).status, 202)
    await shop.seller.reaches(`/api/public/cashout/${later.uuid}`, 'COMPLETED')
  })

  it('may reject at once, which harms no account', async () => {
    const { shop, guest } = await openWithGuest('FINANCE')
    const cashout = await shop.requestCashout(BIG)
    assert.equal((await shop.reject(guest, cashout, 'I do not know this')).status, 202)
  })

  slow(
    'is the same as who was raised to a role that approves, or from one to the other; who is lowered goes on',
    async () => {
      const { shop, guest } = await openWithGuest('DEVELOPER')
      gateway.advance(2 * DAY_MS)
      const raise = (email: string, role: string) =>
        idOf(shop.ana, email).then(id => shop.ana.call('PATCH', `/api/members/${id}`, { role }))
      assert.equal((await raise(guest.email, 'FINANCE')).status, 200)
      await mailTo(shop.ana.email, new RegExp(`(deu a ${guest.email} o papel|gave ${guest.email} the role)`))
      const other = await shop.requestCashout(BIG)
      assert.deepEqual(error(await shop.approve(guest, other)), [403, 'APPROVER_TOO_NEW'])
      gateway.advance(DAY_MS + MINUTE_MS)
      assert.equal((await shop.approve(guest, await shop.requestCashout(BIG))).status, 202)
      assert.equal((await raise(guest.email, 'OWNER')).status, 200)
      const third = await shop.requestCashout(BIG)
      assert.deepEqual(error(await shop.approve(guest, third)), [403, 'APPROVER_TOO_NEW'])
      // To be lowered takes no right that is left, and no time that is past; nor does it save the time of the next raise.
      assert.equal((await raise(guest.email, 'FINANCE')).status, 200)
      assert.deepEqual(error(await shop.approve(guest, third)), [403, 'APPROVER_TOO_NEW'])
      gateway.advance(DAY_MS + MINUTE_MS)
      assert.equal((await shop.approve(guest, await shop.requestCashout(BIG))).status, 202)
      assert.equal((await raise(guest.email, 'OWNER')).status, 200)
      assert.deepEqual(error(await shop.approve(guest, await shop.requestCashout(BIG))), [403, 'APPROVER_TOO_NEW'])
    },
  )

  slow('agrees to no weaker rule for a day after being raised to OWNER', async () => {
    const { shop } = await openWithGuest('READER')
    const change = { approvalAboveCents: 5_000_00 }
    assert.equal((await shop.rules(change)).status, 202)
    const path = `/api/members/${await idOf(shop.ana, shop.bia.email)}`
    assert.equal((await shop.ana.call('PATCH', path, { role: 'OWNER' })).status, 200)
    const agree = () => shop.bia.call('POST', '/api/payout-rules/proposal/agree', { change })
    assert.deepEqual(error(await agree()), [403, 'APPROVER_TOO_NEW'])
    gateway.advance(DAY_MS + MINUTE_MS)
    assert.equal((await agree()).status, 202)
  })

  it('agrees to no weaker rule for a day', async () => {
    const { shop, guest } = await openWithGuest('FINANCE')
    const change = { approvalAboveCents: 5_000_00 }
    assert.equal((await shop.rules(change)).status, 202)
    await mailTo(shop.ana.email, /afrouxa|protects less/)
    const agree = (person: Person) => person.call('POST', '/api/payout-rules/proposal/agree', { change })
    assert.deepEqual(error(await agree(guest)), [403, 'APPROVER_TOO_NEW'])
    const { proposal } = (await guest.call('GET', '/api/payout-rules')).body
    assert.deepEqual([proposal.you.mayAgree, proposal.you.mayNotBecause], [false, 'TOO_NEW'])
    assert.equal((await agree(shop.bia)).status, 202)
    gateway.advance(DAY_MS + MINUTE_MS)
    const last = await agree(guest)
    assert.deepEqual([last.status, last.body.approvalAboveCents], [202, 5_000_00])
  })

  it('founds an account and approves there at once: there were no members before', async () => {
    const ana = await register(gateway)
    const { data } = (await ana.call('GET', '/api/members')).body
    assert.ok(Date.parse(data[0].approvesFrom) <= Date.now() + 9 * DAY_MS)
    assert.equal(data[0].approvesFrom, data[0].createdAt)
  })
})

describe('a vote counts while its author may still give it', () => {
  const cases: [name: string, lose: (shop: WaitingShop, path: string) => Promise<Answer>][] = [
    ['removed', (shop, path) => shop.ana.call('DELETE', `${path}?acceptsLockOut=true`)],
    ['demoted', (shop, path) => shop.ana.call('PATCH', path, { role: 'READER', acceptsLockOut: true })],
  ]
  for (const [name, lose] of cases)
    it(`and not when they were ${name}: another one is missing, and it is seen`, async () => {
      const shop = await openWaitingShop(gateway)
      await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 2 })
      const cashout = await shop.requestCashout(BIG)
      assert.equal((await shop.approve(shop.bia, cashout)).status, 202)
      const path = `/api/members/${await idOf(shop.ana, shop.bia.email)}`
      assert.ok((await lose(shop, path)).status < 300)
      const { body } = await shop.approve(shop.caio, cashout)
      assert.deepEqual([body.status, body.approval.outcome], ['PENDING', null])
      assert.deepEqual(
        body.approval.votes.map(({ counts }: { counts: boolean }) => counts),
        [false, true],
      )
      assert.equal((await shop.approve(shop.ana, cashout)).body.status, 'PROCESSING')
      await shop.seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
    })

  it('and not when they have come back: they give it anew, a day later', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 2, waitHours: 100 })
    const cashout = await shop.requestCashout(BIG)
    await shop.approve(shop.bia, cashout)
    const path = `/api/members/${await idOf(shop.ana, shop.bia.email)}`
    await shop.ana.call('PATCH', path, { role: 'READER', acceptsLockOut: true })
    await shop.ana.call('PATCH', path, { role: 'FINANCE' })
    assert.equal((await shop.approve(shop.caio, cashout)).body.status, 'PENDING')
    assert.deepEqual(error(await shop.approve(shop.bia, cashout)), [403, 'APPROVER_TOO_NEW'])
    gateway.advance(DAY_MS + MINUTE_MS)
    assert.equal((await shop.approve(shop.bia, cashout)).body.status, 'PROCESSING')
    await shop.seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
  })

  slow('in the race of a removal with the last approval: it goes only with two who were there', async () => {
    for (let round = 0; round < 6; round++) {
      const shop = await openWaitingShop(gateway)
      await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 2 })
      const cashout = await shop.requestCashout(BIG)
      await shop.approve(shop.bia, cashout)
      const path = `/api/members/${await idOf(shop.ana, shop.bia.email)}?acceptsLockOut=true`
      const [removed, approved] = await Promise.all([shop.ana.call('DELETE', path), shop.approve(shop.caio, cashout)])
      assert.deepEqual([removed.status, approved.status], [204, 202])
      // Whichever came first: what was sent had two, and what had one waits.
      const counted = approved.body.approval.votes.filter(({ counts }: { counts: boolean }) => counts).length
      assert.equal(approved.body.status, counted === 2 ? 'PROCESSING' : 'PENDING')
    }
  })

  slow('for a weaker rule too: neither who has left nor who proposed it and has left', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 2 })
    const raised = await shop.ana.call('PATCH', `/api/members/${await idOf(shop.ana, shop.bia.email)}`, {
      role: 'OWNER',
    })
    assert.equal(raised.status, 200)
    const change = { approvalAboveCents: 5_000_00 }
    const agree = (person: Person) => person.call('POST', '/api/payout-rules/proposal/agree', { change })
    const rules = async () => (await shop.ana.call('GET', '/api/payout-rules')).body
    assert.equal((await shop.rules(change, shop.bia)).status, 202)
    assert.equal((await agree(shop.caio)).status, 202)
    await shop.ana.call('PATCH', `/api/members/${await idOf(shop.ana, shop.caio.email)}`, {
      role: 'READER',
      acceptsLockOut: true,
    })
    assert.deepEqual((await rules()).proposal.agreedBy, [])
    assert.equal((await agree(shop.ana)).body.approvalAboveCents, 500_00)
    await shop.ana.call('PATCH', `/api/members/${await idOf(shop.ana, shop.bia.email)}`, {
      role: 'READER',
      acceptsLockOut: true,
    })
    assert.equal((await rules()).proposal.you.mayNotBecause, 'AUTHOR_LEFT')
    assert.deepEqual(error(await agree(shop.ana)), [409, 'CONFLICT'])
  })
})

describe('what a person may do with a cashout is shown to that person', () => {
  it('as it would be answered: the asker, who has approved, a reader, who is not needed, a stopped account', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 1 })
    const asked: Taken = (await shop.bia.call('POST', '/api/withdrawals', { ...REQUEST, ...BIG })).body
    assert.equal((await youOf(shop.bia, asked)).mayNotBecause, 'ASKED_BY_YOU')
    assert.equal((await shop.approve(shop.bia, asked)).status, 403)
    assert.deepEqual(await youOf(shop.ana, asked), {
      mayApprove: true,
      mayNotBecause: null,
      mayApproveFrom: null,
      mayReject: true,
    })
    const small = await shop.requestCashout({ amount: 100 })
    assert.equal(await youOf(shop.ana, small), undefined)
    const [listed] = (await shop.bia.call('GET', '/api/approvals')).body.data
    assert.equal(listed.you.mayNotBecause, 'ASKED_BY_YOU')
    await shop.ana.call('PATCH', `/api/members/${await idOf(shop.ana, shop.caio.email)}`, { role: 'READER' })
    assert.deepEqual(await youOf(shop.caio, asked), {
      mayApprove: false,
      mayNotBecause: 'NO_RIGHT',
      mayApproveFrom: null,
      mayReject: false,
    })
    assert.equal((await shop.approve(shop.ana, asked)).status, 202)
    assert.equal((await youOf(shop.bia, asked)).mayNotBecause, 'NOT_WAITING')
  })
})
