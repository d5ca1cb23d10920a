// Cards: approved at once, behind a review or with a lost answer, declined, or lost on the way; of debit cards only what their holders authenticate.
// What is approved the acquirer credits whole, some days later, and a debit card on the next day on which banks work.
import assert from 'node:assert/strict'
import { answerChallenge, freshKey } from '../../charge/cards.ts'
import { ADDRESS, CUSTOMER } from '../../charge/selling.ts'
import { type CardName, numberOf, tokenOf } from '../../psp/collect/card-scene.ts'
import type { Sale } from '../reference.ts'
import { made, saleAt, soldSale, watch } from '../selling.ts'
import { agrees, count, dayOf, HOUR_MS, type Known, MINUTE_MS, type SoldSale, stands, type World } from '../world.ts'
import { bankDayFrom, bankDaysAfter, dayAfter } from './calendar.ts'
import { approvedCard, settle } from './card-refunds.ts'
import { inTheMorning } from './mornings.ts'
import { ACQUIRER_DAYS } from './place.ts'

const CARDS = [
  ...['approved', 'approved', 'approved', 'approved', 'approved', 'reviewed', 'silent'],
  ...['invalid', 'unsafe', 'later', 'short', 'lost'],
] as const satisfies CardName[]

const DECLINED: readonly CardName[] = ['invalid', 'unsafe', 'later', 'short']

export async function sellByCard(world: World, of: Known): Promise<void> {
  const { chance } = world
  const card = chance.pick(CARDS)
  const installments = chance.below(2) === 0 ? 1 : 1 + chance.below(12)
  const { sale, sold } = await attempt(world, of, {
    method: 'CREDIT_CARD',
    card,
    installments,
    amount: 60_00 + chance.below(900_00),
  })
  count(world, `card: ${card}`)
  if (card === 'lost') {
    const later = world.moment + 25 * HOUR_MS
    world.byItself(later, `a card of ${of.name} that was lost ends`, () => isUnpaid(of, sale, sold, 'FALHA'))
  } else if (card === 'reviewed') {
    const later = world.moment + 31 * MINUTE_MS
    world.byItself(later, `a card of ${of.name} was reviewed`, () => isApproved(world, of, sale, sold))
  } else if (DECLINED.includes(card)) await isUnpaid(of, sale, sold, 'RECUSADO')
  else {
    if (card === 'silent') await world.aMoment()
    await isApproved(world, of, sale, sold)
  }
}

const HOLDERS = ['authorises', 'authorises', 'authorises', 'refuses', 'goes away'] as const

export async function sellByDebit(world: World, of: Known): Promise<void> {
  const { chance } = world
  const card = chance.pick(['approved', 'approved', 'approved', 'short'] as const)
  const holder = chance.pick(HOLDERS)
  const attempted = { method: 'DEBIT_CARD', card, installments: 1, amount: 30_00 + chance.below(300_00) } as const
  const { sale, sold, challengeUrl } = await attempt(world, of, attempted)
  count(world, `debit card, and its holder ${holder}`)
  if (holder === 'goes away') {
    const later = world.moment + 17 * MINUTE_MS
    world.byItself(later, 'a challenge is over', () => isUnpaid(of, sale, sold, 'RECUSADO'))
    return
  }
  world.at(world.moment + 4 * MINUTE_MS, `the holder of a card ${holder}`, async () => {
    await answerChallenge(challengeUrl, holder === 'authorises')
    if (holder === 'authorises' && card === 'approved') return isApproved(world, of, sale, sold)
    return isUnpaid(of, sale, sold, 'RECUSADO')
  })
}

interface Attempt {
  method: 'CREDIT_CARD' | 'DEBIT_CARD'
  card: CardName
  installments: number
  amount: number
}

async function attempt(
  world: World,
  of: Known,
  { method, card, installments, amount }: Attempt,
): Promise<{ sale: Sale; sold: SoldSale; challengeUrl: string }> {
  const body = await made(
    world,
    of,
    {
      amount,
      paymentMethod: method,
      installments,
      card: {
        token: await tokenOf({ url: world.gateway.bankUrl }, card, method === 'DEBIT_CARD' ? 'debit' : 'credit'),
        brand: 'visa',
        lastFour: numberOf(card).slice(-4),
      },
      customer: { ...CUSTOMER, phone: '11987654321' },
      billingAddress: ADDRESS,
      items: [{ title: 'Livro', unitPrice: amount, quantity: 1 }],
    },
    freshKey,
  )
  const sale = of.account.sell(amount, null, { method, installments })
  const shown = method === 'CREDIT_CARD' ? installments : undefined
  assert.deepEqual([body.netAmount, body.installments], [amount - sale.fee, shown])
  const sold = soldSale(body)
  of.sales.set(sale, sold)
  watch(of, sale)
  return { sale, sold, challengeUrl: body.challengeUrl }
}

async function isUnpaid(of: Known, sale: Sale, sold: SoldSale, status: 'RECUSADO' | 'FALHA'): Promise<void> {
  sale.status = status
  watch(of, sale)
  await stands(of, saleAt(sold), status)
  await agrees(of)
}

async function isApproved(world: World, of: Known, sale: Sale, sold: SoldSale): Promise<void> {
  const day = dayOf(world.moment)
  of.account.pay(sale, day)
  watch(of, sale)
  const { externalTransactionId } = await stands(of, saleAt(sold), 'PAGO')
  Object.assign(sold, { paidAt: world.moment, chargeId: externalTransactionId })
  sold.acquirer.toCome += sale.amount
  sold.card = approvedCard()
  await agrees(of)
  const creditedOn = sale.method === 'DEBIT_CARD' ? bankDaysAfter(day, 1) : bankDayFrom(dayAfter(day, ACQUIRER_DAYS))
  inTheMorning(world, creditedOn, { expect: () => settle(world, of, sale, sold) })
}
