// Callers as they should be: each sells or cashes out under a key of its own and repeats the request, key and all, until it is answered,
// whatever becomes of the gateway meanwhile. They write down what they were promised, and when.
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import type { Diary } from '../process/people.ts'
import { SALE } from '../sale/selling.ts'

export interface Load {
  diary: Diary
  /** Promises so far. */
  count(): number
  /** When the first promise was given that was given after this moment; null: none so far. Of `performance.now()`. */
  firstAfter(moment: number): number | null
  /** How often something else than a promise came back, by what it was. */
  putOff: Map<string, number>
  /** Resolves when each of them has been answered. */
  goHome(): Promise<void>
}

export interface LoadOptions {
  seller: Seller
  bankUrl: string
  callers: number
  /** Where a request goes: of several gateways. Absent: to the seller's own. */
  next?: () => Seller
}

const AGAIN_MS = 50

export function openLoad({ seller, bankUrl, callers, next = () => seller }: LoadOptions): Load {
  const diary: Diary = {
    sales: new Map(),
    cashouts: new Map(),
    paid: [],
    inDoubt: { sales: new Set(), cashouts: new Set() },
    answers: new Map(),
    wrong: [],
    slowestMs: 0,
  }
  const moments: number[] = []
  const putOff = new Map<string, number>()
  let isOpen = true

  /** Null: it was refused, which is noted. */
  async function insist(path: string, body: object, key: string): Promise<Answer | null> {
    const began = performance.now()
    for (;;) {
      const answer = await next().api('POST', path, body, { 'idempotency-key': key }).catch(nothing)
      diary.answers.set(answer.status, (diary.answers.get(answer.status) ?? 0) + 1)
      if (answer.status === 201) {
        moments.push(performance.now())
        diary.slowestMs = Math.max(diary.slowestMs, performance.now() - began)
        return answer
      }
      const isLater = [0, 409, 502, 503].includes(answer.status)
      const what = `${answer.status} ${answer.text.slice(0, 80)}`
      putOff.set(what, (putOff.get(what) ?? 0) + 1)
      if (!isLater) diary.wrong.push(`${answer.status} ${answer.text}`)
      if (!isLater) return null
      await new Promise(wake => setTimeout(wake, AGAIN_MS))
    }
  }

  async function sell(reference: string): Promise<void> {
    const sale = await insist('/api/transactions', { ...SALE, externalReference: reference }, `sale-${reference}`)
    if (sale === null) return
    diary.sales.set(reference, sale.body.uuid)
    const paid = await call(bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.body.pixKey } })
    if (paid.status === 201) diary.paid.push(sale.body.uuid)
  }

  async function cashOut(reference: string): Promise<void> {
    const request = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL', externalReference: reference }
    const cashout = await insist('/api/public/cashout', request, `cashout-${reference}`)
    if (cashout !== null) diary.cashouts.set(reference, cashout.body.uuid)
  }

  const people = Array.from({ length: callers }, async (_, n) => {
    for (let round = 0; isOpen; round++) await ((n + round) % 2 === 0 ? sell : cashOut)(`${n}-${round}`)
  })
  return {
    diary,
    putOff,
    count: () => moments.length,
    firstAfter: moment => moments.find(one => one > moment) ?? null,
    async goHome() {
      isOpen = false
      await Promise.all(people)
    },
  }
}

/** No answer at all: nobody knows whether it was done. */
function nothing(error: Error): Answer {
  const text = String(
    (error.cause as NodeJS.ErrnoException | undefined)?.code ?? (error as NodeJS.ErrnoException).code ?? error,
  )
  return { status: 0, headers: new Headers(), text, body: undefined }
}
