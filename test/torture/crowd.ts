// Callers who sell, cash out and look, each request under an Idempotency-Key of its own, and never give up on an answer: whatever was in
// doubt is requested again under its key. They send some requests twice, or with another body, and judge every answer at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { SALE } from '../sale/selling.ts'
import { type Chance, chanceOf } from '../storm/weather.ts'

export interface CallerRequest {
  key: string
  path: '/api/public/cashout' | '/api/transactions'
  body: Record<string, unknown>
  /** The answer that stays, and whether it came at the first try. */
  answer: Answer | null
  wasInDoubt: boolean
  /** At the bank. */
  paid: boolean
}

export interface Diary {
  requests: CallerRequest[]
  wrong: string[]
  /** Requested again under their key, and answered with a replay, or with something new. */
  decided: { stored: number; notStored: number }
}

export interface Crowd {
  diary: Diary
  /** How many things have been answered for good. */
  done(): number
  /** Resolves when each caller has had their answer. What a dead gateway still holds is requested after `release`. */
  goHome(release: () => Promise<unknown>): Promise<void>
}

export interface CrowdRequest {
  /** For each caller the seller, at the gateway that this caller uses. */
  callers: Seller[]
  bankUrl: string
  seed: number
}

const AGAIN_MS = 50
const TIMEOUT_MS = 120_000
const DESTINATIONS = ['maria', 'maria', 'maria', 'recusada', 'negada', 'muda']

export function openCrowd({ callers, bankUrl, seed }: CrowdRequest): Crowd {
  const diary: Diary = { requests: [], wrong: [], decided: { stored: 0, notStored: 0 } }
  const put: [Seller, CallerRequest][] = []
  let isOpen = true
  let done = 0

  async function live(seller: Seller, n: number): Promise<void> {
    const chance = chanceOf(seed * 1_000 + n)
    for (let round = 0; isOpen; round++) {
      const request = actionOf(chance, `t-${seed}-${n}-${round}`)
      diary.requests.push(request)
      if (!(await carryOut(seller, request, true))) {
        put.push([seller, request])
        continue
      }
      done++
      await afterwards(seller, request, chance)
    }
  }

  /** False: a gateway that died holds the key, and it was put off for that. */
  async function carryOut(seller: Seller, request: CallerRequest, mayPutOff: boolean): Promise<boolean> {
    const deadline = performance.now() + TIMEOUT_MS
    for (;;) {
      const answer = await post(seller, request)
      if (answer !== null && answer.status < 500 && answer.body?.error !== 'IDEMPOTENCY_IN_FLIGHT')
        return settle(request, answer)
      request.wasInDoubt = true
      if (answer?.status === 409 && mayPutOff) return false
      if (performance.now() > deadline)
        throw new Error(`no answer to ${request.key}: ${answer?.status} ${answer?.text}`)
      await sleep(AGAIN_MS)
    }
  }

  function settle(request: CallerRequest, answer: Answer): true {
    request.answer = answer
    const isReplayed = answer.headers.get('idempotency-replayed') === 'true'
    if (request.wasInDoubt) diary.decided[isReplayed ? 'stored' : 'notStored']++
    if (answer.status !== 201 && !isKnownRefusal(request, answer))
      diary.wrong.push(`${request.key}: ${answer.status} ${answer.text}`)
    return true
  }

  async function afterwards(seller: Seller, request: CallerRequest, chance: Chance): Promise<void> {
    const drawn = chance.below(8)
    if (request.path === '/api/transactions' && request.answer?.status === 201 && drawn < 6) await pay(request)
    if (drawn === 0) await repeat(seller, request)
    if (drawn === 1) await sendOther(seller, request)
    if (drawn === 2) await look(seller)
  }

  /** The bank outlives all of them. */
  async function pay(request: CallerRequest): Promise<void> {
    const body = { pixCopiaECola: request.answer?.body.pixKey }
    request.paid = (await call(bankUrl, 'POST', '/sandbox/pay', { body })).status === 201
  }

  async function repeat(seller: Seller, request: CallerRequest): Promise<void> {
    const answer = await post(seller, request)
    if (answer === null || answer.status >= 500 || answer.text === request.answer?.text) return
    diary.wrong.push(`${request.key} was ${request.answer?.text} and is ${answer.text}`)
  }

  async function sendOther(seller: Seller, request: CallerRequest): Promise<void> {
    const answer = await post(seller, {
      ...request,
      body: { ...request.body, amount: Number(request.body.amount) + 1 },
    })
    if (answer === null || answer.status >= 500 || isReuse(answer)) return
    diary.wrong.push(`${request.key} with another body: ${answer.status} ${answer.text}`)
  }

  async function look(seller: Seller): Promise<void> {
    const answer = await seller.api('GET', '/api/public/balance').catch(() => null)
    if (answer?.status !== 200) return
    const { available, blocked, total } = answer.body
    if (available < 0 || blocked < 0 || available + blocked !== total) diary.wrong.push(`a balance of ${answer.text}`)
  }

  const people = Promise.all(callers.map(live))
  people.catch(() => {})
  return {
    diary,
    done: () => done,
    async goHome(release) {
      isOpen = false
      await people
      await release()
      await Promise.all(put.map(([seller, request]) => carryOut(seller, request, false)))
    },
  }
}

/** A cashout that the balance does not cover. */
const isKnownRefusal = ({ path }: CallerRequest, { status, body }: Answer) =>
  path !== '/api/transactions' && status === 422 && body?.errorType === 'INSUFFICIENT_BALANCE'

/** The code has its place by the endpoint's shape. */
const isReuse = ({ body }: Answer) => [body?.code, body?.error].includes('IDEMPOTENCY_KEY_REUSED')

function actionOf(chance: Chance, key: string): CallerRequest {
  const nothing = { key, answer: null, wasInDoubt: false, paid: false }
  if (chance.below(3) === 0) {
    const amount = 1_00 + chance.below(500_00)
    return { ...nothing, path: '/api/transactions', body: { ...SALE, amount, externalReference: key } }
  }
  const pixKey = `${chance.pick(DESTINATIONS)}@example.com`
  const body = { amount: 100 + chance.below(200), pixKey, pixKeyType: 'EMAIL', description: key }
  return { ...nothing, path: '/api/public/cashout', body }
}

/** null: the connection was lost, and the outcome is unknown. */
const post = (seller: Seller, { key, path, body }: CallerRequest): Promise<Answer | null> =>
  seller.api('POST', path, body, { 'idempotency-key': key }).catch(() => null)
