// A PSP that does not answer is left alone for a while, ever longer, and is called again by one call at a time until it answers. What
// counts as an answer is decided here, too.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Breaker, openBreaker, type Pass } from '#psp/client/circuit-breaker.ts'
import { type Answer, cut, isToken, json, openGrantingPsp, openPsp, TOKEN } from './fake-psp.ts'

const LATE = 'no answer in time'
/** The token has come by then, also on a busy machine. */
const LATE_MS = 2_000
const SETTINGS = { failureThreshold: 5, initialBackoffMs: 5_000, maxBackoffMs: 60_000 }

function openScene(settings = SETTINGS) {
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  const reported: string[] = []
  const breaker = openBreaker({
    ...settings,
    clock: () => new Date(nowMs),
    opened: trouble => void reported.push(`rests: ${trouble}`),
    recovered: () => void reported.push('is back'),
  })
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { breaker, reported, wait, now: () => new Date(nowMs) }
}

const call = (breaker: Breaker, trouble: string | null): Pass | null => {
  const pass = breaker.enter()
  if (pass !== null) breaker.record(pass, trouble)
  return pass
}

const fail = (breaker: Breaker, times: number) => Array.from({ length: times }, () => call(breaker, 'HTTP 500'))

describe('a breaker', () => {
  it('turns calls away after five in a row without an answer', () => {
    const { breaker, reported, now } = openScene()
    assert.deepEqual(fail(breaker, 6), ['usual', 'usual', 'usual', 'usual', 'usual', null])
    assert.deepEqual(reported, ['rests: HTTP 500'])
    assert.deepEqual(breaker.state(), { circuitOpen: true, since: now(), lastTrouble: 'HTTP 500' })
    assert.equal(breaker.turnsAway(), true)
  })

  it('begins to count anew with every answer', () => {
    const { breaker, reported } = openScene()
    for (let round = 0; round < 3; round++) {
      fail(breaker, 4)
      call(breaker, null)
    }
    assert.deepEqual([reported, breaker.state().circuitOpen], [[], false])
  })

  it('lets one call through after five seconds, and closes when that is answered', () => {
    const { breaker, reported, wait } = openScene()
    fail(breaker, 5)
    wait(4_999)
    assert.equal(breaker.enter(), null)
    wait(1)
    assert.equal(breaker.turnsAway(), false)
    assert.deepEqual([breaker.enter(), breaker.enter(), breaker.turnsAway()], ['trial', null, true])
    breaker.record('trial', null)
    assert.deepEqual(fail(breaker, 5), ['usual', 'usual', 'usual', 'usual', 'usual'])
    assert.deepEqual(reported, ['rests: HTTP 500', 'is back', 'rests: HTTP 500'])
    assert.equal(breaker.enter(), null)
  })

  it('doubles the pause with every trial that fails, up to a minute, and raises no second alert', () => {
    const { breaker, reported, wait, now } = openScene()
    const since = now()
    fail(breaker, 5)
    for (const backoffMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      wait(backoffMs - 1)
      assert.equal(breaker.enter(), null, `${backoffMs} ms`)
      wait(1)
      assert.equal(call(breaker, 'HTTP 503'), 'trial', `${backoffMs} ms`)
    }
    assert.deepEqual(reported, ['rests: HTTP 500'])
    assert.deepEqual(breaker.state(), { circuitOpen: true, since, lastTrouble: 'HTTP 503' })
  })

  it('begins with the shortest rest again after an answer', () => {
    const { breaker, wait } = openScene()
    fail(breaker, 5)
    wait(5_000)
    fail(breaker, 1)
    wait(10_000)
    call(breaker, null)
    fail(breaker, 5)
    wait(5_000)
    assert.equal(breaker.enter(), 'trial')
  })

  it('takes a failure of a call that set out before the rest for nothing new', () => {
    const { breaker, wait } = openScene()
    const early = breaker.enter() as Pass
    fail(breaker, 5)
    wait(5_000)
    assert.equal(breaker.enter(), 'trial')
    breaker.record(early, 'no answer in time')
    breaker.record('trial', null)
    assert.equal(breaker.state().circuitOpen, false)
  })

  it('closes with the answer to a call that set out before the rest', () => {
    const { breaker, reported } = openScene()
    const early = breaker.enter() as Pass
    fail(breaker, 5)
    breaker.record(early, null)
    assert.deepEqual([reported, breaker.enter()], [['rests: HTTP 500', 'is back'], 'usual'])
  })
})

