// An account's own address is called before its cashouts are sent: what it answers, how it is signed, and what no answer means.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { auditOf, eventTypesOf, openWaitingShop, type Taken, type WaitingShop } from './approval-shop.ts'

interface Asked {
  headers: IncomingHttpHeaders
  raw: string
}

interface Judge {
  url: string
  asked: Asked[]
  /** What it does next, for ever. */
  answer: { status: number; body: string; location?: string } | 'hang' | 'cut'
  close(): Promise<void>
}

async function openJudge(): Promise<Judge> {
  const judge: Judge = { url: '', asked: [], answer: { status: 200, body: '{"decision":"APPROVED"}' }, close }
  const server = createServer((request, response) => {
    let raw = ''
    request.on('data', chunk => {
      raw += chunk
    })
    request.on('end', () => {
      judge.asked.push({ headers: request.headers, raw })
      if (judge.answer === 'hang') return
      if (judge.answer === 'cut') return void request.socket.destroy()
      const { status, body, location } = judge.answer
      response.writeHead(status, location === undefined ? {} : { location }).end(body)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  judge.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/approve`
  return judge
  async function close() {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
}

let gateway: TestGateway
let shop: WaitingShop
let judge: Judge
let secret: string

before(async () => {
  gateway = await openTestGateway()
  judge = await openJudge()
  shop = await openWaitingShop(gateway)
  const { status, body } = await shop.rules({ approvalUrl: judge.url, checkAboveCents: 150_00 })
  assert.equal(status, 200)
  secret = body.approvalSecret
})
after(async () => {
  await gateway[Symbol.asyncDispose]()
  await judge.close()
})

const signatureOf = ({ headers, raw }: Asked, key: string) =>
  `sha256=${createHmac('sha256', key).update(`${headers['x-service-timestamp']}.${raw}`).digest('hex')}`
const reaches = ({ uuid }: Taken, status: string) => shop.seller.reaches(`/api/public/cashout/${uuid}`, status)

describe('the address of an account', () => {
  it('gets a signed POST about what is above the amount, and APPROVED releases it', async () => {
    await reaches(await shop.requestCashout({ amount: 150 }), 'COMPLETED')
    assert.equal(judge.asked.at(0), undefined)
    const cashout = await shop.requestCashout({ amount: 200, externalReference: 'order-1' })
    await reaches(cashout, 'COMPLETED')
    const asked = judge.asked.at(-1)
    assert.ok(asked !== undefined)
    const { uuid, amount, type, externalReference, userId } = JSON.parse(asked.raw)
    assert.deepEqual(
      [uuid, amount, type, externalReference, userId],
      [cashout.uuid, '200.00', 'WITHDRAWAL_APPROVAL', 'order-1', shop.seller.accountId],
    )
    assert.equal(asked.headers['x-service-signature'], signatureOf(asked, secret))
    assert.equal(asked.headers['x-service-event-id'], cashout.uuid)
    assert.deepEqual(await auditOf(gateway, cashout), ['house cashout.check-approved'])
  })

  it('ends a cashout by REFUSED, with its reason, and the money is back', async () => {
    const before = await shop.balance()
    judge.answer = { status: 200, body: '{"decision":"REFUSED","reason":"fraude\\u0007 provável"}' }
    const found = await reaches(await shop.requestCashout({ amount: 200 }), 'CANCELLED')
    assert.deepEqual(found.failure, { code: 'CHECK_REFUSED', message: 'fraude  provável' })
    assert.deepEqual(await shop.balance(), before)
    assert.deepEqual(await eventTypesOf(gateway, found as unknown as Taken), [
      'withdrawal.pending',
      'withdrawal.canceled',
    ])
  })

  const NO_ANSWERS: Record<string, Judge['answer']> = {
    'another status': { status: 201, body: '{"decision":"APPROVED"}' },
    'a redirect': { status: 302, body: '', location: '/elsewhere' },
    'an error': { status: 500, body: '{"decision":"APPROVED"}' },
    'another word': { status: 200, body: '{"decision":"approved"}' },
    'what is no JSON': { status: 200, body: 'APPROVED' },
    'JSON that is no object': { status: 200, body: 'null' },
    'too much': { status: 200, body: `{"a":"${'x'.repeat(5_000)}","decision":"APPROVED"}` },
    'a connection that ends': 'cut',
    'nothing within five seconds': 'hang',
  }

  interface Read {
    status: string
    approval: { check: string; needed: number }
  }

  it('says nothing by anything else: then a person has to approve', async () => {
    await Promise.all(
      Object.entries(NO_ANSWERS).map(async ([what, answer]) => {
        const own = await openJudge()
        const other = await openWaitingShop(gateway, { funds: 1_000_00 })
        own.answer = answer
        await other.rules({ approvalUrl: own.url })
        const cashout = await other.requestCashout()
        const read = () => other.read(cashout) as unknown as Promise<Read>
        if (answer === 'hang') assert.equal((await other.approve(other.bia, cashout)).status, 409)
        const { approval } = await until(async () => {
          const now = await read()
          return now.approval.check === 'OWED' ? null : now
        }, `${what} to be no answer`)
        assert.deepEqual([approval.check, approval.needed], ['SILENT', 1], what)
        assert.equal((await read()).status, 'PENDING', what)
        assert.equal((await other.approve(other.bia, cashout)).status, 202, what)
        await other.seller.reaches(`/api/public/cashout/${cashout.uuid}`, 'COMPLETED')
        await own.close()
      }),
    )
  })

  it('and the members both have to agree where the rule names both', async () => {
    judge.answer = { status: 200, body: '{"decision":"APPROVED"}' }
    await shop.rules({ approvalAboveCents: 300_00 })
    const cashout = await shop.requestCashout({ amount: 400 })
    assert.deepEqual((await shop.read(cashout)).waitsFor, ['AMOUNT', 'CHECK'])
    await shop.approve(shop.caio, cashout)
    await reaches(cashout, 'COMPLETED')
  })

  it('has a secret of its own, shown once, and another one with another address; without an address the members decide', async () => {
    const { body } = await shop.ana.call('GET', '/api/payout-rules')
    assert.equal(body.approvalSecret, undefined)
    assert.equal((await shop.rules({ approvalUrl: null })).status, 202)
    const other = await openJudge()
    const change = { approvalUrl: other.url }
    assert.equal((await shop.rules(change)).status, 202)
    const agreed = await shop.bia.call('POST', '/api/payout-rules/proposal/agree', { change })
    assert.equal(agreed.body.approvalUrl, other.url)
    assert.notEqual(agreed.body.approvalSecret, secret)
    await other.close()
  })

  it('gets another secret whenever the owner wants one, in force at once and shown nowhere else', async () => {
    const own = await openJudge()
    const mine = await openWaitingShop(gateway, { funds: 500_00 })
    const renew = (person = mine.ana) => person.call('POST', '/api/payout-rules/rotate-secret')
    assert.equal((await renew()).status, 409)
    const first = (await mine.rules({ approvalUrl: own.url })).body.approvalSecret
    assert.equal((await renew(mine.bia)).status, 403)
    const renewed = await renew()
    assert.deepEqual([renewed.status, renewed.headers.get('cache-control')], [200, 'no-store'])
    assert.notEqual(renewed.body.approvalSecret, first)
    await mine.seller.reaches(`/api/public/cashout/${(await mine.requestCashout()).uuid}`, 'COMPLETED')
    const asked = own.asked.at(-1) ?? assert.fail('no call was made')
    assert.equal(asked.headers['x-service-signature'], signatureOf(asked, renewed.body.approvalSecret))
    assert.ok(!(await mine.ana.call('GET', '/api/audit?subject=payout_rule')).text.includes('whsec'))
    await own.close()
  })

  it('and the books add up', () => assertBooks(gateway))
})
