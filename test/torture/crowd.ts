// Callers who sell, cash out and look, each thing under an Idempotency-Key of its own, and never give up on an answer: whatever
// was in doubt is asked again under its key. They ask some things twice, or with another body, and judge every answer at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { SALE } from '../sale/selling.ts'
import { type Chance, chanceOf } from '../storm/weather.ts'

export interface Deed {
  key: string
  path: '/api/public/cashout' | '/api/transactions'
  body: Record<string, unknown>
  /** The answer that stays, and whether it came at the first try. */
  told: Answer | null
  wasInDoubt: boolean
  /** At the bank. */
  paid: boolean
}

export interface Diary {
  deeds: Deed[]
  wrong: string[]
  /** Asked again under their key, and told what had been told, or something new. */
  decided: { stored: number; notStored: number }
}

export interface Crowd {
  diary: Diary
  /** How many things have been answered for good. */
  done(): number
  /** Resolves when everybody has had their answer. What a dead gateway still holds is asked for after `release`. */
  goHome(release: () => Promise<unknown>): Promise<void>
}

export interface CrowdRequest {
  /** For each caller the seller, at the door that this caller uses. */
  callers: Seller[]
  bankUrl: string
  seed: number
}

const AGAIN_MS = 50
const PATIENCE_MS = 120_000
const DESTINATIONS = ['maria', 'maria', 'maria', 'recusada', 'negada', 'muda']

export function openCrowd({ callers, bankUrl, seed }: CrowdRequest): Crowd {
  const diary: Diary = { deeds: [], wrong: [], decided: { stored: 0, notStored: 0 } }
  const put: [Seller, Deed][] = []
  let isOpen = true
  let done = 0

  async function live(seller: Seller, n: number): Promise<void> {
    const chance = chanceOf(seed * 1_000 + n)
    for (let round = 0; isOpen; round++) {
      const deed = actionOf(chance, `t-${seed}-${n}-${round}`)
      diary.deeds.push(deed)
      if (!(await carryOut(seller, deed, true))) {
        put.push([seller, deed])
        continue
      }
      done++
      await afterwards(seller, deed, chance)
    }
  }

  /** False: a gateway that died holds the key, and it was put off for that. */
  async function carryOut(seller: Seller, deed: Deed, mayPutOff: boolean): Promise<boolean> {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const answer = await ask(seller, deed)
      if (answer !== null && answer.status < 500 && answer.body?.error !== 'IDEMPOTENCY_IN_FLIGHT')
        return settle(deed, answer)
      deed.wasInDoubt = true
      if (answer?.status === 409 && mayPutOff) return false
      if (performance.now() > deadline) throw new Error(`no answer to ${deed.key}: ${answer?.status} ${answer?.text}`)
      await sleep(AGAIN_MS)
    }
  }

  function settle(deed: Deed, answer: Answer): true {
    deed.told = answer
    const isReplayed = answer.headers.get('idempotency-replayed') === 'true'
    if (deed.wasInDoubt) diary.decided[isReplayed ? 'stored' : 'notStored']++
    if (answer.status !== 201 && !isKnownRefusal(deed, answer))
      diary.wrong.push(`${deed.key}: ${answer.status} ${answer.text}`)
    return true
  }

  async function afterwards(seller: Seller, deed: Deed, chance: Chance): Promise<void> {
    const drawn = chance.below(8)
    if (deed.path === '/api/transactions' && deed.told?.status === 201 && drawn < 6) await pay(deed)
    if (drawn === 0) await tellAgain(seller, deed)
    if (drawn === 1) await tellOther(seller, deed)
    if (drawn === 2) await look(seller)
  }

  /** The bank outlives everybody. */
  async function pay(deed: Deed): Promise<void> {
    const body = { pixCopiaECola: deed.told?.body.pixKey }
    deed.paid = (await call(bankUrl, 'POST', '/sandbox/pay', { body })).status === 201
  }

  async function tellAgain(seller: Seller, deed: Deed): Promise<void> {
    const answer = await ask(seller, deed)
    if (answer === null || answer.status >= 500 || answer.text === deed.told?.text) return
    diary.wrong.push(`${deed.key} was ${deed.told?.text} and is ${answer.text}`)
  }

  async function tellOther(seller: Seller, deed: Deed): Promise<void> {
    const answer = await ask(seller, { ...deed, body: { ...deed.body, amount: Number(deed.body.amount) + 1 } })
    if (answer === null || answer.status >= 500 || isReuse(answer)) return
    diary.wrong.push(`${deed.key} with another body: ${answer.status} ${answer.text}`)
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
      await Promise.all(put.map(([seller, deed]) => carryOut(seller, deed, false)))
    },
  }
}

/** A cashout that the balance does not cover. */
const isKnownRefusal = ({ path }: Deed, { status, body }: Answer) =>
  path !== '/api/transactions' && status === 422 && body?.errorType === 'INSUFFICIENT_BALANCE'

/** The code has its place by the endpoint's shape. */
const isReuse = ({ body }: Answer) => [body?.code, body?.error].includes('IDEMPOTENCY_KEY_REUSED')

function actionOf(chance: Chance, key: string): Deed {
  const nothing = { key, told: null, wasInDoubt: false, paid: false }
  if (chance.below(3) === 0) {
    const amount = 1_00 + chance.below(500_00)
    return { ...nothing, path: '/api/transactions', body: { ...SALE, amount, externalReference: key } }
  }
  const pixKey = `${chance.pick(DESTINATIONS)}@example.com`
  const body = { amount: 100 + chance.below(200), pixKey, pixKeyType: 'EMAIL', description: key }
  return { ...nothing, path: '/api/public/cashout', body }
}

/** null: the connection was lost, and nobody knows what became of it. */
const ask = (seller: Seller, { key, path, body }: Deed): Promise<Answer | null> =>
  seller.api('POST', path, body, { 'idempotency-key': key }).catch(() => null)
