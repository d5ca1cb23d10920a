// Guessing at a password is slow from any address and about any user; it locks no user out, and delays no other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openHashingQueue } from '#access/passwords/hashing-queue.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { someAddress } from '../member/guests.ts'
import { openTwoGateways, type TwoGateways } from '../two-gateways.ts'
import { type Person, register } from './person.ts'

const SIGN_IN = '/api/auth/sign-in/email'
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' }
const GUESSES = 30

let gateways: TwoGateways
let gateway: TestGateway
/** Another gateway on the same database. */
let other: TestGateway
let ana: Person
before(async () => {
  gateways = await openTwoGateways(BEHIND_PROXY)
  gateway = gateways.gateway
  other = gateways.neighbour
  ana = await register(gateway)
})
after(() => gateways[Symbol.asyncDispose]())

const from = (address: string, more: Record<string, string> = {}) => ({
  'x-forwarded-for': address,
  ...more,
})

const signInAt = async (at: TestGateway, email: string, password: string, headers: Record<string, string>) => {
  const began = performance.now()
  const { status } = await call(at.url, 'POST', SIGN_IN, {
    body: { email, password },
    headers: { origin: at.url, ...headers },
  })
  return { status, took_ms: performance.now() - began }
}

/** Each from an address of its own, half of them at the other gateway. */
const attack = (email: string) =>
  Promise.all(
    Array.from({ length: GUESSES }, (_, n) =>
      signInAt(n % 2 === 0 ? gateway : other, email, `wrong guess ${n}`, from(`198.51.100.${n}`)),
    ),
  )

const counted = (answers: { status: number }[]) => ({
  judged: answers.filter(({ status }) => status === 401).length,
  refused: answers.filter(({ status }) => status === 429).length,
})

describe('a burst of guesses from many addresses at two gateways', () => {
  it('has few of them judged, and those one after another; it is the same for an address without a user', async () => {
    for (const email of [ana.email, someAddress()]) {
      const began = performance.now()
      const { judged, refused } = counted(await attack(email))
      const seconds = Math.ceil((performance.now() - began) / 1_000)
      assert.equal(judged + refused, GUESSES)
      // Six at once, and one a second, also of those that came later on a busy machine.
      assert.ok(judged >= 6 && judged <= 7 + seconds, `${judged} were judged within ${seconds} s`)
    }
  })

  it('locks no user out: the right password is accepted at its turn from anywhere, and at once in a known browser', async () => {
    const attacking = attack(ana.email)
    const device = ana.cookie.split('; ').find(one => one.startsWith('porteira.device=')) ?? ''
    const atHome = await signInAt(gateway, ana.email, ana.password, from('192.0.2.1', { cookie: device }))
    assert.equal(atHome.status, 200)
    assert.ok(atHome.took_ms < 5_000, `${atHome.took_ms} ms`)
    await attacking
    let elsewhere = await signInAt(gateway, ana.email, ana.password, from('192.0.2.2'))
    for (let n = 0; n < 20 && elsewhere.status === 429; n++)
      elsewhere = await signInAt(gateway, ana.email, ana.password, from('192.0.2.2'))
    assert.equal(elsewhere.status, 200)
    // Being right ends the count.
    assert.equal((await signInAt(gateway, ana.email, 'wrong', from('192.0.2.3'))).status, 401)
  })

  it('no longer counts after an hour', async () => {
    await attack(ana.email)
    gateway.advance(HOUR_MS + 1)
    assert.equal((await signInAt(gateway, ana.email, ana.password, from('192.0.2.4'))).status, 200)
  })
})

describe('a known browser', () => {
  it('is known no more after ten wrong passwords', async () => {
    const bia = await register(gateway)
    const cookie = bia.cookie.split('; ').find(one => one.startsWith('porteira.device=')) ?? ''
    const headers = from('192.0.2.5', { cookie })
    for (let n = 0; n < 12; n++) await signInAt(gateway, bia.email, `wrong ${n}`, headers)
    const left = await gateway.db.query(sql`
      select from iam.device join iam."user" on "user"."id" = user_id where "email" = ${bia.email}`)
    assert.equal(left.length, 0)
  })
})

describe('the queue of passwords that are judged', () => {
  it('gives each network its turn, however many wait of another', async () => {
    const queue = openHashingQueue()
    const done: string[] = []
    const work = (name: string) => async () => {
      await new Promise(go => setImmediate(go))
      done.push(name)
    }
    const burst = Array.from({ length: 40 }, (_, n) => queue.run({ ip: '198.51.100.7' }, work(`burst ${n}`)))
    const refused = Promise.allSettled(burst)
    await queue.run({ ip: '192.0.2.1' }, work('somebody else'))
    assert.ok(done.indexOf('somebody else') <= 4, done.join(', '))
    const outcomes = await refused
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 18)
    const reasons = outcomes.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
    assert.deepEqual([...new Set(reasons)], ['RATE_LIMITED'])
  })

  it('continues after work that failed', async () => {
    const queue = openHashingQueue()
    const failing = Array.from({ length: 6 }, () =>
      queue.run({ ip: '192.0.2.1' }, () => Promise.reject(new Error('x'))),
    )
    assert.equal((await Promise.allSettled(failing)).length, 6)
    assert.equal(await queue.run({ ip: '192.0.2.1' }, async () => 'done'), 'done')
  })
})
