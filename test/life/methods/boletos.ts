// Boletos: paid at a bank or by their Pix, on time or with fine and interest, with another amount, by both ways, after they were cancelled,
// by a payment that bounces, or never.
import assert from 'node:assert/strict'
import { ADDRESS } from '../../charge/selling.ts'
import { call } from '../../http.ts'
import type { Sale } from '../reference.ts'
import { made, saleAt, soldSale, watch } from '../selling.ts'
import { agrees, count, dayOf, type Known, MINUTE_MS, reais, stands, timeOf, type World } from '../world.ts'
import { bankDayFrom, bankDaysAfter, dayAfter } from './calendar.ts'
import { kept } from './kept.ts'
import { inTheMorning } from './mornings.ts'

const FINE_BASIS_POINTS = 200
const INTEREST_BASIS_POINTS = 100
const PAYABLE_DAYS = 6

const BUYERS = [
  ...['at a bank', 'at a bank', 'by Pix', 'by Pix', 'late', 'late at a bank'],
  ...['too little', 'too much', 'by both ways', 'bounces', 'after cancelling', 'never'],
] as const

const BUYER = { name: 'Ana Souza', email: 'ana@example.com', document: '529.982.247-25', address: ADDRESS }

/** One that was sold. */
interface Boleto {
  of: Known
  sale: Sale
  dueOn: string
  lastDayOnTime: string
}

export async function sellBoleto(world: World, of: Known): Promise<void> {
  const { chance } = world
  const buyer = chance.pick(BUYERS)
  const dueInDays = chance.below(3)
  const boleto = await offer(world, of, 30_00 + chance.below(400_00), dueInDays)
  count(world, `boleto, and its buyer ${buyer}`)
  const soon = world.moment + (2 + chance.below(180)) * MINUTE_MS
  const later = soon + 5 * MINUTE_MS
  const lateAt = timeOf(dayAfter(boleto.lastDayOnTime, 1), 60 + chance.below(20 * 60))
  const what = `a boleto of ${of.name} is paid ${buyer}`
  const steps: Record<string, () => void> = {
    'at a bank': () => world.at(soon, what, () => paidAtBank(world, boleto)),
    'by Pix': () => world.at(soon, what, () => paidByPix(world, boleto)),
    late: () => world.at(lateAt, what, () => paidByPix(world, boleto)),
    'late at a bank': () => world.at(lateAt, what, () => paidAtBank(world, boleto)),
    'too little': () =>
      world.at(soon, what, () => paidOther(world, boleto, boleto.sale.amount - 1 - chance.below(500))),
    'too much': () => world.at(soon, what, () => paidOther(world, boleto, boleto.sale.amount + 1 + chance.below(500))),
    'by both ways': () => {
      world.at(soon, what, () => paidByPix(world, boleto))
      world.at(later, what, () => paidAgain(world, boleto))
    },
    bounces: () => world.at(soon, what, () => bounces(world, boleto)),
    'after cancelling': () => {
      world.at(soon, `a boleto of ${of.name} is cancelled`, () => cancelled(boleto))
      world.at(later, what, () => paidLate(world, boleto))
    },
    never: () => {},
  }
  steps[buyer]?.()
}

async function offer(world: World, of: Known, amount: number, dueInDays: number): Promise<Boleto> {
  const dueOn = dayAfter(world.today(), dueInDays)
  const body = await made(world, of, {
    amount,
    paymentMethod: 'BOLETO',
    customer: BUYER,
    items: [{ title: 'Livro', unitPrice: amount, quantity: 1 }],
    boleto: {
      dueInDays,
      payableDaysAfterDue: PAYABLE_DAYS,
      fineBasisPoints: FINE_BASIS_POINTS,
      interestMonthlyBasisPoints: INTEREST_BASIS_POINTS,
    },
  })
  const sale = of.account.sell(amount, null, { method: 'BOLETO' })
  assert.equal(body.netAmount, amount - sale.fee)
  of.sales.set(sale, soldSale(await stands(of, `/api/transactions/${body.uuid}`, 'PENDENTE')))
  watch(of, sale)
  const payUntil = bankDayFrom(dayAfter(dueOn, PAYABLE_DAYS))
  const over = timeOf(dayAfter(bankDaysAfter(payUntil, 2), 1), 2)
  world.byItself(over, `the time of a boleto of ${of.name} is over`, () => isOver(of, sale))
  return { of, sale, dueOn, lastDayOnTime: bankDayFrom(dueOn) }
}

async function isOver(of: Known, sale: Sale): Promise<void> {
  if (sale.status !== 'PENDENTE') return
  sale.status = 'CANCELADO'
  watch(of, sale)
  await stands(of, saleAt(soldOf(of, sale)), 'CANCELADO')
}

const soldOf = (of: Known, sale: Sale) => {
  const sold = of.sales.get(sale)
  assert.ok(sold)
  return sold
}