describe('what counts as an answer', () => {
  const saying =
    (status: number): Answer =>
    (_request, _body, response) =>
      json(response, status, {})
  const cases: [sentence: string, answer: Answer, trouble: string | null][] = [
    ['200', saying(200), null],
    ['302', saying(302), null],
    ['400', saying(400), null],
    ['403', saying(403), 'HTTP 403'],
    ['404', saying(404), null],
    ['422', saying(422), null],
    ['429', saying(429), null],
    ['401 in spite of a fresh token', saying(401), 'HTTP 401'],
    ['500', saying(500), 'HTTP 500'],
    ['503', saying(503), 'HTTP 503'],
    ['a connection that is cut', cut, 'no answer: UND_ERR_SOCKET'],
    ['silence', () => {}, LATE],
  ]
  for (const [sentence, answer, trouble] of cases)
    it(`${sentence}: ${trouble ?? 'yes'}`, async t => {
      const { breaker, noted } = recordingBreaker()
      const { http } = await openGrantingPsp(t, answer, { breaker, ...(trouble === LATE && { timeoutMs: LATE_MS }) })
      await http.call('PUT', '/v2/cob/x', {})
      assert.deepEqual(noted, [trouble])
    })

  it('a token that is not granted: no', async t => {
    const { breaker, noted } = recordingBreaker()
    const { http } = await openPsp(t, saying(401), { breaker })
    await http.call('PUT', '/v2/cob/x', {})
    assert.deepEqual(noted, ['no access token from the PSP: HTTP 401'])
  })

  it('a lookup with its second try counts once', async t => {
    const { breaker, noted } = recordingBreaker()
    const { http, asked } = await openGrantingPsp(t, saying(500), { breaker })
    await http.call('GET', '/v2/cob/x')
    assert.deepEqual([asked.length, noted], [2, ['HTTP 500']])
  })

  it('a probe counts neither way, and is made while the circuit is open', async t => {
    const { breaker, noted } = recordingBreaker()
    const { http } = await openGrantingPsp(t, saying(200), { breaker: { ...breaker, enter: () => null } })
    assert.equal((await http.probe()).kind, 'done')
    assert.deepEqual(noted, [])
  })
})

function recordingBreaker() {
  const noted: (string | null)[] = []
  const record = (_pass: Pass, trouble: string | null) => void noted.push(trouble)
  return { noted, breaker: { enter: () => 'usual' as const, record } }
}

describe('a PSP that stops answering', () => {
  it('is not called while its circuit is open, and works on with the first answer after that', async t => {
    const { breaker, wait, reported } = openScene()
    let down = true
    const { http, asked } = await openPsp(
      t,
      (request, _body, response) => json(response, down && !isToken(request) ? 500 : 200, TOKEN),
      { breaker },
    )
    const put = () => http.call('PUT', '/v2/cob/x', {})
    for (let n = 0; n < 5; n++) assert.equal((await put()).status, 500)
    const turnedAway = await Promise.all([put(), http.call('GET', '/v2/cob/x')])
    assert.ok(turnedAway.every(reply => reply.status === null && reply.unsent))
    assert.equal(asked.length, 5)

    down = false
    wait(5_000)
    assert.equal((await put()).status, 200)
    assert.equal((await put()).status, 200)
    assert.deepEqual(reported, ['rests: HTTP 500', 'is back'])
  })
})
