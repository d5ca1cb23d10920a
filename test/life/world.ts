// The world of a gateway's life: the real gateway and the real sandbox bank, both at the same moment of a year to come, sellers with terms
// of their own, the people around them, and everything that is still to happen, in the order of its time.
import assert from 'node:assert/strict'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { MORE_LOOKUPS, openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { type Chance, chanceOf } from '../storm/weather.ts'
import { until } from '../until.ts'
import type { PaidCard } from './methods/card-refunds.ts'
import type { Credit } from './methods/mornings.ts'
import { agreeOnMethods, openMethods } from './methods/place.ts'
import { SHOPS } from './methods/shops.ts'
import { Account, type Cart, type Sale } from './reference.ts'
import type { Terms } from './terms.ts'

export interface Known {
  account: Account
  seller: Seller
  name: string
  /** Of the real ones. */
  sales: Map<Sale, SoldSale>
  /** Their uuids. */
  carts: Map<Cart, string>
  /** What is to be compared at the end of the day: where it is read, and what is expected there. */
  touched: Map<string, () => string>
  /** At the end of the day before. */
  closed: { fee: number; balance: Account['balance'] }
}

export interface SoldSale {
  uuid: string
  pixKey: string
  endToEndId: string | null
  paidAt: number
  /** By boleto or card: its charge, its line, and what the acquirer has paid of it and still owes. */
  chargeId: string | null
  line: string | null
  acquirer: { credited: number; toCome: number; refunded: number }
  /** By card, once it is approved. */
  card: PaidCard | null
  /** Of a transfer: who sent it, to whom it goes back. */
  sender: string | null
  /** The bank of its buyer takes nothing back. */
  refuses: boolean
}

export interface World extends AsyncDisposable {
  gateway: TestGateway
  chance: Chance
  sellers: Known[]
  olga: Person
  otto: Person
  /** Owns all shops. */
  ana: (of: Known, method: string, path: string, body?: unknown) => Promise<Answer>
  /** When what is being done was to be done, in milliseconds: the same in each life of the same seed. */
  moment: number
  /** The day that it is in São Paulo. */
  today(): string
  /** Is done when its time has come, or an hour later where that leaves the day no time to be closed. */
  at(time: number, what: string, step: () => Promise<void>): void
  /** What happens by the clock alone: before everything else that is done at that time, or it would come between. */
  byItself(time: number, what: string, step: () => Promise<void>): void
  /** Lets less than a minute pass. */
  aMoment(): Promise<void>
  /** On each day to come, what else ends with it. */
  midnights: Map<string, (() => void)[]>
  /** Does everything that is due until then, and lets the time pass. */
  passTo(time: number): Promise<void>
  /** On each day to come, what the bank credits then. */
  mornings: Map<string, Credit[]>
  /** What has left our books and not the bank, or the other way round: in cents that the bank has beyond them. */
  beyondBooks: number
  /** What has been done today. */
  done: string[]
  counts: Map<string, number>
  slowest: { tookMs: number; what: string }
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
const A_MOMENT_MS = 40_000
export const HOUR_MS = 3_600_000
/** São Paulo has had no other offset since 2019. */
const OFFSET_MS = 3 * HOUR_MS

export const timeOf = (day: string, minutes: number): number =>
  Date.parse(`${day}T00:00:00Z`) + OFFSET_MS + minutes * MINUTE_MS
export const dayOf = (time: number): string => new Date(time - OFFSET_MS).toISOString().slice(0, 10)

/** A review of half an hour that begins now is not over when the day is. */
const isLate = (time: number): boolean => time >= timeOf(dayOf(time), 23 * 60 + 15)

export const reais = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const ENV = { SWEEP_EVERY_MS: '60', PSP_LOOKUP_WAITS_MS: `50,100,200${MORE_LOOKUPS}`, PSP_TIMEOUT_MS: '1000' }

export async function openWorld(firstDay: string, seed: number, shops = SHOPS): Promise<World> {
  const resources = new AsyncDisposableStack()
  try {
    return await openParts(resources, timeOf(firstDay, 0), seed, shops)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function openParts(
  resources: AsyncDisposableStack,
  startsAt: number,
  seed: number,
  shops: Record<string, Terms>,
): Promise<World> {
  let ahead = startsAt - Date.now()
  const now = () => Date.now() + ahead
  const gateway = resources.use(await openTestGateway({ env: ENV, startsAt: new Date(startsAt) }))
  const [olga, otto, owner] = await Promise.all([
    registerOperator(gateway),
    registerOperator(gateway),
    register(gateway),
  ])
  const due: { time: number; isFirst: boolean; what: string; step: () => Promise<void> }[] = []
  const world: World = {
    gateway,
    chance: chanceOf(seed),
    sellers: [],
    olga,
    otto,
    moment: startsAt,
    mornings: new Map(),
    beyondBooks: 0,
    done: [],
    counts: new Map(),
    slowest: { tookMs: 0, what: '' },
    midnights: new Map(),
    today: () => dayOf(world.moment),
    ana: (of, method, path, body) => owner.call(method, path, body, { 'x-account-id': String(of.seller.accountId) }),
    at: (time, what, step) => {
      due.push({ time: isLate(time) ? time + HOUR_MS : time, isFirst: false, what, step })
    },
    byItself(time, what, step) {
      due.push({ time, isFirst: true, what, step: () => world.aMoment().then(step) })
    },
    aMoment: () => moveTo(Math.max(now(), world.moment) + A_MOMENT_MS),
    async passTo(time) {
      for (;;) {
        due.sort((one, other) => one.time - other.time || Number(other.isFirst) - Number(one.isFirst))
        const next = due[0]
        world.moment = next === undefined || next.time > time ? time : next.time
        await moveTo(world.moment)
        if (next === undefined || next.time > time) return
        due.shift()
        world.done.push(`${new Date(next.time - OFFSET_MS).toISOString().slice(0, 16)} ${next.what}`)
        const began = performance.now()
        await next.step()
        const tookMs = performance.now() - began
        if (tookMs > world.slowest.tookMs) world.slowest = { tookMs, what: next.what }
      }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
  async function moveTo(time: number): Promise<void> {
    const more = time - now()
    if (more <= 0) return
    ahead += more
    gateway.advance(more)
    const { status, text } = await call(gateway.bankUrl, 'POST', '/sandbox/clock', {
      body: { now: new Date(time).toISOString() },
    })
    assert.equal(status, 200, text)
  }
  if (Object.values(shops).some(({ methods }) => methods !== null)) await openMethods(gateway)
  for (const [name, terms] of Object.entries(shops)) world.sellers.push(await openShop(world, owner, name, terms))
  return world
}

async function openShop({ gateway, olga }: World, owner: Person, name: string, terms: Terms): Promise<Known> {
  const seller = await gateway.seller()
  await join(gateway, owner, seller.accountId, 'OWNER')
  const { approvalAboveCents, dayCents, pix, cashout, methods, ...rest } = terms
  const limits = dayCents === null ? {} : { limits: { cashoutDayCents: dayCents } }
  const set = await olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, {
    ...rest,
    fees: { pix, cashout },
    ...limits,
  })
  assert.equal(set.status, 200, set.text)
  if (methods !== null) await agreeOnMethods(gateway, olga, seller, methods)
  if (approvalAboveCents !== null) {
    const header = { 'x-account-id': String(seller.accountId) }
    const ruled = await owner.call('PATCH', '/api/payout-rules', { approvalAboveCents, changesAlone: true }, header)
    assert.equal(ruled.status, 200, ruled.text)
  }
  const account = new Account(terms)
  return {
    account,
    seller,
    name,
    sales: new Map(),
    carts: new Map(),
    touched: new Map(),
    closed: { fee: 0, balance: account.balance },
  }
}

/** Waits until the balance is what it must be: the gateway has done its work about it by then. */
export async function agrees({ seller, account, name }: Known): Promise<void> {
  let seen: unknown
  const expected = JSON.stringify(account.balance)
  const same = async () => {
    seen = (await seller.api('GET', '/api/public/balance')).text
    return seen === expected || null
  }
  await until(same, 'the balance', AGREED_MS).catch(() => {
    assert.equal(seen, expected, `the balance of ${name}`)
  })
}

/** What the gateway could not ask its bank about in time it asks again a minute later. */
const AGREED_MS = 90_000

/** Waits until what is read, here or at this path, has the status; answers it. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
export async function stands(of: Known, where: string | (() => Promise<any>), status: string): Promise<any> {
  const read = typeof where === 'string' ? async () => (await of.seller.api('GET', where)).body : where
  let seen: { status?: string } | undefined
  const look = async () => {
    seen = await read()
    return seen?.status === status ? seen : null
  }
  return until(look, status, AGREED_MS).catch(() => {
    assert.fail(`${where} of ${of.name} is ${JSON.stringify(seen)}, and should be ${status}`)
  })
}

export function count({ counts }: World, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** One proposes, the other one confirms. Answers what came of it. */
export async function agreed(
  world: World,
  path: string,
  body: object,
): Promise<{ orderId: string; held: number; forfeited: number }> {
  const proposed = await world.olga.call('POST', path, body)
  assert.equal(proposed.status, 201, proposed.text)
  const confirm = `/api/admin/proposals/${proposed.body.id}/confirm`
  const alone = await world.olga.call('POST', confirm, { reason: 'Por mim mesma.' })
  assert.equal(alone.status, 403, alone.text)
  const { status, text, body: done } = await world.otto.call('POST', confirm, { reason: 'Conferido.' })
  assert.equal(status, 202, text)
  return done.outcome
}