/** Answers how many cents were paid. */
async function pay(world: World, { of, sale }: Boleto, how: 'line' | 'pix', more: object = {}): Promise<number> {
  const { line, pixKey } = soldOf(of, sale)
  const body = { ...(how === 'line' ? { line } : { pixCopiaECola: pixKey }), ...more }
  const paid = await call(world.gateway.bankUrl, 'POST', '/sandbox/boleto/pay', { body })
  assert.equal(paid.status, 201, paid.text)
  watch(of, sale)
  return Math.round(Number(paid.body.payment.amount) * 100)
}

async function paidByPix(world: World, boleto: Boleto): Promise<void> {
  credit(world, boleto, await pay(world, boleto, 'pix'), world.today())
  await looksPaid(boleto)
}

/** It is identified at once, and credited at six on the next day on which banks work. */
async function paidAtBank(world: World, boleto: Boleto): Promise<void> {
  const paidOn = world.today()
  const cents = await pay(world, boleto, 'line')
  inTheMorning(world, bankDaysAfter(paidOn, 1), {
    expect: () => credit(world, boleto, cents, paidOn),
    look: () => looksPaid(boleto),
  })
}

function credit(world: World, boleto: Boleto, cents: number, paidOn: string): void {
  const { of, sale } = boleto
  const charges = cents - sale.amount
  const [min, max] = chargesOf(boleto, paidOn)
  assert.ok(charges >= min && charges <= max, `${charges} of ${sale.amount} on ${paidOn}, due on ${boleto.dueOn}`)
  if (charges > 0) count(world, 'boleto with fine and interest')
  credited(of, sale, cents)
  expectPaid(world, boleto, charges)
}

/** What comes on top of the amount on this day: at least, and at most. */
function chargesOf({ sale: { amount }, dueOn, lastDayOnTime }: Boleto, paidOn: string): [number, number] {
  if (paidOn <= lastDayOnTime) return [0, 0]
  const daysLate = Math.round((Date.parse(paidOn) - Date.parse(dueOn)) / 86_400_000)
  const fine = Math.floor((amount * FINE_BASIS_POINTS) / 10_000)
  const interest = (amount * INTEREST_BASIS_POINTS * daysLate) / (10_000 * 30)
  return [fine + Math.floor(interest), fine + Math.ceil(interest) + 2]
}

const credited = (of: Known, sale: Sale, cents: number) => {
  soldOf(of, sale).acquirer.credited += cents
}

function expectPaid(world: World, { of, sale }: Boleto, charges: number): void {
  soldOf(of, sale).paidAt = world.moment
  of.account.pay(sale, dayOf(world.moment), charges)
  watch(of, sale)
}

async function isPaid(world: World, boleto: Boleto, charges: number): Promise<void> {
  expectPaid(world, boleto, charges)
  await looksPaid(boleto)
}

async function looksPaid({ of, sale }: Boleto): Promise<void> {
  await stands(of, saleAt(soldOf(of, sale)), 'PAGO')
  await agrees(of)
}

/** On time: any other amount than the boleto's is kept for a person. More pays it after all, if the operator says so. */
async function paidOther(world: World, boleto: Boleto, cents: number): Promise<void> {
  const { of, sale } = boleto
  await pay(world, boleto, 'pix', { amount: reais(cents) })
  credited(of, sale, cents)
  await agrees(of)
  const more = cents - sale.amount
  kept(world, { of, sale, cents, paysIt: more > 0 ? () => isPaid(world, boleto, more) : null })
}

async function paidAgain(world: World, boleto: Boleto): Promise<void> {
  const { of, sale } = boleto
  const paidOn = world.today()
  const cents = await pay(world, boleto, 'line', { again: true })
  inTheMorning(world, bankDaysAfter(paidOn, 1), {
    expect: () => credited(of, sale, cents),
    look: async () => kept(world, { of, sale, cents, paysIt: null }),
  })
}

async function bounces(world: World, boleto: Boleto): Promise<void> {
  const { of, sale } = boleto
  const paidOn = world.today()
  await pay(world, boleto, 'line', { bounces: true })
  const look = async () => void (await stands(of, saleAt(soldOf(of, sale)), 'PENDENTE'))
  inTheMorning(world, bankDaysAfter(paidOn, 1), { look })
}

async function cancelled({ of, sale }: Boleto): Promise<void> {
  const { status, text } = await of.seller.api('POST', `${saleAt(soldOf(of, sale))}/cancel`)
  assert.ok(status < 300, text)
  sale.status = 'CANCELADO'
  watch(of, sale)
  await stands(of, saleAt(soldOf(of, sale)), 'CANCELADO')
}

/** Whether a cancelled one may still be paid is the account's rule; else it is kept, whatever that says of other money. */
async function paidLate(world: World, boleto: Boleto): Promise<void> {
  const { of, sale } = boleto
  const cents = await pay(world, boleto, 'pix', { late: true })
  credited(of, sale, cents)
  if (of.account.terms.acceptsLatePayment) return isPaid(world, boleto, cents - sale.amount)
  await agrees(of)
  kept(world, { of, sale, cents, paysIt: () => isPaid(world, boleto, 0) })
}
