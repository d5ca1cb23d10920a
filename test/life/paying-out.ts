// What leaves: cashouts with every outcome that a bank has for them, those that wait for a person, and those that are refused; and the
// manual holds of two operators.
import assert from 'node:assert/strict'
import { codeOf } from '../torture/model/requesting.ts'
import { until } from '../until.ts'
import type { Claim } from './claims.ts'
import { dayAfter } from './methods/calendar.ts'
import type { Cashout } from './reference.ts'
import {
  agreed,
  agrees,
  count,
  HOUR_MS,
  type Known,
  MINUTE_MS,
  SECOND_MS,
  stands,
  timeOf,
  type World,
} from './world.ts'

/** How the bank ends a payment to each, and after how many seconds. */
const FATES: Record<string, { end: 'COMPLETED' | 'FAILED'; seconds?: number }> = {
  maria: { end: 'COMPLETED' },
  muda: { end: 'COMPLETED' },
  duplicada: { end: 'COMPLETED' },
  perdida: { end: 'COMPLETED' },
  semresposta: { end: 'COMPLETED' },
  lenta: { end: 'COMPLETED', seconds: 5 },
  tardia: { end: 'COMPLETED', seconds: 31 },
  analise: { end: 'COMPLETED', seconds: 30 * 60 },
  devolvida: { end: 'COMPLETED' },
  parcial: { end: 'COMPLETED' },
  recusada: { end: 'FAILED' },
  negada: { end: 'FAILED' },
  semchave: { end: 'FAILED' },
  contradiz: { end: 'FAILED' },
}
const DESTINATIONS = ['maria', 'maria', 'maria', 'maria', ...Object.keys(FATES)]

interface Asked {
  of: Known
  cashout: Cashout
  to: string
  path: string
  uuid: string
}

export const cashOutSome = (world: World, of: Known): Promise<void> => {
  const { chance } = world
  const { available } = of.account
  const max = chance.below(3) === 0 ? available + 200_00 : available
  return cashOut(
    world,
    of,
    Math.max(100_00 - chance.below(10), chance.below(Math.max(1, max))),
    chance.pick(DESTINATIONS),
  )
}

/** At the end of a month shops take out what they have. */
export async function cashOutAll(world: World, of: Known): Promise<void> {
  const { available, terms } = of.account
  if (available >= 100_00) await cashOut(world, of, Math.min(available, terms.dayCents ?? available), 'maria')
}

async function cashOut(world: World, of: Known, amount: number, to: string): Promise<void> {
  const expected = of.account.cashOut(amount, world.today())
  count(world, typeof expected === 'string' ? `cashout refused: ${expected}` : `cashout to ${to}`)
  const body = { amount: amount / 100, pixKey: `${to}@n${of.account.cashouts.length}.example.com`, pixKeyType: 'EMAIL' }
  const answer = await of.seller.api('POST', '/api/public/cashout', body)
  if (typeof expected === 'string') {
    assert.deepEqual([answer.status, codeOf(answer)], [422, expected], answer.text)
    return
  }
  assert.equal(answer.status, 201, answer.text)
  const { uuid } = answer.body
  const asked = { of, cashout: expected, to, uuid, path: `/api/public/cashout/${uuid}` }
  watch(asked)
  if (expected.status === 'PENDING') await waits(world, asked)
  else await isSent(world, asked)
}

const watch = ({ of, path, cashout }: Asked) => of.touched.set(path, () => cashout.status)

async function waits(world: World, asked: Asked): Promise<void> {
  const { of, path } = asked
  await stands(of, path, 'PENDING')
  await agrees(of)
  const how = world.chance.pick(['approve', 'approve', 'reject', 'cancel', 'expire'] as const)
  const later = how === 'expire' ? 24 * HOUR_MS : (1 + world.chance.below(22)) * HOUR_MS
  count(world, `cashout that waits: ${how}`)
  const happens = how === 'expire' ? world.byItself : world.at
  happens(world.moment + later, `a cashout of ${of.name} that waits: ${how}`, () => decided(world, asked, how))
}

async function decided(world: World, asked: Asked, how: 'approve' | 'reject' | 'cancel' | 'expire'): Promise<void> {
  const { of, cashout, path, uuid } = asked
  watch(asked)
  const methods = {
    approve: () => world.ana(of, 'POST', `/api/withdrawals/${uuid}/approve`, {}),
    reject: () => world.ana(of, 'POST', `/api/withdrawals/${uuid}/reject`, { reason: 'nobody knows this supplier' }),
    cancel: () => of.seller.api('POST', `${path}/cancel`),
  }
  if (how !== 'expire') {
    const { status, text } = await methods[how]()
    assert.equal(status, 202, text)
  }
  if (how === 'approve') {
    cashout.status = 'PROCESSING'
    return isSent(world, asked)
  }
  of.account.endCashout(cashout, 'CANCELLED')
  await stands(of, path, 'CANCELLED')
  await agrees(of)
}

