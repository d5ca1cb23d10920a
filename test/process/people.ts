// People who sell, pay, cash out and look at their balance without a pause, whatever becomes of the gateway's database. They judge each
// answer by itself: done, refused for a reason that they know, or "later" in the form that the contract gives it.
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { SALE } from '../sale/selling.ts'

export interface Diary {
  /** What was answered with 201, by its own reference. */
  sales: Map<string, string>
  cashouts: Map<string, string>
  paid: string[]
  /** References of requests without an answer. */
  inDoubt: { sales: Set<string>; cashouts: Set<string> }
  /** Answers by status. */
  answers: Map<number, number>
  /** Answers that no client should get. */
  wrong: string[]
  slowestMs: number
}

export interface Crowd {
  diary: Diary
  /** Resolves when each of them has had the answer to their last request. */
  goHome(): Promise<void>
}

export function crowd(seller: Seller, bankUrl: string, count: number): Crowd {
  const diary: Diary = {
    sales: new Map(),
    cashouts: new Map(),
    paid: [],
    inDoubt: { sales: new Set(), cashouts: new Set() },
    answers: new Map(),
    wrong: [],
    slowestMs: 0,
  }
  let open = true
  const people = Array.from({ length: count }, async (_, n) => {
    for (let round = 0; open; round++)
      await COMMANDS[(n + round) % COMMANDS.length]?.({ seller, bankUrl, diary }, `${n}-${round}`)
  })
  return {
    diary,
    async goHome() {
      open = false
      await Promise.all(people)
    },
  }
}

interface Scene {
  seller: Seller
  bankUrl: string
  diary: Diary
}

const COMMANDS = [sell, cashOut, look]

async function sell({ seller, bankUrl, diary }: Scene, reference: string): Promise<void> {
  const request = { ...SALE, externalReference: reference }
  const sale = await asked(diary, () => seller.api('POST', '/api/transactions', request), 'D')
  if (sale?.status !== 201) return void diary.inDoubt.sales.add(reference)
  diary.sales.set(reference, sale.body.uuid)
  const paid = await call(bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.body.pixKey } })
  if (paid.status === 201) diary.paid.push(sale.body.uuid)
}

async function cashOut({ seller, diary }: Scene, reference: string): Promise<void> {
  const request = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL', externalReference: reference }
  const cashout = await asked(diary, () => seller.api('POST', '/api/public/cashout', request), 'D')
  if (cashout?.status !== 201) return void diary.inDoubt.cashouts.add(reference)
  diary.cashouts.set(reference, cashout.body.uuid)
}

async function look({ seller, diary }: Scene): Promise<void> {
  const seen = await asked(diary, () => seller.api('GET', '/api/public/balance'), 'E')
  if (seen?.status !== 200) return
  const { available, blocked, total } = seen.body
  if (available + blocked !== total) diary.wrong.push(`a balance that does not add up: ${seen.text}`)
}

/** The keys of the two shapes, in the order of the contract. */
const SHAPES = { D: ['message', 'error'], E: ['error', 'message'] }

async function asked(diary: Diary, request: () => Promise<Answer>, shape: keyof typeof SHAPES): Promise<Answer | null> {
  const began = performance.now()
  try {
    const answer = await request()
    diary.answers.set(answer.status, (diary.answers.get(answer.status) ?? 0) + 1)
    if (!isProper(answer, shape)) diary.wrong.push(`${answer.status} ${answer.text}`)
    // A client that is told to come back later does so.
    if (answer.status === 503) await new Promise(wake => setTimeout(wake, LATER_MS))
    return answer
  } catch (error) {
    diary.wrong.push(`no answer at all: ${String((error as Error).cause ?? error)}`)
    return null
  } finally {
    diary.slowestMs = Math.max(diary.slowestMs, performance.now() - began)
  }
}

const LATER_MS = 100

function isProper({ status, headers, body }: Answer, shape: keyof typeof SHAPES): boolean {
  if (status === 200 || status === 201) return true
  const isLater = status === 503 && /^[1-9]\d?$/.test(headers.get('retry-after') ?? '')
  return isLater && Object.keys(body ?? {}).join() === SHAPES[shape].join()
}