async function isSent(world: World, asked: Asked): Promise<void> {
  const { of, to, path } = asked
  const { seconds } = FATES[to] as (typeof FATES)[string]
  if (seconds === undefined) return ends(world, asked)
  await stands(of, path, 'PROCESSING')
  await agrees(of)
  if (world.chance.below(2) === 0) {
    const cancelled = await of.seller.api('POST', `${path}/cancel`)
    assert.deepEqual([cancelled.status, codeOf(cancelled)], [409, 'CONFLICT'], cancelled.text)
  }
  world.byItself(world.moment + seconds * SECOND_MS, `the cashout of ${of.name} to ${to} ends`, () =>
    ends(world, asked),
  )
}

async function ends(world: World, asked: Asked): Promise<void> {
  const { of, cashout, to, path } = asked
  watch(asked)
  const { end } = FATES[to] as (typeof FATES)[string]
  of.account.endCashout(cashout, end)
  await stands(of, path, end)
  await agrees(of)
  const net = cashout.amount - cashout.fee
  const back = { devolvida: net, parcial: Math.floor(net / 2) }[to]
  const soon = world.moment + 2 * MINUTE_MS
  if (back !== undefined) {
    await world.aMoment()
    of.account.credit('CASHOUT_RETURNED', back)
    await agrees(of)
  }
  if (to === 'contradiz')
    world.at(soon, `a cashout of ${of.name} that had failed is paid`, () => contradicted(world, asked, net))
}

async function contradicted(world: World, { of, uuid }: Asked, net: number): Promise<void> {
  const found = await until(async () => {
    const { body } = await world.olga.call('GET', '/api/admin/anomalies?limit=100')
    return body.data.find((one: { subject: { uuid: string } }) => one.subject.uuid === uuid) ?? null
  }, 'the anomaly')
  world.beyondBooks -= net
  const decision = world.chance.pick(['CHARGE_SELLER', 'BEAR_LOSS'] as const)
  count(world, `contradiction: ${decision}`)
  world.at(world.moment + HOUR_MS, `the operator decides: ${decision}`, async () => {
    const body = { decision, reason: 'the bank says so' }
    const { status, text } = await world.olga.call('POST', `/api/admin/anomalies/${found.uuid}/decide`, body)
    assert.equal(status, 202, text)
    world.beyondBooks += net
    of.account.conflict(net, decision === 'CHARGE_SELLER')
    await agrees(of)
  })
}

export async function hold(world: World, of: Known): Promise<void> {
  const { chance } = world
  const reason = chance.pick(['CAUTELAR', 'JUDICIAL', 'MANUAL'] as const)
  const amount = 10_00 + chance.below(400_00)
  const releaseDay = chance.below(3) === 0 ? dayAfter(world.today(), 2 + chance.below(3)) : null
  count(world, `hold ${reason}`)
  const { orderId, held } = await agreed(world, `/api/admin/accounts/${of.seller.accountId}/holds`, {
    reason,
    amount,
    document: '0001234-55.2031.8.26.0100',
    note: 'O oficial entregou hoje.',
    ...(releaseDay !== null && { releaseAt: new Date(timeOf(releaseDay, 0)).toISOString() }),
  })
  const claim = of.account.order(reason, amount)
  assert.equal(held, claim.held)
  await agrees(of)
  if (releaseDay === null) return planEnd(world, of, claim, orderId)
  const ending = world.midnights.get(releaseDay) ?? []
  world.midnights.set(releaseDay, [...ending, () => of.account.releaseClaim(claim, claim.wanted)])
}

function planEnd(world: World, of: Known, claim: Claim, orderId: string): void {
  const later = world.moment + (2 + world.chance.below(3 * 24)) * HOUR_MS
  world.at(later, `something becomes of a hold of ${of.name}`, () => changeHold(world, of, claim, orderId))
}

async function changeHold(world: World, of: Known, claim: Claim, orderId: string): Promise<void> {
  const order = `/api/admin/hold-orders/${of.seller.accountId}/${orderId}`
  const reason = 'O juiz decidiu assim.'
  const canTake = claim.reason === 'JUDICIAL' && claim.held > 0
  const how = canTake ? world.chance.pick(['take', 'lift', 'lift in part'] as const) : 'lift'
  count(world, `hold: ${how}`)
  if (how === 'take') {
    const amount = world.chance.below(2) === 0 ? claim.held : 1 + world.chance.below(claim.held)
    await agreed(world, `${order}/take`, { reason, amount })
    of.account.take(claim, amount)
    // Who carries it out is no bank of ours.
    world.beyondBooks += amount
  } else if (how === 'lift in part') {
    const amount = 1 + world.chance.below(claim.wanted)
    await agreed(world, `${order}/lift`, { reason, amount })
    of.account.releaseClaim(claim, amount)
  } else {
    await agreed(world, `${order}/lift`, { reason })
    of.account.releaseClaim(claim, claim.wanted)
  }
  await agrees(of)
  if (claim.wanted > 0) planEnd(world, of, claim, orderId)
}
